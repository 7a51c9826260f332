// Control blocks become the variables and states that their page promises, and nothing else.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "model/reader.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

using Lines = std::vector<std::string>;

// "name = expression" of every variable, then "name' = expression from initial" of every state.
Lines equations(const Model& model) {
  Lines out;
  for (const Variable& v : model.variables) out.push_back(v.name + " = " + v.expression.text());
  for (const StateVariable& x : model.states) {
    std::string initial = std::to_string(x.initial);
    initial.erase(initial.find_last_not_of("0.") + 1);
    out.push_back(x.name + "' = " + x.derivative.text() + (initial.empty() ? "" : " from " + initial));
  }
  return out;
}

Lines equations_of(const std::string& text) { return equations(read_model_text("alembert: 1\n" + text, "m.yaml")); }

TEST(TransferFunctions, BecomeChainsOfScaledStates) {
  // (2 s + 20)/(s^2 + 5 s + 100): the polygon is 100, 10, 1, so that s = 128, 16.
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [0, 8, 80], denominator: [4, 20, 400]}}"),
            (Lines{"g_u = time", "g = 0.15625*state(g_x1) + 0.125*state(g_x2)", "g_x1' = 8*state(g_x2)",
                   "g_x2' = 16*(var(g_u) - 0.78125*state(g_x1) - 0.3125*state(g_x2))"}));
}

TEST(TransferFunctions, OfEqualDegreesFeedThrough) {
  // (3 s + 1)/(s + 2) = 3 - 5/(s + 2)
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [3, 1], denominator: [1, 2]}}"),
            (Lines{"g_u = time", "g = -0.625*state(g_x1) + 3*var(g_u)", "g_x1' = 8*(var(g_u) - 0.25*state(g_x1))"}));
}

TEST(TransferFunctions, MayBeGainsAndIntegrators) {
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [3], denominator: [2]}}"),
            (Lines{"g_u = time", "g = 1.5*var(g_u)"}));
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [0], denominator: [2]}}"),
            (Lines{"g_u = time", "g = 0"}));
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [8], denominator: [2, 0, 0], initial: 9}}"),
            (Lines{"g_u = time", "g = state(g_x1)", "g_x1' = state(g_x2) from 9", "g_x2' = 4*(var(g_u))"}));
}

// A slow pole is nearly an integrator: were its state of the size of the input at rest, the output would be a million
// times as large, and so would be its error.
TEST(TransferFunctions, WithSlowPolesHaveStatesOfTheSizeOfTheOutput) {
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [1], denominator: [1, 1e-6]}}"),
            (Lines{"g_u = time", "g = state(g_x1)", "g_x1' = (var(g_u) - 1e-06*state(g_x1))"}));
  EXPECT_EQ(equations_of("transfer_functions: {g: {input: time, numerator: [1], denominator: [1, 1, 1e-12]}}"),
            (Lines{"g_u = time", "g = state(g_x1)", "g_x1' = state(g_x2)",
                   "g_x2' = (var(g_u) - 1e-12*state(g_x1) - state(g_x2))"}));
}

TEST(TransferFunctions, StartAtRestWithTheOutputGiven) {
  // (s + 8)/-(s^2 + 3 s + 4): s_1 = 8, so that the output at rest is -x1
  const Lines lines =
      equations_of("transfer_functions: {g: {input: time, numerator: [1, 8], denominator: [-1, -3, -4], initial: 6}}");
  EXPECT_EQ(lines, (Lines{"g_u = time", "g = -state(g_x1) - 0.25*state(g_x2)", "g_x1' = 2*state(g_x2) from -6",
                          "g_x2' = 4*(var(g_u) - 0.5*state(g_x1) - 0.75*state(g_x2))"}));
}

