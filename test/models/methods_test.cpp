// What every method promises: constraints it holds, a matrix that stays well conditioned, parameters it refuses.
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

struct Levels {
  double position = 0.0, velocity = 0.0, acceleration = 0.0;
};

// Largest violations at the accepted steps.
Levels violations(const Model& model) {
  DynamicsEngine engine(model);
  MultibodyProblem& problem = engine.problem();
  Integrator& integrator = engine.integrator();
  Levels out;
  Vector f(problem.sizes().velocities), c(problem.sizes().multipliers);
  while (!integrator.done()) {
    integrator.advance();
    const dae::State& s = integrator.state();
    problem.evaluate(s.t, s.q, s.v, s.lambda, f, c);
    out.position = std::max(out.position, c.lpNorm<Eigen::Infinity>());
    problem.velocity_constraints(s.t, s.q, s.v, c);
    out.velocity = std::max(out.velocity, c.lpNorm<Eigen::Infinity>());
    problem.acceleration_constraints(s.t, s.q, s.v, s.a, c);
    out.acceleration = std::max(out.acceleration, c.lpNorm<Eigen::Infinity>());
  }
  return out;
}

TEST(Methods, HoldTheConstraintsTheySay) {
  for (const MethodDescription& m : stepper_methods())
    for (const double h : {1.0 / 64, 1.0 / 1024}) {
      const std::string name(m.name), held(m.enforces);
      const Levels v = violations(test::with_step(test::shipped_model("slider_crank"), name, {}, h));
      EXPECT_LT(v.position, 1e-9) << name << " " << h;
      if (held.find("velocity") != std::string::npos) {
        EXPECT_LT(v.velocity, 1e-12) << name << " " << h;
      }
      if (held.find("acceleration") != std::string::npos) {
        // Accelerations reach 400 rad/s^2 here: 1e-13 of that.
        EXPECT_LT(v.position, 1e-12) << name << " " << h;
        EXPECT_LT(v.acceleration, 5e-11) << name << " " << h;
      }
    }
}

// Scaling keeps the matrix as it is while the step shrinks: unscaled, its condition would grow as h^-2 to h^-4.
TEST(Methods, MatrixStaysWellConditionedAsTheStepShrinks) {
  for (const char* mechanism : {"slider_crank", "seven_body", "bricard"})
    for (const MethodDescription& m : stepper_methods()) {
      if (m.name == "hht_add" && std::string(mechanism) == "bricard") continue;  // rods without inertia
      std::vector<double> conditions;
      for (const double h : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
        Model model = test::with_step(test::shipped_model(mechanism), std::string(m.name), {}, h);
        model.simulation.end = 3 * h;
        DynamicsEngine engine(model);
        while (!engine.stepper().done()) engine.stepper().advance();
        conditions.push_back(engine.stepper().condition());
      }
      for (const double c : conditions) EXPECT_LT(c, 3.0 * conditions.front()) << mechanism << " " << m.name;
    }
}

// 004's double pendulum: Fox-Goodwin in the tangent space runs where index 3 cannot.
TEST(Tangent, FoxGoodwinOnTheStiffDoublePendulum) {
  const double exact = 4.64047818322132 - 2 * M_PI;  // theta1 at t = 2, without whole turns
  for (const auto& [h, error] : {std::pair{5e-4, 0.11}, {2.5e-4, 6.6e-3}}) {
    Model model =
        test::with_step(test::shipped_model("double_pendulum"), "tangent", {{"beta", 1.0 / 12}, {"gamma", 0.5}}, h);
    model.simulation.end = 10.0;
    model.simulation.output_step = 2.0;
    const DynamicsResult run = run_dynamics(model);
    EXPECT_EQ(run.summary.status, "done");
    const double at_2 = test::column(run, "theta1")[1];
    EXPECT_NEAR(std::abs(at_2 - exact) / error, 1.0, 0.02) << h;
    // It ends where the springs let it hang: theta1(10) = 4.71236628847465.
    EXPECT_NEAR(test::column(run, "theta1").back(), 4.71236628847465 - 2 * M_PI, 1e-3);
  }
}

