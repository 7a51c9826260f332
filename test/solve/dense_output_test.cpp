// The state between two steps: as accurate as at their ends, and on the constraints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solve/acceleration_solver.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

// Largest errors of q and v at three places of every step of q'' = -q from q = 1: cos t, -sin t.
std::pair<double, double> errors_between(const std::string& method, double h) {
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q; });
  Stepper stepper(problem, make_method(method, {}), test::fixed_step(h, 2.0));
  stepper.start(test::scalar_state(0.0, 1.0, 0.0, -1.0));
  dae::State between = stepper.state();
  double q = 0.0, v = 0.0;
  while (!stepper.done()) {
    stepper.advance();
    for (const double part : {0.2, 0.5, 0.9}) {
      const double t = stepper.previous().t + part * h;
      stepper.interpolate(t, between);
      EXPECT_EQ(between.t, t);
      q = std::max(q, std::abs(between.q[0] - std::cos(t)));
      v = std::max(v, std::abs(between.v[0] + std::sin(t)));
    }
  }
  return {q, v};
}

TEST(DenseOutput, HasTheOrderOfTheMethod) {
  for (const MethodDescription& m : stepper_methods()) {
    const std::string name(m.name);
    const double order = make_method(name, {})->order();
    const auto [q1, v1] = errors_between(name, 0.02);
    const auto [q2, v2] = errors_between(name, 0.01);
    EXPECT_NEAR(std::log2(q1 / q2), order, 0.15) << name;
    EXPECT_NEAR(std::log2(v1 / v2), order, 0.15) << name;
  }
}

// A parabola is what all second-order formulas integrate exactly, and a cubic through its ends is it.
TEST(DenseOutput, IsExactUnderAConstantForce) {
  auto problem = test::scalar_problem([](auto, auto, auto) { return -10.0; });
  Stepper stepper(problem, make_method("hht", {}), test::fixed_step(0.25, 1.0));
  stepper.start(test::scalar_state(0.0, 2.0, 3.0, -10.0));
  dae::State between = stepper.state();
  while (!stepper.done()) {
    stepper.advance();
    const double t = stepper.state().t - 0.1;
    stepper.interpolate(t, between);
    EXPECT_NEAR(between.q[0], 2.0 + 3.0 * t - 5.0 * t * t, 1e-14);
    EXPECT_NEAR(between.v[0], 3.0 - 10.0 * t, 1e-14);
    EXPECT_NEAR(between.a[0], -10.0, 1e-13);
  }
}

// Positions to 1e-11, rates only where the method holds them.
TEST(DenseOutput, IsOnTheConstraints) {
  for (const MethodDescription& m : stepper_methods()) {
    const std::string name(m.name);
    dae::EquationsProblem<test::Pendulum> problem;
    Stepper stepper(problem, make_method(name, {}), test::fixed_step(0.02, 1.0));
    stepper.start(test::Pendulum::level());
    dae::State between = stepper.state();
    double open = 0.0, rate = 0.0;
    while (!stepper.done()) {
      stepper.advance();
      stepper.interpolate(stepper.previous().t + 0.3 * 0.02, between);
      open = std::max(open, std::abs(0.5 * (between.q.squaredNorm() - 1.0)));
      rate = std::max(rate, std::abs(between.q.dot(between.v)));
    }
    EXPECT_LT(open, 1e-11) << name;
    // 1e-13 is asked for; velocities are up to 4.5 m/s.
    if (make_method(name, {})->enforces_velocity()) {
      EXPECT_LT(rate, 1e-12) << name;
    } else {
      EXPECT_GT(rate, 1e-9) << name;  // these methods let the rates drift
    }
  }
}

TEST(DenseOutput, MeetsTheStepsAtTheirEnds) {
  dae::EquationsProblem<test::Pendulum> problem;
  Stepper stepper(problem, make_method("hht_si2", {}), test::fixed_step(0.02, 0.2));
  stepper.start(test::Pendulum::level());
  dae::State at = stepper.state();
  while (!stepper.done()) {
    stepper.advance();
    stepper.interpolate(stepper.state().t, at);
    EXPECT_EQ(at.q, stepper.state().q);
    EXPECT_EQ(at.v, stepper.state().v);
    EXPECT_EQ(at.lambda, stepper.state().lambda);
    stepper.interpolate(stepper.previous().t, at);
    // At the end of a step joints may be open by 1e-9; the dense output closes them.
    EXPECT_LT((at.q - stepper.previous().q).norm(), 1e-9);
    EXPECT_LT((at.v - stepper.previous().v).norm(), 1e-9);
  }
}

// On the circle q.a + v.v = 0 and a = -g e_y - q lambda, so lambda = v.v - g y.
TEST(Accelerations, OfAPendulumAreThoseOfTheClosedForm) {
  dae::EquationsProblem<test::Pendulum> problem;
  for (const double angle : {0.0, 0.4, 1.5, 3.0})
    for (const double w : {0.0, -2.0, 5.0}) {
      dae::State s = test::Pendulum::level();
      s.q = Eigen::Vector2d(std::sin(angle), -std::cos(angle));
      s.v = w * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      EXPECT_LT(AccelerationSolver(problem).solve(s), AccelerationSolver::kSolved);
      const double lambda = w * w + test::Pendulum::g * std::cos(angle);
      EXPECT_NEAR(s.lambda[0], lambda, 1e-12);
      const Eigen::Vector2d a = Eigen::Vector2d(0.0, -test::Pendulum::g) - lambda * Eigen::Vector2d(s.q);
      EXPECT_LT((s.a - a).norm(), 1e-12);
    }
}

}  // namespace
}  // namespace alembert
