// Integration in the tangent space of the constraints (004): the forced pendulum in its angle alone and in constrained
// coordinates, against a prototype; stability as linear theory says.
#include <gtest/gtest.h>

#include "analysis/integrators.h"
#include "solve/acceleration_solver.h"
#include "studies/problems.h"
#include "support/model_run.h"

namespace alembert {
namespace {

struct Motion {
  double largest = 0.0;                                 // |theta|
  double at_10 = 0, at_50 = 0, at_100 = 0;              // theta after so many steps
  double position = 0, velocity = 0, acceleration = 0;  // largest violations
};

template <class Functions>
Motion run(const std::string& method, const std::map<std::string, double>& parameters, double h, double end) {
  constexpr int n = Functions::kCoordinates, l = Functions::kPositionConstraints;
  dae::EquationsProblem<Functions> problem;
  dae::State state(problem.sizes());
  if (n == 3) state.q[1] = -1.0;
  AccelerationSolver(problem).solve(state);
  IntegrationOptions options;
  options.step = h;
  options.end = end;
  auto integrator = make_integrator(problem, method, parameters, options);
  integrator->start(state);
  Motion out;
  Vector f(n), phi(l);
  for (int k = 1; !integrator->done(); ++k) {
    integrator->advance();
    const dae::State& s = integrator->state();
    const double theta = s.q[n - 1];
    out.largest = std::max(out.largest, std::abs(theta));
    if (k == 10) out.at_10 = theta;
    if (k == 50) out.at_50 = theta;
    if (k == 100) out.at_100 = theta;
    if (l == 0) continue;
    problem.evaluate(s.t, s.q, s.v, s.lambda, f, phi);
    out.position = std::max(out.position, phi.template lpNorm<Eigen::Infinity>());
    problem.velocity_constraints(s.t, s.q, s.v, phi);
    out.velocity = std::max(out.velocity, phi.template lpNorm<Eigen::Infinity>());
    problem.acceleration_constraints(s.t, s.q, s.v, s.a, phi);
    out.acceleration = std::max(out.acceleration, phi.template lpNorm<Eigen::Infinity>());
  }
  return out;
}

TEST(Tangent, ForcedPendulumIsThePrototype) {
  const test::Table table = test::read_table("p6_stiff_pendulum_stability.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double h = table.number(row, "dt");
    const bool constrained = table.text(row, "coords") == "ns", stable = table.text(row, "stable") == "1";
    const std::map<std::string, double> parameters{{"beta", table.number(row, "beta")},
                                                   {"gamma", table.number(row, "gamma")}};
    const Motion m = constrained ? run<studies::ConstrainedPendulum>("tangent", parameters, h, 600.0)
                                 : run<studies::AnglePendulum>("tangent", parameters, h, 600.0);
    const std::string what = table.text(row, "scheme") + " " + table.text(row, "coords") + " " + table.text(row, "dt");
    if (stable)
      EXPECT_LT(m.largest, 0.02) << what;
    else
      EXPECT_GT(m.largest, 0.1) << what;
    // What grows without bound is sensitive to rounding: its first steps alone compare.
    EXPECT_NEAR(m.at_10, table.number(row, "theta_step10"), 1e-8 * (1 + std::abs(m.at_10))) << what;
    if (stable) {
      // Next to the limit of 0.7825 s an error of Newton's iteration is hardly damped: a thousandth part of the motion.
      const double near = h > 0.78 && h < 0.79 ? 5e-7 : 2e-8;
      EXPECT_NEAR(m.at_50, table.number(row, "theta_step50"), near) << what;
      EXPECT_NEAR(m.at_100, table.number(row, "theta_step100"), near) << what;
      EXPECT_NEAR(m.largest / table.number(row, "maxabs_theta"), 1.0, 1e-3) << what;
    }
    EXPECT_LT(m.position, 1e-12) << what;
    EXPECT_LT(m.velocity, 1e-12) << what;
    // Where the motion grows, so do the accelerations (to 5 m/s^2) and the rounding in them.
    EXPECT_LT(m.acceleration, stable ? 1e-12 : 5e-12) << what;
  }
}

}  // namespace
}  // namespace alembert
