#include "alembert/dae.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {
constexpr double kConsistent = 1e-6;  // constraints at the start, absolute
}

dae::State consistent(dae::Problem& problem, double t, const Vector& q, const Vector& v, const Vector& guess) {
  const dae::Sizes n = problem.sizes();
  dae::State state(n);
  if (q.size() != n.positions || v.size() != n.velocities || (guess.size() > 0 && guess.size() != n.multipliers))
    throw UsageError(fmt::format("the problem has {} positions, {} velocities and {} multipliers, not {}, {} and {}",
                                 n.positions, n.velocities, n.multipliers, q.size(), v.size(), guess.size()));
  state.t = t;
  state.q = q;
  state.v = v;
  if (guess.size() > 0) state.lambda = guess;
  Vector f(n.velocities), phi(n.multipliers), rate(n.multipliers);
  problem.recall(state);
  problem.evaluate_with_rate(t, q, v, state.lambda, f, phi, rate);
  for (int k = 0; k < n.multipliers; ++k)
    if (!(std::abs(phi[k]) <= kConsistent) || !(std::abs(rate[k]) <= kConsistent))
      throw AssemblyError(fmt::format("the start does not satisfy {}: it is off by {:.3g}, its rate by {:.3g}",
                                      problem.unknown_name(n.velocities + k), phi[k], rate[k]));
  if (n.velocities > 0 && AccelerationSolver(problem).solve(state) > AccelerationSolver::kSolved)
    throw AssemblyError("the accelerations at the start cannot be found: the equations are singular there");
  problem.remember(state);
  return state;
}

dae::State integrate(dae::Problem& problem, const dae::State& start, const MethodChoice& method,
                     const IntegrationOptions& options, const std::function<void(const dae::State&)>& each_step) {
  if (options.step.has_value() == options.tolerance.has_value())
    throw UsageError("give a fixed step, or a tolerance for a variable one");
  const std::unique_ptr<Integrator> integrator = make_integrator(problem, method.name, method.parameters, options);
  integrator->start(start);
  while (!integrator->done()) {
    integrator->advance();
    if (each_step) each_step(integrator->state());
  }
  dae::State end = integrator->state();
  end.a = integrator->acceleration();
  return end;
}

}  // namespace alembert
