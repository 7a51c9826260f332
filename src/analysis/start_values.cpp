#include "analysis/start_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "linear/dense.h"
#include "linear/sparse_matrix.h"
#include "solve/acceleration_solver.h"

namespace alembert {

void solve_accelerations(MultibodyProblem& problem, dae::State& state) {
  if (AccelerationSolver(problem).solve(state) > AccelerationSolver::kSolved)
    throw AssemblyError("the accelerations at the start cannot be found: the mechanism starts in a singular position");
}

// Newton's iteration on their derivatives, with reactions brought up to date in between.
void settle_states(MultibodyProblem& problem, dae::State& state) {
  std::vector<int> unknowns;
  const auto& states = problem.system().model().states;
  for (std::size_t k = 0; k < states.size(); ++k)
    if (states[k].steady) unknowns.push_back(problem.system().states()[k].v);
  if (unknowns.empty()) return;
  const dae::Sizes n = problem.sizes();
  const auto count = static_cast<Eigen::Index>(unknowns.size());
  linear::SparseMatrix matrix;
  const Vector zero = Vector::Zero(n.velocities);
  Vector f(n.velocities), phi(n.multipliers), r(count);
  Eigen::MatrixXd J(count, count);
  for (int k = 0; k < 50; ++k) {
    problem.evaluate(state.t, state.q, state.v, state.lambda, f, phi);
    problem.newton_matrix({0.0, 1.0, 0.0}, {state.t, state.q}, {state.t, state.q, state.v, state.a, state.lambda, zero},
                          matrix);
    const linear::Pattern& pattern = *matrix.pattern();
    J.setZero();
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto column = static_cast<std::size_t>(unknowns[static_cast<std::size_t>(c)]);
      for (int at = pattern.column_starts()[column]; at < pattern.column_starts()[column + 1]; ++at)
        for (Eigen::Index row = 0; row < count; ++row)
          if (pattern.rows()[static_cast<std::size_t>(at)] == unknowns[static_cast<std::size_t>(row)])
            J(row, c) = matrix.values()[at];
    }
    for (Eigen::Index row = 0; row < count; ++row) r[row] = f[unknowns[static_cast<std::size_t>(row)]];
    const linear::FullLu lu(J);
    const Vector change = -lu.solve(r);
    double size = 0.0;
    for (Eigen::Index row = 0; row < count; ++row) {
      double& x = state.v[unknowns[static_cast<std::size_t>(row)]];
      x += change[row];
      size = std::max(size, std::abs(x));
    }
    if (!lu.invertible() || !change.allFinite()) break;
    solve_accelerations(problem, state);
    if (change.lpNorm<Eigen::Infinity>() <= 1e-13 * (1.0 + size)) return;
  }
  throw AssemblyError(
      fmt::format("no steady value of {} was found: give `initial` a number", problem.unknown_name(unknowns.front())));
}

}  // namespace alembert
