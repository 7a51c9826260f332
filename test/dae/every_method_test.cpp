// A user's DAE in C++ with every method there is: a mass matrix that varies, nonholonomic constraints, forces that are
// not linear in the multipliers; and the derivatives an EquationsProblem makes.
#include <gtest/gtest.h>

#include "analysis/integrators.h"
#include "base/error.h"
#include "dae/equations.h"
#include "solve/acceleration_solver.h"
#include "studies/problems.h"
#include "support/model_run.h"
#include "support/skate.h"

namespace alembert {
namespace {

dae::State run(dae::Problem& problem, const dae::State& start, const std::string& method,
               const std::map<std::string, double>& parameters, double h, double end) {
  IntegrationOptions options;
  options.step = h;
  options.end = end;
  auto integrator = make_integrator(problem, method, parameters, options);
  integrator->start(start);
  while (!integrator->done()) integrator->advance();
  dae::State out = integrator->state();
  out.a = integrator->acceleration();
  return out;
}

TEST(VariableMass, EveryMethodKeepsItsOrder) {
  dae::EquationsProblem<studies::AngleSliderCrank> problem;
  dae::State start(problem.sizes());
  AccelerationSolver(problem).solve(start);
  // theta1 and its rate at t = 2, as for the same mechanism of two bodies.
  const double theta = -0.758205624274966978, rate = -0.133148094083335892;
  for (const MethodDescription& m : stepper_methods()) {
    const double order = m.name == "newmark" ? 1.0 : 2.0;
    const dae::State a = run(problem, start, std::string(m.name), {}, std::pow(2.0, -9), 2.0);
    const dae::State b = run(problem, start, std::string(m.name), {}, std::pow(2.0, -10), 2.0);
    EXPECT_NEAR(test::observed_order(std::abs(a.q[0] - theta), std::abs(b.q[0] - theta)), order, 0.1) << m.name;
    EXPECT_NEAR(test::observed_order(std::abs(a.v[0] - rate), std::abs(b.v[0] - rate)), order, 0.1) << m.name;
  }
}

TEST(NotAdditive, EveryMethodThatCanTakesThePapersProblem) {
  for (const MethodDescription& m : stepper_methods()) {
    dae::EquationsProblem<studies::JayNegrut> problem;
    const dae::State start = studies::JayNegrut::exact(0.0), exact = studies::JayNegrut::exact(1.0);
    const std::string name(m.name);
    if (name == "hht_add") {  // its constraint forces have to add to the others
      EXPECT_THROW(run(problem, start, name, {}, 1.0 / 64, 1.0), UsageError);
      continue;
    }
    if (name == "nstiff") {
      // Its first step, of order 1, leaves index-3 multipliers an error of order 1; with lambda^2 and psi^3 in the
      // forces the second step then has no solution. It says so; nstiff_si2 has no such error.
      EXPECT_THROW(run(problem, start, name, {}, 1.0 / 128, 1.0), IntegrationError);
      continue;
    }
    const double order = name == "newmark" ? 1.0 : 2.0;
    const dae::State a = run(problem, start, name, {}, 1.0 / 128, 1.0),
                     b = run(problem, start, name, {}, 1.0 / 256, 1.0);
    EXPECT_NEAR(test::observed_order((a.lambda - exact.lambda).norm(), (b.lambda - exact.lambda).norm()), order, 0.2)
        << name;
    EXPECT_LT((b.q - exact.q).norm(), name == "newmark" ? 1e-2 : 2e-4) << name;
  }
}

TEST(NotAdditive, SoDoesTheVariableOrderReference) {
  dae::EquationsProblem<studies::JayNegrut> problem;
  IntegrationOptions options;
  options.tolerance = 1e-9;
  auto integrator = make_integrator(problem, "bdf", {}, options);
  integrator->start(studies::JayNegrut::exact(0.0));
  while (!integrator->done()) integrator->advance();
  EXPECT_LT((integrator->state().q - studies::JayNegrut::exact(1.0).q).norm(), 1e-7);
}

TEST(Nonholonomic, SkateOnASlopeMovesInCycloids) {
  dae::EquationsProblem<test::Skate> problem;
  dae::State start(problem.sizes());
  start.v[2] = test::Skate::w;
  AccelerationSolver(problem).solve(start);
  const double t = 2.0, w = test::Skate::w;
  // Both coordinates: newmark's first-order error all but vanishes in y alone at this end time.
  const double r = test::Skate::g / (2 * w * w);
  const Eigen::Vector2d exact(r * std::pow(std::sin(w * t), 2), r * (w * t - std::sin(2 * w * t) / 2));
  const auto error = [&](const dae::State& s) { return (s.q.head<2>() - exact).norm(); };
  for (const MethodDescription& m : stepper_methods()) {
    const std::string name(m.name);
    if (name == "hht_add") {  // has no formulas for it
      EXPECT_THROW(run(problem, start, name, {}, 1.0 / 64, t), UsageError);
      continue;
    }
    const dae::State a = run(problem, start, name, {}, 1.0 / 256, t), b = run(problem, start, name, {}, 1.0 / 512, t);
    EXPECT_NEAR(test::observed_order(error(a), error(b)), name == "newmark" ? 1.0 : 2.0, 0.1) << name;
    Vector k(1);
    problem.velocity_constraints(b.t, b.q, b.v, k);
    EXPECT_LT(std::abs(k[0]), 1e-9) << name;
  }
}

// What automatic differentiation makes of the functions, against differences of the functions themselves.
TEST(EquationsProblem, LinearisesItsEquations) {
  dae::EquationsProblem<studies::JayNegrut> problem;
  dae::State s = studies::JayNegrut::exact(0.3);
  s.q += Eigen::Vector2d(0.1, -0.2);
  s.v += Eigen::Vector2d(0.3, 0.1);
  const dae::Weights w{1.3, 0.7, 0.4};
  const Vector zero = Vector::Zero(2);
  Vector values(16);
  problem.linearise(w, {s.t, s.q, true}, {s.t, s.q, s.v, s.a, s.lambda, zero}, values.data());
  const Eigen::Map<Eigen::Matrix4d> J(values.data());
  const auto equations = [&](const Vector& y, const Vector& dlambda) {
    const Vector q = s.q + w.stiffness * y, v = s.v + w.damping * y, a = s.a + y, lambda = s.lambda + dlambda;
    Vector f(2), phi(2), Ma(2), e(4);
    problem.evaluate(s.t, q, v, lambda, f, phi);
    problem.apply_mass(s.t, q, a, Ma);
    e << w.mass * Ma + f, phi[0] / w.stiffness, phi[1] / w.damping;
    return e;
  };
  const double step = 1e-6;
  for (int c = 0; c < 4; ++c) {
    Vector y = Vector::Zero(2), l = Vector::Zero(2);
    (c < 2 ? y[c] : l[c - 2]) = step;
    const Vector column = (equations(y, l) - equations(-y, -l)) / (2 * step);
    EXPECT_LT((column - J.col(c)).norm(), 1e-7 * (1 + column.norm())) << c;
  }
}

// d/dt of the velocity constraints along the exact motion is zero.
TEST(EquationsProblem, AccelerationConstraintsVanishOnTheExactMotion) {
  dae::EquationsProblem<studies::JayNegrut> problem;
  for (const double t : {0.0, 0.4, 1.0}) {
    const dae::State s = studies::JayNegrut::exact(t);
    Vector c(2);
    problem.acceleration_constraints(s.t, s.q, s.v, s.a, c);
    EXPECT_LT(c.norm(), 1e-13) << t;
  }
}

}  // namespace
}  // namespace alembert
