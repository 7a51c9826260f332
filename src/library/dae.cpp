// Equations of the program's own: alembert/dae.h.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "analysis/integrators.h"
#include "base/error.h"
#include "dae/dense_problem.h"
#include "library/data.h"
#include "solve/acceleration_solver.h"

namespace alembert::api::dae {

namespace {

constexpr double kConsistent = 1e-6;  // constraints at the start, absolute

State outside(const alembert::dae::State& state) { return {state.t, state.q, state.v, state.a, state.lambda}; }

void check_sizes(const alembert::dae::Sizes& n, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 const Eigen::VectorXd& lambda) {
  if (q.size() != n.positions || v.size() != n.velocities || lambda.size() != n.multipliers)
    throw UsageError(
        fmt::format("the problem has {} coordinates and {} multipliers, not {} positions, {} velocities and "
                    "{} multipliers",
                    n.positions, n.multipliers, q.size(), v.size(), lambda.size()));
}

}  // namespace

State consistent(const Problem& equations, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 const Eigen::VectorXd& guess) {
  alembert::dae::DenseProblem problem(equations);
  const alembert::dae::Sizes n = problem.sizes();
  alembert::dae::State state(n);
  check_sizes(n, q, v, guess.size() > 0 ? guess : state.lambda);
  state.t = t;
  state.q = q;
  state.v = v;
  if (guess.size() > 0) state.lambda = guess;
  Vector f(n.velocities), phi(n.multipliers), rate(n.multipliers);
  problem.evaluate_with_rate(t, q, v, state.lambda, f, phi, rate);
  for (int k = 0; k < n.multipliers; ++k)
    if (!(std::abs(phi[k]) <= kConsistent) || !(std::abs(rate[k]) <= kConsistent))
      throw AssemblyError(fmt::format("the start does not satisfy {}: it is off by {:.3g}, its rate by {:.3g}",
                                      problem.unknown_name(n.velocities + k), phi[k], rate[k]));
  if (n.velocities > 0 && AccelerationSolver(problem).solve(state) > AccelerationSolver::kSolved)
    throw AssemblyError("the accelerations at the start cannot be found: the equations are singular there");
  return outside(state);
}

State integrate(const Problem& equations, const State& start, const Method& method, const IntegrationOptions& options,
                const Listener<State>& each_step) {
  if (options.step.has_value() == options.tolerance.has_value())
    throw UsageError("give a fixed step, or a tolerance for a variable one");
  alembert::dae::DenseProblem problem(equations);
  alembert::dae::State state(problem.sizes());
  check_sizes(problem.sizes(), start.q, start.v, start.lambda);
  state.t = start.t;
  state.q = start.q;
  state.v = start.v;
  state.a = start.a;
  state.lambda = start.lambda;
  alembert::IntegrationOptions settings;
  settings.step = options.step;
  settings.tolerance = options.tolerance;
  settings.end = options.end;
  const std::unique_ptr<Integrator> integrator =
      make_integrator(problem, method.name, as_map(method.parameters), settings);
  integrator->start(state);
  while (!integrator->done()) {
    integrator->advance();
    if (each_step && !each_step(outside(integrator->state()))) break;
  }
  State end = outside(integrator->state());
  end.a = integrator->acceleration();
  return end;
}

}  // namespace alembert::api::dae
