// Bodies of very different masses, and such without any: what they do follows from the others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/energy_warning.h"
#include "analysis/integrators.h"
#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// Crank, coupler and rocker of a four-bar that falls, of revolutes about z: three equations too many where bodies are
// not planar.
Model four_bar(double crank, double coupler, double rocker, bool planar) {
  const auto body = [&](const char* name, double mass, double length, const char* place) {
    const double J = mass * length * length / 12.0;
    const std::string inertia = planar ? fmt::format("type: planar, inertia: {:.17g}", J)
                                       : fmt::format("inertia: [{0:.17g}, {1:.17g}, {1:.17g}]", J / 50.0, J);
    return fmt::format("  {}: {{mass: {:.17g}, {}, {}}}\n", name, mass, inertia, place);
  };
  return test::model_from(
      "alembert: 1\ngravity: [0, -9.81, 0]\nparameters: {x: 0.2*cos(1), y: 0.2*sin(1)}\nbodies:\n" +
      body("crank", crank, 0.2, "position: [x/2, y/2, 0], orientation: {axis: [0, 0, 1], angle: 1}") +
      body("coupler", coupler, 0.5, "position: [x + 0.25, y, 0]") +
      body("rocker", rocker, 0.3, "position: [x + 0.5, y - 0.15, 0], orientation: {axis: [0, 0, 1], angle: pi/2}") +
      R"yaml(joints:
  A: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: revolute, bodies: [crank, coupler], at: [x, y, 0], axis: [0, 0, 1]}
  C: {type: revolute, bodies: [coupler, rocker], at: [x + 0.5, y, 0], axis: [0, 0, 1]}
  D: {type: revolute, bodies: [ground, rocker], at: [x + 0.5, y - 0.3, 0], axis: [0, 0, 1]}
outputs: {crank: az(crank), rocker: az(rocker)}
simulation: {end: 0.4}
)yaml");
}

double crank_at_end(const Model& model) { return test::final_outputs(run_dynamics(model)).at("crank"); }

// A coupler of 1e-10 of its neighbours' masses, or these 1e10 times as heavy as it, moves as one without mass. What is
// left are the methods' errors, 3e-5 here, which are nearly the same in all three: the last steps may differ.
TEST(MassRatios, OfTenBillionAreAsNoMassForEveryMethod) {
  for (const bool planar : {true, false})
    for (const MethodDescription& each : all_methods()) {
      const std::string method(each.name);
      SCOPED_TRACE(method + (planar ? ", planar" : ", spatial"));
      const bool reference = method == "bdf";
      for (const bool fixed : {false, true}) {
        if (fixed && reference) continue;
        const auto with = [&](Model model) {
          return fixed ? test::with_step(std::move(model), method, {}, 1e-3)
                       : test::with_tolerance(std::move(model), method, {}, 1e-8);
        };
        const double light = crank_at_end(with(four_bar(1, 1e-10, 1, planar)));
        const double heavy = crank_at_end(with(four_bar(1e10, 1, 1e10, planar)));
        EXPECT_NEAR(heavy, light, 5e-6);
        if (method == "hht_add") continue;  // it needs M^-1
        EXPECT_NEAR(crank_at_end(with(four_bar(1, 0, 1, planar))), light, 5e-6);
      }
    }
}

// eps of the joints must not be felt where a light body holds heavy ones together.
TEST(MassRatios, LeaveEveryMethodAsAccurateAsItIs) {
  const double exact = crank_at_end(test::with_tolerance(four_bar(1, 1e-8, 1, false), "bdf", {}, 1e-11));
  for (const char* method : {"hht_si2", "hht_add", "tangent", "gen_alpha_soi2", "hht"})
    EXPECT_NEAR(crank_at_end(test::with_tolerance(four_bar(1, 1e-8, 1, false), method, {}, 1e-8)), exact, 5e-5)
        << method;
}

TEST(MassRatios, AlternatingInLongChainsStart) {
  std::string bodies, joints, before = "ground";
  for (int k = 0; k < 12; ++k) {
    const double m = k % 2 == 0 ? 1e10 : 1.0;
    bodies +=
        fmt::format("  b{0}: {{mass: {1}, inertia: [{2}, {3}, {3}], position: [{4}, 0, 0], velocity: [0, {5}, 0]}}\n",
                    k, m, m / 2400.0, m / 48.0, 0.5 * k + 0.25, k == 6 ? 1 : 0);
    joints += fmt::format("  r{}: {{type: revolute, bodies: [{}, b{}], at: [{}, 0, 0], axis: [0, 0, 1]}}\n", k, before,
                          k, 0.5 * k);
    before = fmt::format("b{}", k);
  }
  const Model model =
      test::model_from("alembert: 1\nbodies:\n" + bodies + "joints:\n" + joints + "simulation: {end: 0.001}\n");
  const DynamicsEngine engine(model);
  Vector rate(engine.system().sizes().multipliers);
  const dae::State& s = engine.initial_state();
  MultibodyProblem problem(engine.system());
  problem.recall(s);
  problem.velocity_constraints(s.t, s.q, s.v, rate);
  EXPECT_LT(rate.cwiseAbs().maxCoeff(), 1e-10);
}

