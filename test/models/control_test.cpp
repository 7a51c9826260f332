// Control blocks in motion: step responses, frequency responses and a controller at its limits, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <complex>
#include <fstream>
#include <functional>
#include <numbers>

#include "support/model_run.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

constexpr double pi = std::numbers::pi;

struct StepResponse {
  const char* name;
  const char* block;  // of a transfer function with the input 1 from time 0 on
  std::function<double(double)> exact;
};

std::vector<StepResponse> step_responses() {
  return {
      {"first order 3/(0.5 s + 1)", "numerator: [3], denominator: [0.5, 1]",
       [](double t) { return 3.0 * (1.0 - std::exp(-2.0 * t)); }},
      {"second order 8/(s^2 + 2 s + 4)", "numerator: [8], denominator: [1, 2, 4]",
       [](double t) {
         const double w = std::sqrt(3.0);
         return 2.0 * (1.0 - std::exp(-t) * (std::cos(w * t) + std::sin(w * t) / w));
       }},
      {"direct feed-through (2 s + 1)/(s + 5)", "numerator: [2, 1], denominator: [1, 5]",
       [](double t) { return 0.2 + 1.8 * std::exp(-5.0 * t); }},
      // Residues of (s + 6)/(s (s + 1)(s + 2)(s + 3)).
      {"third order (s + 6)/((s + 1)(s + 2)(s + 3))", "numerator: [1, 6], denominator: [1, 6, 11, 6]",
       [](double t) { return 1.0 - 2.5 * std::exp(-t) + 2.0 * std::exp(-2.0 * t) - 0.5 * std::exp(-3.0 * t); }},
      {"double integrator with a start 2/s^2", "numerator: [2], denominator: [1, 0, 0], initial: -3",
       [](double t) { return -3.0 + t * t; }},
  };
}

Model step_model(const StepResponse& response) {
  return test::model_from(std::string("alembert: 1\ntransfer_functions: {g: {input: 1, ") + response.block +
                          "}}\noutputs: {y: var(g)}\nsimulation: {end: 1}\n");
}

TEST(TransferFunction, StepResponseIsTheClosedForm) {
  for (const StepResponse& response : step_responses()) {
    Model model = test::with_tolerance(step_model(response), "hht", {}, 1e-8);
    model.simulation.output_step = 0.125;
    const std::vector<double> y = test::column(run_dynamics(model), "y");
    for (std::size_t k = 0; k < y.size(); ++k)
      EXPECT_NEAR(y[k], response.exact(0.125 * static_cast<double>(k)), 1e-5) << response.name << " at row " << k;
  }
}

TEST(TransferFunction, StepResponseConvergesWithOrderTwo) {
  if (test::kSanitized) return;
  for (const StepResponse& response : step_responses()) {
    const auto error = [&](double h) {
      const Model model = test::with_step(step_model(response), "hht", {{"alpha", -0.1}}, h);
      return std::abs(test::final_outputs(run_dynamics(model))["y"] - response.exact(1.0));
    };
    const double coarse = error(1.0 / 512), fine = error(1.0 / 1024);
    EXPECT_NEAR(coarse / fine, 4.0, 0.02) << response.name << ": " << coarse << " " << fine;
    EXPECT_LT(fine, 1e-5) << response.name;
  }
}

// var(g) stands on both sides: y = (2 s + 1)/(s + 1) (1 - y), so that y = (2 s + 1)/(3 s + 2) at once.
TEST(TransferFunction, WithFeedThroughClosesALoopWithoutDelay) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
transfer_functions: {g: {input: 1 - var(g), numerator: [2, 1], denominator: [1, 1]}}
outputs: {y: var(g)}
simulation: {end: 1, tolerance: 1e-8, output_step: 0.125}
)"));
  const std::vector<double> y = test::column(run, "y");
  for (std::size_t k = 0; k < y.size(); ++k)
    EXPECT_NEAR(y[k], 0.5 + std::exp(-2.0 / 3.0 * 0.125 * static_cast<double>(k)) / 6.0, 1e-5);
}

// Of 1/(s + 1e-6) and 1/(s (s + 1)) nearly so, over a time in which neither comes near to rest.
TEST(TransferFunction, WithASlowPoleIsAsAccurateAsAnIntegrator) {
  for (const char* denominator : {"[1, 1e-6]", "[1, 1, 1e-12]"}) {
    const std::string text = std::string("alembert: 1\ntransfer_functions: {g: {input: cos(3*time), numerator: [1], ") +
                             "denominator: " + denominator + "}}\noutputs: {y: var(g)}\n" +
                             "simulation: {end: 10, tolerance: 1e-6, output_step: 0.125}\n";
    const std::vector<double> y = test::column(run_dynamics(test::model_from(text)), "y");
    for (std::size_t k = 0; k < y.size(); ++k) {
      const double t = 0.125 * static_cast<double>(k), first = std::sin(3.0 * t) / 3.0;
      const bool second = denominator[4] == '1' && denominator[5] == ',';
      EXPECT_NEAR(y[k], second ? 0.1 * (first - std::cos(3.0 * t) + std::exp(-t)) : first, 3e-4) << denominator;
    }
  }
}

