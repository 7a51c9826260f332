// Section `inputs:` of the model file, and inputs that are given in its place.
#include "model/inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "model/model_kinks.h"
#include "model/reader.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

const std::string inputs_head = "alembert: 1\nparameters: {a: 2}\nbodies: {p: {type: point, mass: 1}}\n";

Model with_head(const std::string& more, const std::string& file = "m.yaml") {
  return read_model_text(inputs_head + more, file);
}

std::string problem_of(const std::string& more) {
  try {
    with_head(more);
  } catch (const ModelError& e) {
    return e.what();
  }
  return "";
}

void write_csv(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

TEST(Inputs, AreNumbersOrDefaults) {
  const Model model = with_head("inputs: {u: a + 1, w: {default: -0.5}}");
  ASSERT_EQ(model.inputs.size(), 2u);
  EXPECT_EQ(model.inputs[0].signal.at(7.0), 3.0);
  EXPECT_EQ(model.inputs[1].signal.at(7.0), -0.5);
}

TEST(Inputs, OfPointsAreConstantOutsideUnlessToldOtherwise) {
  const Model model = with_head(
      "inputs: {u: {x: [1, 2], y: [0, 4]}, held: {x: [1, 2], y: [0, 4], interpolation: hold},\n"
      "  on: {x: [1, 2], y: [0, 4], extrapolate: linear}}");
  const auto at = [&](int k, double t) { return model.inputs[static_cast<std::size_t>(k)].signal.at(t); };
  EXPECT_EQ(at(0, 0.0), 0.0);
  EXPECT_EQ(at(0, 1.5), 2.0);
  EXPECT_EQ(at(0, 3.0), 4.0);
  EXPECT_EQ(at(1, 1.9), 0.0);
  EXPECT_EQ(at(1, 2.0), 4.0);
  EXPECT_EQ(at(2, 3.0), 8.0);
}

TEST(Inputs, OfAFileAreTheColumnWithTheirNameOrTheSecond) {
  const test::TemporaryFolder folder;
  write_csv(folder.path() / "drive.csv", "t,v,u\n0,1,10\n1,2,20\n");
  write_csv(folder.path() / "plain.csv", "0,5\n1,6\n");
  const std::string file = (folder.path() / "m.yaml").string();
  const Model model = with_head(
      "inputs: {u: {file: drive.csv}, other: {file: drive.csv}, w: {file: plain.csv}, "
      "x: {file: drive.csv, columns: [t, v]}}",
      file);
  EXPECT_EQ(model.inputs[0].signal.at(0.5), 15.0);
  EXPECT_EQ(model.inputs[1].signal.at(0.5), 1.5);
  EXPECT_EQ(model.inputs[2].signal.at(0.5), 5.5);
  EXPECT_EQ(model.inputs[3].signal.at(1.0), 2.0);
}

TEST(Inputs, ThatAreWrongAreRefusedWithTheirPlace) {
  EXPECT_EQ(problem_of("inputs: {push: 0}\noutputs: {y: input(pusch)}"),
            "m.yaml:5:14: unknown input `pusch`, did you mean `push`?");
  EXPECT_EQ(problem_of("inputs: {u: time}").substr(0, 12), "m.yaml:4:13:");
  EXPECT_EQ(problem_of("inputs: {u: {defualt: 1}}").substr(0, 12), "m.yaml:4:14:");
  EXPECT_NE(problem_of("inputs: {u: {default: 1, file: d.csv}}").find("give one of them"), std::string::npos);
  EXPECT_NE(problem_of("inputs: {u: {}}").find("needs a number"), std::string::npos);
  EXPECT_NE(problem_of("inputs: {u: {x: [0, 1], y: [0, 1], interpolation: akima}}").find("needs 5 points"),
            std::string::npos);
  EXPECT_NE(problem_of("inputs: {u: {x: [1, 0], y: [0, 1]}}").find("must increase"), std::string::npos);
  EXPECT_NE(problem_of("inputs: {u: {file: nowhere.csv}}").find("nowhere.csv"), std::string::npos);
}

TEST(Inputs, AreGivenByName) {
  const test::TemporaryFolder folder;
  write_csv(folder.path() / "drive.csv", "0,1\n2,5\n");
  Model model = with_head("inputs: {u: 1, w: {x: [0, 1], y: [0, 1], interpolation: hold}}");
  give_input(model, "u", 0.25);
  EXPECT_EQ(model.inputs[0].signal.at(1.0), 0.25);
  EXPECT_TRUE(model.inputs[0].given);
  give_input(model, "u", folder.path() / "drive.csv");
  EXPECT_EQ(model.inputs[0].signal.at(1.0), 3.0);
  give_input(model, "w", folder.path() / "drive.csv");
  EXPECT_EQ(model.inputs[1].signal.at(1.0), 1.0) << "held, as the input's points were";
  EXPECT_THROW(give_input(model, "v", 1.0), UsageError);
  EXPECT_THROW(give_input(model, "u", folder.path() / "none.csv"), ModelError);
}

TEST(Inputs, HaveKinksWhereTheirPointsAre) {
  const Model model = with_head(
      "units: {time: ms}\ninputs: {u: {x: [0, 100, 200, 300], y: [0, 1, 2, 0]}, w: {x: [0, 50, 60], y: [1, 1, 2], "
      "interpolation: hold}}\nvariables: {f: 2*input(u)}\nforces: {push: {type: force, on: p, force: [var(f), "
      "input(w), 0]}}");
  EXPECT_EQ(kink_times(model, 0.0, 1.0), (std::vector<double>{0.0, 0.06, 0.2, 0.3}));
}

// A sub-model brings its inputs along, behind its name.
TEST(Inputs, OfAssembliesHaveTheirNames) {
  const Model model = with_head(
      "inputs: {u: 1}\nassemblies: {a: {model: {alembert: 1, inputs: {u: 2}, variables: {v: 3*input(u)},\n"
      "  bodies: {q: {type: point, mass: 1}}, outputs: {y: input(u)}}}}\noutputs: {y: input(a.u) + var(a.v)}");
  ASSERT_EQ(input_names(model), (std::vector<std::string>{"u", "a.u"}));
  EXPECT_EQ(model.inputs[1].signal.at(0.0), 2.0);
}

}  // namespace
}  // namespace alembert
