#include "analysis/unstable_start.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/assembler.h"
#include "analysis/statics/equilibrium.h"
#include "base/error.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

constexpr double kNoVelocity = 1e-12;  // rad/s, or of the mechanism's size a second
constexpr double kInBalance = 1e-10;   // of the forces that act: joints are closed to 1e-11
constexpr int kMostCoordinates = 600;  // the eigenvalues of a full matrix of this size take about a second
// Of the time to the end: whether forces or drives that change with time set it in motion.
constexpr double kLater[] = {1e-4, 1e-3, 1e-2, 0.05, 0.11, 0.23, 0.37, 0.61, 0.83, 1.0};

bool in_balance(MultibodyProblem& problem, const dae::State& state) {
  const dae::Sizes& n = problem.sizes();
  Vector forces(n.velocities), phi(n.multipliers), left(n.velocities);
  problem.evaluate(state.t, state.q, state.v, Vector::Zero(n.multipliers), forces, phi);
  problem.apply_mass(state.t, state.q, state.a, left);
  const double acting = forces.lpNorm<Eigen::Infinity>();
  return acting > 0.0 && left.lpNorm<Eigen::Infinity>() <= kInBalance * acting;
}

// Neither the constraints nor the forces of later times move it.
bool stays(MultibodyProblem& problem, const dae::State& start, double size) {
  Assembler assembler(problem, start.t);
  AccelerationSolver accelerations(problem);
  for (const double share : kLater) {
    dae::State later = start;
    later.t = start.t + share * (problem.system().model().simulation.end - start.t);
    assembler.set_time(later.t);
    if (!(assembler.violation(later.q) <= 1e-9 * size)) return false;
    if (accelerations.solve(later) > AccelerationSolver::kSolved || !in_balance(problem, later)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> unstable_start(Mechanism& mechanism) {
  MultibodyProblem& problem = mechanism.problem();
  const dae::State& start = mechanism.initial_state();
  const double size = model_size(problem);
  if (problem.sizes().states > 0 || start.v.size() == 0 || mechanism.start_report().degrees_of_freedom == 0)
    return std::nullopt;
  if (!(start.v.lpNorm<Eigen::Infinity>() <= kNoVelocity * std::min(1.0, size))) return std::nullopt;
  problem.recall(start);
  if (!in_balance(problem, start) || !stays(problem, start, size)) return std::nullopt;
  problem.recall(start);
  if (start.v.size() > kMostCoordinates)
    return fmt::format(
        "the mechanism starts at rest in an equilibrium; whether that is stable was not looked at, for its {} "
        "coordinates: if it is not, what happens depends on rounding errors",
        start.v.size());
  Equilibrium at;
  at.state = start;
  at.state.v.setZero();
  Vector direction;
  try {
    find_stability(problem, at, direction);
  } catch (const Error&) {  // its eigenvalues were not found: nothing is known that could be told
    return std::nullopt;
  }
  problem.recall(start);
  if (at.stability != Equilibrium::Stability::unstable) return std::nullopt;
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return fmt::format(
      "the mechanism starts at rest in an unstable equilibrium (direction: {}, eigenvalue {:.4g} 1/s^2): what happens "
      "depends on rounding errors; give it a small velocity or displacement",
      problem.unknown_name(static_cast<int>(largest)), at.smallest_eigenvalue.value_or(0.0));
}

}  // namespace alembert