TEST(TransferFunction, AndStateSpaceOfTheSameSystemAgree) {
  // y/u = (2 s^2 + 3 s + 7)/(s^2 + 2 s + 400), in the form x1' = x2 that is not scaled; from a file and written out.
  const test::TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << "x1,x2\n0,1\n-400,-2\n";
  std::ofstream(folder / "m.yaml") << R"yaml(
alembert: 1
transfer_functions:
  g: {input: "sin(7*time) + 1", numerator: [2, 3, 7], denominator: [1, 2, 400]}
state_spaces:
  s: {A: [[0, 1], [-400, -2]], B: [[0], [1]], C: [[7 - 2*400, 3 - 2*2]], D: [[2]], inputs: [sin(7*time) + 1]}
  f: {A: a.csv, B: [[0], [1]], C: [[7 - 2*400, 3 - 2*2]], D: [[2]], inputs: [sin(7*time) + 1]}
outputs: {g: var(g), s: var(s), f: var(f)}
simulation: {end: 2, step: 1/512, output_step: 1/16}
)yaml";
  const DynamicsResult run = run_dynamics(read_model_file(folder / "m.yaml"));
  const auto g = test::column(run, "g"), s = test::column(run, "s"), f = test::column(run, "f");
  for (std::size_t k = 0; k < g.size(); ++k) {
    EXPECT_NEAR(g[k], s[k], 5e-14);  // of size 4
    EXPECT_EQ(s[k], f[k]);
  }
}

// Amplitude of y over whole periods: the part of it in and out of phase with sin(w t).
double amplitude(const std::vector<double>& y, double step, double w, std::size_t rows) {
  std::complex<double> sum = 0.0;
  for (std::size_t k = y.size() - rows; k < y.size(); ++k)
    sum += y[k] * std::exp(std::complex<double>(0.0, -w * step * static_cast<double>(k)));
  return 2.0 * std::abs(sum) / static_cast<double>(rows);
}

TEST(Filter, PassesWhatItsKindSays) {
  using Complex = std::complex<double>;
  struct Case {
    const char* keys;
    std::function<Complex(Complex)> gain;  // of z = i w/frequency
  };
  const double root = std::sqrt(2.0);
  const auto N = [](Complex z, double damping) { return z * z + 2.0 * damping * z + 1.0; };
  const std::vector<Case> cases{
      {"kind: low_pass, order: 1", [](Complex z) { return 1.0 / (z + 1.0); }},
      {"kind: high_pass, order: 1", [](Complex z) { return z / (z + 1.0); }},
      {"kind: low_pass", [&](Complex z) { return 1.0 / N(z, root / 2); }},
      {"kind: high_pass, order: 2", [&](Complex z) { return z * z / N(z, root / 2); }},
      {"kind: band_pass, damping: 0.3", [&](Complex z) { return 0.6 * z / N(z, 0.3); }},
      {"kind: notch, damping: 0.3", [&](Complex z) { return (z * z + 1.0) / N(z, 0.3); }},
  };
  constexpr double frequency = 20.0;  // 1/s; with time in ms below
  for (const Case& c : cases) {
    for (const double ratio : {0.2, 1.0, 5.0}) {
      const double w = ratio * frequency;
      constexpr int rows = 256;  // a period; the last one is measured, after the slowest transient has died away
      const double step = 2.0 * pi / w / rows;
      const double periods = std::ceil(std::max(3.0, 6.0 * ratio));
      Model model = test::model_from(
          fmt::format("alembert: 1\nunits: {{time: ms, angle: deg}}\n"
                      "controllers: {{f: {{type: filter, input: sin({}*time), frequency: {}, {}}}}}\n"
                      "outputs: {{y: var(f)}}\nsimulation: {{end: {}, step: {}, output_step: {}}}\n",
                      w / 1000, frequency / 1000, c.keys, 1000 * periods * rows * step, 1000 * step, 1000 * step));
      const std::vector<double> y = test::column(run_dynamics(model), "y");
      // The transient has died down to exp(-0.3*6*2 pi) = 1e-5. A step of 2 pi/256 shifts frequencies by a part of its
      // square, 6e-4; at most 2.5e-4 was seen, in the notch.
      EXPECT_NEAR(amplitude(y, step, w, rows), std::abs(c.gain(Complex(0.0, ratio))), 4e-4) << c.keys << " " << ratio;
    }
  }
}

