// What inputs do in a motion.
#include "analysis/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/check.h"
#include "analysis/dynamics.h"
#include "analysis/kinematics.h"
#include "analysis/linear/modes.h"
#include "expression/evaluate_as.h"
#include "math/taylor.h"
#include "model/inputs.h"
#include "model/reader.h"

namespace alembert {
namespace {

Model point_with(const std::string& more) {
  return read_model_text("alembert: 1\nbodies: {p: {type: point, mass: 2}}\n" + more, "m.yaml");
}

std::vector<double> last_row(const Model& model) { return run_dynamics(model).outputs.back(); }

TEST(InputsInMotion, APushMovesAPoint) {
  Model model = point_with(
      "inputs: {u: 4}\nforces: {push: {type: force, on: p, force: [input(u), 0, 0]}}\n"
      "outputs: {x: dx(p), u: input(u)}\nsimulation: {end: 1, tolerance: 1e-10}");
  EXPECT_NEAR(last_row(model)[0], 1.0, 1e-9);
  EXPECT_EQ(last_row(model)[1], 4.0);
  give_input(model, "u", -2.0);
  EXPECT_NEAR(last_row(model)[0], -0.5, 1e-9);
}

// A function of time by whatever name.
TEST(InputsInMotion, PointsActAsTheSplineOfTimeDoesToTheLastBit) {
  const std::string points = "x: [0, 0.3, 0.5, 0.7, 1], y: [0, 3, -1, 2, 0]";
  const std::string rest =
      "states: {s: {derivative: \"F\"}}\nvariables: {f: \"2*F\"}\n"
      "forces: {push: {type: force, on: p, force: [\"F\", var(f), state(s)]}}\noutputs: {x: dx(p), y: dy(p), z: "
      "dz(p)}\n"
      "simulation: {end: 1}";
  const auto with = [&](std::string text, const std::string& f) {
    for (std::size_t at = 0; (at = text.find('F', at)) != std::string::npos;) text.replace(at, 1, f);
    return text;
  };
  for (const char* kind : {"linear", "hold", "cubic", "akima"}) {
    const Model by_input =
        point_with("inputs: {u: {" + points + ", interpolation: " + kind + "}}\n" + with(rest, "input(u)"));
    const Model by_spline =
        point_with("splines: {u: {" + points + "}}\n" + with(rest, std::string(kind) + "(u, time)"));
    EXPECT_EQ(last_row(by_input), last_row(by_spline)) << kind;
  }
}

// A push that is held for a tenth of a second and then another.
TEST(InputsInMotion, StepsEndWhereAHeldInputJumps) {
  const Model model = point_with(
      "inputs: {u: {x: [0, 0.1, 0.2], y: [4, 0, 0], interpolation: hold}}\n"
      "forces: {push: {type: force, on: p, force: [input(u), 0, 0]}}\noutputs: {v: vx(p), x: dx(p)}\n"
      "simulation: {end: 0.2, tolerance: 1e-9}");
  EXPECT_NEAR(last_row(model)[0], 0.2, 1e-9);
  EXPECT_NEAR(last_row(model)[1], 0.5 * 2.0 * 0.01 + 0.2 * 0.1, 1e-9);
}

TEST(InputsInMotion, DriveMotionsWithTheirRates) {
  const Model model = read_model_text(
      "alembert: 1\nbodies: {p: {mass: 2, inertia: [1, 1, 1]}}\n"
      "inputs: {u: {x: [0, 1], y: [0, 3]}}\njoints: {j: {type: revolute, bodies: [ground, p], at: [0, 0, 0], axis: [0, "
      "0, "
      "1]}}\nmotions: {m: {joint: j, angle: input(u)^2}}\noutputs: {a: az(p), w: wz(p), e: wdtz(p)}\nsimulation: {end: "
      "0.9, output_step: 0.3}",
      "m.yaml");
  const StatesResult result = run_kinematics(model, {});
  for (std::size_t k = 1; k < result.times.size(); ++k) {
    const double t = result.times[k];
    EXPECT_NEAR(result.outputs[k][0], 9.0 * t * t, 1e-12);
    EXPECT_NEAR(result.outputs[k][1], 18.0 * t, 1e-12);
    EXPECT_NEAR(result.outputs[k][2], 18.0, 1e-11);
  }
}

TEST(InputsInMotion, TellWhatIsOutsideTheirData) {
  const Model model = point_with(
      "inputs: {u: {x: [0, 0.5], y: [0, 1], extrapolate: error}}\n"
      "forces: {push: {type: force, on: p, force: [input(u), 0, 0]}}\nsimulation: {end: 1}");
  try {
    run_dynamics(model);
    FAIL();
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("outside the data of `input(u)`"), std::string::npos) << e.what();
  }
}

TEST(InputsInMotion, AreListedByCheck) {
  Model model = point_with("inputs: {u: 4, w: {x: [0, 2], y: [1, 3]}}");
  give_input(model, "u", 5.0);
  const std::string text = check_model_report(model).text;
  EXPECT_NE(text.find("inputs: 2\n  u = 5 (given)\n  w = 1 at the start; 2 points from t = 0 to 2 s, linear\n"),
            std::string::npos)
      << text;
}

// p'' = (k u - x)/m in a spring: B has k/m, D what outputs have of u.
TEST(InputsInMotion, AreInputsOfLinearModels) {
  const Model model = point_with(
      "inputs: {u: 0, held: 0}\nvariables: {f: 3*input(u)}\n"
      "forces: {push: {type: force, on: p, force: [var(f) - dx(p), -dy(p), -dz(p)]}}\n"
      "outputs: {x: dx(p), y: 5*input(u)}\nsimulation: {analysis: linearise, inputs: [u]}");
  Mechanism mechanism(with_inputs(model, chosen_inputs(model)));
  const ModesResult found = find_modes(model, mechanism, chosen_inputs(model));
  ASSERT_TRUE(found.linear);
  ASSERT_EQ(found.linear->input_names, (std::vector<std::string>{"u"}));
  EXPECT_NEAR(found.linear->B.cwiseAbs().maxCoeff(), 1.5, 1e-12);
  EXPECT_NEAR(found.linear->D(1, 0), 5.0, 1e-12);
  Model all = model;
  all.simulation.inputs.reset();
  EXPECT_EQ(chosen_inputs(all), (std::vector<std::string>{"u", "held"}));
  all.inputs.clear();
  EXPECT_EQ(chosen_inputs(all), (std::vector<std::string>{"f"})) << "variables, where there are no inputs";
}

TEST(InputsInMotion, ThatHoldPositionsAreNoneOfALinearModel) {
  const Model model = point_with(
      "inputs: {u: 0, w: 0}\nvariables: {f: 3*input(u)}\nconstraints: {c: {position: dx(p) - var(f)}, d: {velocity: "
      "vy(p) - input(w)}}");
  EXPECT_EQ(possible_inputs(model), (std::vector<std::string>{"w"}));
  try {
    with_inputs(model, {"u"});
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("constraint `c` holds a position to it"), std::string::npos);
  }
}