TEST(StateSpaces, LeaveOutZeros) {
  EXPECT_EQ(equations_of("parameters: {k: 4}\n"
                         "state_spaces: {s: {A: [[0, 1], [-k, -2]], B: [[0], [k/2]], C: [[1, 0]], inputs: [sin(time)],"
                         " initial: [1, 2]}}"),
            (Lines{"s_u1 = sin(time)", "s = state(s_x1)", "s_x1' = state(s_x2) from 1",
                   "s_x2' = -4*state(s_x1) - 2*state(s_x2) + 2*var(s_u1) from 2"}));
}

TEST(StateSpaces, HaveManyInputsAndOutputs) {
  const std::string rest = "A: [[-1]], B: [[2, 0]], C: [[1], [0]], D: [[0, 3], [0, 0]], inputs: [time, 1]";
  EXPECT_EQ(equations_of("state_spaces: {s: {" + rest + "}}"),
            (Lines{"s_u1 = time", "s_u2 = 1", "s_1 = state(s_x1) + 3*var(s_u2)", "s_2 = 0",
                   "s_x1' = -state(s_x1) + 2*var(s_u1)"}));
  const Lines named = equations_of("state_spaces: {s: {" + rest + ", outputs: [up, down]}}");
  EXPECT_EQ(named[2], "up = state(s_x1) + 3*var(s_u2)");
  EXPECT_EQ(named[3], "down = 0");
}

TEST(StateSpaces, MayComeFromCsvFiles) {
  const test::TemporaryFolder folder;
  const auto read = [&](const std::string& csv) {
    std::ofstream(folder / "a.csv", std::ios::binary) << csv;
    std::ofstream(folder / "m.yaml") << "alembert: 1\nstate_spaces:\n  s: {A: a.csv, B: [[0], [3]], C: [[1, 0]], "
                                        "inputs: [time]}\n";
    return equations(read_model_file(folder / "m.yaml"));
  };
  const Lines inline_one =
      equations_of("state_spaces: {s: {A: [[0, 1], [-4.5, -2]], B: [[0], [3]], C: [[1, 0]], inputs: [time]}}");
  EXPECT_EQ(read("0,1\n-4.5,-2\n"), inline_one);
  EXPECT_EQ(read("# stiffness and damping\n\"x1\";\"x2\"\r\n0;1\r\n-4.5;-2\r\n"), inline_one);
  struct Bad {
    std::string csv, place, message;
  };
  for (const Bad& bad : std::vector<Bad>{{"0,1\n-4.5\n", "a.csv:2", "this row has 1 numbers, the first has 2"},
                                         {"0,1\n-4.5,x\n", "a.csv:2:6", "finite number, found `x`"},
                                         {"0,O\n-4.5,1\n", "a.csv:1:3", "finite number, found `O`"},
                                         {"", "m.yaml:3:10", "no numbers"},
                                         {"0,1\n", "m.yaml:3:10", "A must be square, not 1x2"}}) {
    try {
      read(bad.csv);
      ADD_FAILURE() << bad.csv;
    } catch (const ModelError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(bad.place + ": "), std::string::npos) << what;
      EXPECT_NE(what.find(bad.message), std::string::npos) << what;
    }
  }
}

TEST(Controllers, PidIsParallelAndFiltersItsDerivative) {
  EXPECT_EQ(equations_of("controllers: {c: {type: pid, input: -time, p: 5}}"),
            (Lines{"c_u = -time", "c = 5*var(c_u)"}));
  EXPECT_EQ(equations_of("controllers: {c: {type: pid, input: -time, p: 5, i: 2, d: 3, filter: 0.5, initial: 7, "
                         "initial_input: 4}}"),
            (Lines{"c_u = -time", "c = 5*var(c_u) + state(c_i) + (6*var(c_u) - state(c_d))",
                   "c_d' = 2*(6*var(c_u) - state(c_d)) from 24", "c_i' = 2*var(c_u) from 7"}));
  EXPECT_EQ(equations_of("controllers: {c: {type: pid, input: -time, p: 5, d: 3, rate: -1}}"),
            (Lines{"c_u = -time", "c_rate = -1", "c = 5*var(c_u) + 3*var(c_rate)"}));
}