TEST(Tangent, SaysTheLongestStableStepAndWhatLimitsIt) {
  Model model = test::with_step(test::shipped_model("double_pendulum"), "tangent", {{"beta", 1.0 / 12}}, 5e-3);
  DynamicsEngine engine(model);
  ASSERT_FALSE(engine.warnings().empty());
  const std::string& text = engine.warnings().back();
  EXPECT_NE(text.find("stable for steps below 0.003 s"), std::string::npos) << text;
  EXPECT_NE(text.find("body lower"), std::string::npos) << text;
  EXPECT_NE(text.find("above it"), std::string::npos) << text;
}

// A mass on a spring has one frequency, known in closed form: omega = sqrt(k/m), limit 2/omega for central differences.
TEST(CentralDifference, IsStableBelowItsLimitAndNotAbove) {
  const auto largest = [](double h) {
    Model model = test::model_from(R"(
alembert: 1
bodies:
  ground: {markers: {anchor: {at: [-1, 0, 0]}}}
  mass: {type: planar, mass: 4, inertia: [1, 1, 1], position: [0.1, 0, 0]}
joints:
  guide: {type: translational, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  spring: {type: spring_damper, between: [ground.anchor, mass], stiffness: 100, length: 1}
outputs: {x: dx(mass)}
simulation: {end: 100}
)");
    model = test::with_step(model, "central_difference", {}, h);
    model.simulation.output_step = h;
    const DynamicsResult run = run_dynamics(model);
    double out = 0.0;
    for (const double x : test::column(run, "x")) out = std::max(out, std::abs(x));
    EXPECT_NE(run.summary.warnings.front().find("5 rad/s"), std::string::npos) << run.summary.warnings.front();
    return out;
  };
  EXPECT_LT(largest(0.39), 0.2);  // the limit is 2/5 s
  EXPECT_GT(largest(0.41), 10.0);
}

struct Refusal {
  std::string method;
  std::map<std::string, double> parameters;
  std::string says;
};

TEST(Methods, RefuseParametersOutsideTheirRangeAndNameIt) {
  for (const auto& [method, parameters, says] :
       {Refusal{"hht", {{"alpha", -0.4}}, "[-1/3, 0]"}, Refusal{"hht", {{"alpha", 0.1}}, "[-1/3, 0]"},
        Refusal{"hht_si2", {{"alpha", -0.5}}, "[-1/3, 0]"}, Refusal{"hht_add", {{"b", 0.5}}, "not 1/2"},
        Refusal{"hht_add", {{"alpha", 1.0}}, "[-1/3, 0]"}, Refusal{"newmark", {{"gamma", 0.4}}, "[1/2, 1]"},
        Refusal{"newmark", {{"beta", 0.0}}, "(0, 1]"}, Refusal{"gen_alpha_soi2", {{"rho", 1.5}}, "[0, 1]"},
        Refusal{"gen_alpha_soi2", {{"move_a", 0.0}}, "has no parameter"},
        Refusal{"tangent", {{"beta", -0.1}}, "[0, 1/2]"}, Refusal{"tangent", {{"gamma", 0.4}}, "[1/2, 1]"},
        Refusal{"tangent", {{"alpha", -0.1}, {"beta", 0.2}}, "not both"},
        Refusal{"nstiff", {{"alpha", 0.0}}, "no parameter"},
        Refusal{"central_difference", {{"h", 1.0}}, "no parameter"}, Refusal{"bdf", {{"stabilised", 0.5}}, "0 or 1"},
        Refusal{"hht", {{"alpha", std::nan("")}}, "[-1/3, 0]"}}) {
    try {
      DynamicsEngine engine(test::with_tolerance(test::shipped_model("slider_crank"), method, parameters, 1e-5));
      ADD_FAILURE() << method << " was not refused";
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(says), std::string::npos) << e.what();
    }
  }
}

TEST(Methods, WarnWhereTheorySaysTheyRingOrBlowUp) {
  for (const auto& [method, parameters, says] :
       {Refusal{"newmark", {{"gamma", 0.5}}, "ring"},
        Refusal{"newmark", {{"gamma", 0.5}, {"beta", 1.0 / 12}}, "blow up"}, Refusal{"hht", {{"alpha", 0.0}}, "ring"},
        Refusal{"gen_alpha_soi2", {{"rho", 1.0}}, "never forgotten"}}) {
    DynamicsEngine engine(test::with_step(test::shipped_model("slider_crank"), method, parameters, 1e-3));
    std::string all;
    for (const std::string& w : engine.warnings()) all += w + "\n";
    EXPECT_NE(all.find(says), std::string::npos) << method << ": " << all;
  }
}

}  // namespace
}  // namespace alembert
