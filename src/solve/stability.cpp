#include "solve/stability.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linear/factorisation.h"

namespace alembert {

namespace {
constexpr int kMaxIterations = 500;
constexpr double kSettled = 1e-5;      // relative change of the frequency squared
constexpr int kNamed = 3;              // so many unknowns are named
constexpr double kWorthNaming = 0.05;  // of the mode's energy
}  // namespace

// x <- P M^-1 K x, where P keeps to the tangent space: one solve with [M F; G -eps] for a right-hand side (K x, 0).
LargestFrequency largest_frequency(dae::Problem& problem, const dae::State& state) {
  const dae::Sizes n = problem.sizes();
  LargestFrequency out;
  if (n.velocities == 0) return out;
  const Vector zero = Vector::Zero(n.velocities);
  const dae::TrialPoint at{state.t, state.q, state.v, state.a, state.lambda, zero};
  linear::SparseMatrix matrix, stiffness;
  linear::Factorisation mass;
  problem.newton_matrix({1.0, 0.0, 0.0}, {state.t, state.q}, at, matrix);
  problem.newton_matrix({0.0, 0.0, 1.0}, {state.t, state.q}, at, stiffness);
  if (!mass.factor(matrix)) return out;
  Vector x = Vector::Zero(n.unknowns()), y(n.unknowns()), Mx(n.velocities);
  for (int k = 0; k < n.velocities; ++k) x[k] = 1.0 + 0.37 * std::sin(1.0 + 2.7 * k);  // no mode is orthogonal to it
  double before = 0.0;
  for (int k = 0; k < kMaxIterations; ++k) {
    x.tail(n.multipliers).setZero();
    stiffness.multiply(x, y);
    y.tail(n.multipliers).setZero();
    mass.solve(y);
    const double size = y.head(n.velocities).norm(), last = x.head(n.velocities).norm();
    if (!(size > 0.0) || !std::isfinite(size)) return out;
    const double square = size / last;
    x = y / size;
    out.settled = k > 5 && std::abs(square - before) <= kSettled * square;
    before = square;
    if (out.settled) break;
  }
  out.omega = std::sqrt(before);
  const Vector mode = x.head(n.velocities);
  problem.apply_mass(state.t, state.q, mode, Mx);
  const Vector energy = mode.cwiseProduct(Mx).cwiseAbs();
  std::vector<int> order(static_cast<std::size_t>(n.velocities));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return energy[a] > energy[b]; });
  for (int k = 0; k < std::min(kNamed, n.velocities); ++k) {
    const int unknown = order[static_cast<std::size_t>(k)];
    if (k > 0 && energy[unknown] < kWorthNaming * energy.sum()) break;
    out.carried_by += (k > 0 ? ", " : "") + problem.unknown_name(unknown);
  }
  return out;
}

}  // namespace alembert