TEST(Controllers, PidWithLimitsTracksThem) {
  const std::string pid = "controllers: {c: {type: pid, input: time, p: 4, i: 2, limits: [-1, 3]";
  const Lines lines = equations_of(pid + ", tracking: 0.25}}");
  EXPECT_EQ(lines,
            (Lines{"c_u = time", "c_unlimited = 4*var(c_u) + state(c_i)", "c = min(max(var(c_unlimited), -1), 3)",
                   "c_i' = 2*var(c_u) + 4*(var(c) - var(c_unlimited))"}));
  // p/i = 2, and with a derivative sqrt(d/i) = 0.5
  EXPECT_EQ(equations_of(pid + "}}").back(), "c_i' = 2*var(c_u) + 0.5*(var(c) - var(c_unlimited))");
  EXPECT_EQ(equations_of(pid + ", d: 0.5, filter: 1}}").back(), "c_i' = 2*var(c_u) + 2*(var(c) - var(c_unlimited))");
}

TEST(Controllers, FiltersAreLinearBlocksOfTheirFrequency) {
  const auto filter = [](const std::string& keys) {
    return equations_of("controllers: {f: {type: filter, input: time, frequency: 8, " + keys + "}}");
  };
  EXPECT_EQ(filter("kind: low_pass, order: 1, initial_input: 3"),
            (Lines{"f_u = time", "f = state(f_x1)", "f_x1' = 8*(var(f_u) - state(f_x1)) from 3"}));
  EXPECT_EQ(filter("kind: high_pass, order: 1")[1], "f = -state(f_x1) + var(f_u)");
  EXPECT_EQ(filter("kind: low_pass, damping: 0.5, initial_input: 3"),
            (Lines{"f_u = time", "f = state(f_x1)", "f_x1' = 8*state(f_x2) from 3",
                   "f_x2' = 8*(var(f_u) - state(f_x1) - state(f_x2))"}));
  EXPECT_EQ(filter("kind: high_pass, damping: 0.5")[1], "f = -state(f_x1) - state(f_x2) + var(f_u)");
  EXPECT_EQ(filter("kind: band_pass, damping: 0.25")[1], "f = 0.5*state(f_x2)");
  EXPECT_EQ(filter("kind: notch, damping: 0.25")[1], "f = -0.5*state(f_x2) + var(f_u)");
}

TEST(ControlBlocks, AreRepeated) {
  const Lines lines = equations_of(R"yaml(
repeat:
  - index: n
    from: 1
    to: 2
    transfer_functions: {"g{n}": {input: n*time, numerator: [n], denominator: [1, n]}}
    state_spaces: {"s{n}": {A: [[-n]], B: [[n]], C: [[1]], inputs: ["var(g{n})"], outputs: ["y{n}"]}}
    controllers: {"c{n}": {type: pid, input: "var(y{n})", p: n}}
)yaml");
  EXPECT_EQ(lines, (Lines{"g1_u = (1)*time", "g1 = state(g1_x1)", "g2_u = (2)*time", "g2 = state(g2_x1)",
                          "s1_u1 = var(g1)", "y1 = state(s1_x1)", "s2_u1 = var(g2)", "y2 = state(s2_x1)",
                          "c1_u = var(y1)", "c1 = var(c1_u)", "c2_u = var(y2)", "c2 = 2*var(c2_u)",
                          "g1_x1' = (var(g1_u) - state(g1_x1))", "g2_x1' = 2*(var(g2_u) - state(g2_x1))",
                          "s1_x1' = -state(s1_x1) + var(s1_u1)", "s2_x1' = -2*state(s2_x1) + 2*var(s2_u1)"}));
}

}  // namespace
}  // namespace alembert