TEST(InputsInMotion, AGustMovesTheShippedCartAndItComesBack) {
  const DynamicsResult run = run_dynamics(read_model_file(ALEMBERT_SOURCE_DIR "/models/cart_pole.yaml"));
  double farthest = 0.0;
  for (const std::vector<double>& row : run.outputs) farthest = std::max(farthest, std::abs(row[0]));
  EXPECT_GT(farthest, 0.5);
  EXPECT_LT(std::abs(run.outputs.back()[0]), 5e-3);
  EXPECT_LT(std::abs(run.outputs.back()[1]), 1e-3);
}

// Against series in time, which evaluate the same signal by another way.
TEST(InputsInMotion, HaveExactDerivativesByTime) {
  const auto signals = std::make_shared<InputSignals>(2);
  (*signals)[0] = {nullptr, SplineKind::linear, 2.0, 3.0, 1.0};
  (*signals)[1].curve =
      std::make_shared<const Spline>("c", std::vector<double>{0, 1, 2, 3, 4}, std::vector<double>{0, 1, 0, 2, 1});
  (*signals)[1].kind = SplineKind::akima;
  const std::vector<std::string> names{"a", "b"};
  const Expression e =
      parse_expression("input(a)*input(b)^2 + sin(input(a))*dx(p)", {}, {}).with_inputs(names, signals);
  ASSERT_EQ(e.measures().size(), 1u);
  EXPECT_TRUE(e.uses_time());
  const double x = 0.7;
  for (const double t : {0.3, 1.2, 2.7}) {
    double d_leaf = 0.0, d_time = 0.0, gradient[2], hessian[4];
    const double value = e.gradient(t, {&x, 1}, {&d_leaf, 1}, d_time);
    const Taylor leaf(x);
    const Taylor series = e.evaluate_as<Taylor>(Taylor(t, 1.0, 0.0), {&leaf, 1});
    EXPECT_NEAR(value, series.value, 1e-14);
    EXPECT_NEAR(d_time, series.first, 1e-13);
    EXPECT_NEAR(d_leaf, std::sin(2.0 + 3.0 * (t - 1.0)), 1e-14);
    e.second_derivatives(t, {&x, 1}, gradient, hessian);
    EXPECT_NEAR(gradient[1], d_time, 1e-13);
    EXPECT_NEAR(hessian[3], 2.0 * series.second, 1e-12);
  }
}

}  // namespace
}  // namespace alembert