TEST(Filter, StartsSettledToItsInitialInput) {
  auto out = test::final_outputs(run_dynamics(test::model_from(R"(
alembert: 1
controllers:
  low: {type: filter, kind: low_pass, input: 3, frequency: 5, initial_input: 3}
  high: {type: filter, kind: high_pass, input: 3, frequency: 5, initial_input: 3}
  notch: {type: filter, kind: notch, input: 3, frequency: 5, initial_input: 3}
outputs: {low: var(low), high: var(high), notch: var(notch)}
simulation: {end: 0.3, step: 0.01}
)")));
  EXPECT_NEAR(out["low"], 3.0, 1e-12);
  EXPECT_NEAR(out["high"], 0.0, 1e-12);
  EXPECT_NEAR(out["notch"], 3.0, 1e-12);
}

// A mass of 2 kg is to be held at 1 m against a wind: with integral action nothing is left of the error.
TEST(Pid, HoldsAMassAgainstAConstantForce) {
  for (const char* derivative : {"filter: 0.01", "rate: -vx(block)"}) {
    auto out = test::final_outputs(run_dynamics(test::model_from(fmt::format(R"yaml(
alembert: 1
bodies: {{block: {{type: point, mass: 2}}}}
controllers:
  servo: {{type: pid, input: 1 - dx(block), p: 40, i: 30, d: 16, {}}}
forces: {{push: {{type: force, on: block, force: [var(servo) - 7, 0, 0]}}}}
outputs: {{x: dx(block), u: var(servo)}}
simulation: {{end: 12, tolerance: 1e-7}}
)yaml",
                                                                             derivative))));
    EXPECT_NEAR(out["x"], 1.0, 1e-4) << derivative;
    EXPECT_NEAR(out["u"], 7.0, 1e-3) << derivative;
  }
}

// A pure integrator with PI control at rest takes the step exactly as 1 - y = (s^2/(s^2 + p s + i)) 1/s says.
TEST(Pid, OnAnIntegratorIsTheClosedForm) {
  const double p = 3, i = 2;  // poles -1 and -2: 1 - y = 2 exp(-2 t) - exp(-t)
  const DynamicsResult run = run_dynamics(test::model_from(R"yaml(
alembert: 1
parameters: {p: 3, i: 2}
controllers: {c: {type: pid, input: 1 - state(y), p: p, i: i}}
states: {y: {derivative: var(c)}}
outputs: {e: 1 - state(y)}
simulation: {end: 2, tolerance: 1e-8, output_step: 0.25}
)yaml"));
  ASSERT_EQ(p * p - 4 * i, 1.0);
  const auto e = test::column(run, "e");
  for (std::size_t k = 0; k < e.size(); ++k) {
    const double t = 0.25 * static_cast<double>(k);
    EXPECT_NEAR(e[k], 2.0 * std::exp(-2.0 * t) - std::exp(-t), 1e-5);
  }
}

// The plant 1/(s + 1) is asked for 5 with an output limited to 2, which never reaches it, and from 10 s on for 1. The
// output leaves its limit at once when the integral tracked it, and only after having unwound for seconds if not.
TEST(Pid, RecoversFromSaturationWithoutWindup) {
  const std::string model = R"yaml(
alembert: 1
variables: {wanted: "if(time < 10, 5, 1)"}
transfer_functions: {plant: {input: var(c), numerator: [1], denominator: [1, 1]}}
controllers: {c: {type: pid, input: var(wanted) - var(plant), p: 4, i: 4, limits: [-2, 2]TRACKING}}
outputs: {y: var(plant), u: var(c), free: var(c_unlimited), i: state(c_i)}
simulation: {end: 20, step: 0.005, output_step: 0.05}
)yaml";
  const auto run = [&](const std::string& tracking) {
    std::string text = model;
    return run_dynamics(test::model_from(text.replace(text.find("TRACKING"), 8, tracking)));
  };
  const DynamicsResult with = run(""), without = run(", tracking: 1e6");
  const auto u = test::column(with, "u"), y = test::column(with, "y"), wound = test::column(without, "u");
  const std::size_t change = 200;
  for (std::size_t k = 0; k < u.size(); ++k) EXPECT_LE(std::abs(u[k]), 2.0);
  for (std::size_t k = change / 2; k < change; ++k) EXPECT_EQ(u[k], 2.0) << k;
  // At its limit the integral rests where i e + (y - v)/T_t = 0, so that v - y = i e T_t = 4*3*1.
  EXPECT_NEAR(test::column(with, "free")[change - 1] - 2.0, 12.0, 0.02);
  EXPECT_LT(u[change + 2], 1.9);           // left its limit within 0.1 s
  EXPECT_EQ(wound[change + 20], 2.0);      // a second later the other one has not
  EXPECT_NEAR(y[change + 60], 1.0, 0.05);  // settled after 3 s
  EXPECT_NEAR(test::column(with, "y").back(), 1.0, 1e-3);
}

}  // namespace
}  // namespace alembert