// A massless rod carries a point: a simple pendulum.
TEST(Massless, RodWithAPointIsASimplePendulum) {
  const Model rod = test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 0, inertia: [0, 0, 0], position: [0.5, 0, 0]}
  bob: {type: point, mass: 2, position: [1, 0, 0]}
joints:
  pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
  end: {type: spherical, bodies: [rod, bob], at: [1, 0, 0]}
outputs: {crank: dx(bob)}
simulation: {end: 1}
)yaml");
  const Model string = test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {bob: {type: point, mass: 2, position: [1, 0, 0]}}
joints:
  string: {type: distance, between: [ground, bob]}
  plane: {type: inplane, between: [ground, bob]}
outputs: {crank: dx(bob)}
simulation: {end: 1}
)yaml");
  const double exact = crank_at_end(test::with_tolerance(string, "bdf", {}, 1e-11));
  for (const MethodDescription& each : all_methods()) {
    const std::string method(each.name);
    if (method == "hht_add") continue;
    const double off = method == "newmark" ? 2e-2 : 1e-4;  // of order 1
    EXPECT_NEAR(crank_at_end(test::with_tolerance(rod, method, {}, 1e-8)), exact, off) << method;
  }
}

std::string refusal(const std::string& bodies, const std::string& others) {
  try {
    run_dynamics(test::model_from("alembert: 1\nbodies: " + bodies + "\n" + others + "\nsimulation: {end: 0.1}\n"));
  } catch (const AssemblyError& e) {
    return e.what();
  }
  return "not refused";
}

TEST(Massless, WithoutAHoldIsRefusedByName) {
  const auto expect = [](const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
  };
  // A body on a spring, one that may turn about its length, one that may spin on its pin.
  expect(refusal("{b: {type: point, mass: 0, position: [1, 0, 0]}}",
                 "forces: {s: {type: spring_damper, between: [ground, b], stiffness: 10}}"),
         {"body b: x", "no mass", "springs", "`mass`"});
  expect(refusal("{b: {mass: 1, inertia: [0, 1, 1], position: [1, 0, 0]}}",
                 "joints: {j: {type: spherical, bodies: [ground, b], at: [0, 0, 0]}}"),
         {"body b: rotation x", "no inertia", "`inertia`"});
  expect(refusal("{b: {mass: 1, inertia: [1, 1, 0]}}",
                 "joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}"),
         {"body b: rotation z", "no inertia"});
}

// Moments about axes that a joint holds do not matter, and need not be those of any body.
TEST(Massless, MomentsAboutHeldAxesMayBeZero) {
  const auto pendulum = [](const char* inertia) {
    return crank_at_end(test::model_from(fmt::format(
        "alembert: 1\ngravity: [0, -9.81, 0]\nbodies: {{b: {{mass: 1, inertia: {}, position: [0.5, 0, 0]}}}}\n"
        "joints: {{j: {{type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}}}\n"
        "outputs: {{crank: az(b)}}\nsimulation: {{end: 1}}\n",
        inertia)));
  };
  const double whole = pendulum("[0.1, 0.1, 0.1]");
  EXPECT_NEAR(pendulum("[0, 0, 0.1]"), whole, 1e-7);
  EXPECT_NEAR(pendulum("[0, 0.05, 0.1]"), whole, 1e-7);
}

TEST(EnergyWarning, SeesWhatWasThereBeforeTheEnd) {
  RunSummary summary;
  summary.turned_over = 10.0;
  summary.numerical = 0.05;
  EXPECT_FALSE(energy_warning(summary));
  summary.most_numerical = 0.18;
  summary.most_numerical_time = 2.5;
  ASSERT_TRUE(energy_warning(summary));
  EXPECT_NE(energy_warning(summary)->find("added 0.18 J until t = 2.5 s, 1.8 %"), std::string::npos);
  summary.numerical = -0.2;
  EXPECT_NE(energy_warning(summary)->find("removed 0.2 J, 2 %"), std::string::npos);
}

}  // namespace
}  // namespace alembert
