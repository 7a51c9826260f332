// Whether an equilibrium is stable: the smallest eigenvalue of K x = omega^2 M x in the free directions.
#include "solve/stability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/linear/free_motions.h"
#include "analysis/linear/modes.h"
#include "analysis/linear/stiffness_modes.h"
#include "analysis/statics/equilibrium.h"
#include "base/error.h"
#include "linear/dense.h"

namespace alembert {

namespace {

using Eigen::MatrixXd;

constexpr double kNeutral = 1e-10;                // of the largest eigenvalue: stiffness below this is none
constexpr double kFirstShift = 1e-6;              // of the largest eigenvalue: about where the lowest of 1000 are
constexpr int kFirstCount = 6, kLastCount = 384;  // modes of a large model that are looked for

// M, K and G (of positions and velocities) in the problem's numbers, of bodies alone.
struct Matrices {
  MatrixXd M, K, G;
};

// What states that follow displacements add to the stiffness: df/dx dx/dq = df/dx B, with B = -df_x/dv.
void add_following(MultibodyProblem& problem, const dae::State& s, MatrixXd& K) {
  const dae::Sizes& n = problem.sizes();
  const Eigen::Index nb = n.velocities - n.states;
  const Vector zero = Vector::Zero(n.velocities);
  linear::SparseMatrix D;
  problem.newton_matrix({0.0, 1.0, 0.0}, {s.t, s.q}, {s.t, s.q, s.v, zero, s.lambda, zero}, D);
  const std::vector<int> rows = following_states(problem, D);
  const auto count = static_cast<Eigen::Index>(rows.size());
  MatrixXd B = MatrixXd::Zero(count, nb), F = MatrixXd::Zero(nb, count);
  const linear::Pattern& pattern = *D.pattern();
  for (int c = 0; c < n.velocities; ++c)
    for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
         k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k) {
      const int r = pattern.rows()[static_cast<std::size_t>(k)];
      const auto as_row = std::lower_bound(rows.begin(), rows.end(), r),
                 as_column = std::lower_bound(rows.begin(), rows.end(), c);
      if (c < nb && as_row != rows.end() && *as_row == r) B(as_row - rows.begin(), c) = -D.values()[k];
      if (r < nb && as_column != rows.end() && *as_column == c) F(r, as_column - rows.begin()) = D.values()[k];
    }
  K += F * B;
}

Matrices matrices_at(MultibodyProblem& problem, const dae::State& s) {
  const dae::Sizes& n = problem.sizes();
  const Eigen::Index nb = n.velocities - n.states;
  const linear::Pattern& pattern = *problem.pattern();
  const Vector zero = Vector::Zero(n.velocities);
  std::vector<double> values(static_cast<std::size_t>(pattern.nonzeros()));
  Matrices out{MatrixXd::Zero(nb, nb), MatrixXd::Zero(nb, nb), MatrixXd::Zero(n.multipliers, nb)};
  for (const bool mass : {true, false}) {
    problem.linearise({mass ? 1.0 : 0.0, 0.0, mass ? 0.0 : 1.0}, {s.t, s.q}, {s.t, s.q, s.v, zero, s.lambda, zero},
                      values.data());
    for (int c = 0; c < nb; ++c)
      for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
           k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k) {
        const int r = pattern.rows()[static_cast<std::size_t>(k)];
        if (r < nb) (mass ? out.M : out.K)(r, c) = values[static_cast<std::size_t>(k)];
        if (r >= n.velocities && mass) out.G(r - n.velocities, c) = values[static_cast<std::size_t>(k)];
      }
  }
  if (n.states > 0) add_following(problem, s, out.K);
  return out;
}

std::string describe(const MultibodyProblem& problem, const Vector& direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  std::vector<std::string> others;
  for (const BodyEntry& b : problem.system().bodies()) {
    if (b.nv == 0 || (largest >= b.v && largest < b.v + b.nv)) continue;
    if (direction.segment(b.v, b.nv).norm() > 1e-6 * direction.norm()) others.push_back(b.name);
  }
  std::string text = problem.unknown_name(static_cast<int>(largest));
  if (others.size() > 6) return text + fmt::format(", with {} other bodies", others.size());
  return others.empty() ? text : text + fmt::format(", with {}", fmt::join(others, ", "));
}

// The same space of directions, each moving as few bodies as may be, described.
void name_directions(const MultibodyProblem& problem, const MatrixXd& X, std::vector<std::string>& out) {
  const Eigen::Index count = X.cols();
  if (count == 0) return;
  const linear::PivotedQr qr(X.transpose(), 0.0);
  MatrixXd chosen(count, count);
  for (Eigen::Index k = 0; k < count; ++k) chosen.row(k) = X.row(qr.column(k));
  const linear::FullLu lu(chosen);
  const MatrixXd plain = lu.invertible() ? MatrixXd(X * lu.inverse()) : X;
  for (Eigen::Index k = 0; k < count; ++k) out.push_back(describe(problem, plain.col(k)));
}

// omega^2 and shapes of K x = omega^2 M x.
linear::RealEigenpairs eigenvalues_of(const MatrixXd& K, const MatrixXd& M) {
  const double odd = (K - K.transpose()).cwiseAbs().maxCoeff();
  if (odd <= 1e-9 * K.cwiseAbs().maxCoeff()) {
    return linear::symmetric_eigenpairs(0.5 * (K + K.transpose()), M);
  }
  const auto pairs = linear::eigenpairs(linear::solve(M, K));
  if (!pairs) throw IntegrationError("the stability of the equilibrium was not found: QR did not converge");
  return {pairs->values.real(), pairs->vectors.real()};
}

void conclude(Equilibrium& at, double smallest) {
  at.smallest_eigenvalue = smallest;
  at.stability = smallest < 0.0       ? Equilibrium::Stability::unstable
                 : at.neutral.empty() ? Equilibrium::Stability::stable
                                      : Equilibrium::Stability::neutral;
}

// Together, so that one push leaves them all: each as far as the others.
void add_direction(const Vector& x, Vector& direction) {
  const double most = x.cwiseAbs().maxCoeff();
  if (most > 0.0) direction += x / most;
}

// The lowest modes of a large model. The shift is put below all of them, so that none is nearer to it than the lowest.
std::vector<StiffnessMode> lowest_modes(MultibodyProblem& problem, Equilibrium& at, double& largest) {
  const double fastest = largest_frequency(problem, at.state).omega;
  largest = fastest > 0.0 ? fastest * fastest : 1.0;
  Pencil pencil(problem, at.state, Pencil::States::held);
  double shift = -kFirstShift * largest;
  std::optional<int> below = pencil.count_below(shift);
  while (below.value_or(1) > 0 && shift > -1e3 * largest) {
    shift *= 4.0;
    below = pencil.count_below(shift);
  }
  if (below.value_or(1) > 0) {
    shift = -kFirstShift * largest;
    at.warnings.push_back("stability was judged by the modes nearest to 0 alone");
  }
  // All that are not stable, and one that is.
  for (int count = kFirstCount;; count *= 4) {
    std::vector<StiffnessMode> modes = stiffness_modes(pencil, shift, largest, count);
    const bool all = static_cast<int>(modes.size()) < count || modes.back().square > kNeutral * largest;
    if (all || count >= kLastCount) return modes;
  }
}

void of_large_model(MultibodyProblem& problem, Equilibrium& at, Vector& direction) {
  double largest = 0.0;
  const std::vector<StiffnessMode> modes = lowest_modes(problem, at, largest);
  if (modes.empty()) return;
  std::vector<Vector> none;
  for (const StiffnessMode& mode : modes) {
    if (std::abs(mode.square) <= kNeutral * largest) none.push_back(mode.x);
    if (mode.square < -kNeutral * largest) add_direction(mode.x, direction);
    if (mode.square > kNeutral * largest && !at.smallest_positive) at.smallest_positive = mode.square;
  }
  MatrixXd neutral(direction.size(), static_cast<Eigen::Index>(none.size()));
  for (std::size_t k = 0; k < none.size(); ++k) neutral.col(static_cast<Eigen::Index>(k)) = none[k];
  name_directions(problem, neutral, at.neutral);
  const double smallest = modes.front().square;
  conclude(at, std::abs(smallest) <= kNeutral * largest ? 0.0 : smallest);
}

}  // namespace

void find_stability(MultibodyProblem& problem, Equilibrium& at, Vector& direction) {
  const dae::Sizes& n = problem.sizes();
  const Eigen::Index nb = n.velocities - n.states;
  at.neutral.clear();
  at.smallest_eigenvalue.reset();
  at.smallest_positive.reset();
  at.stability = Equilibrium::Stability::no_freedom;
  direction = Vector::Zero(n.velocities);
  problem.recall(at.state);
  if (nb > kLargestFullCoordinates) return of_large_model(problem, at, direction);
  const Matrices m = matrices_at(problem, at.state);
  const FreeMotions free(m.G, coordinate_weights(problem));
  const MatrixXd& N = free.N();
  if (N.cols() == 0) return;
  const MatrixXd K = N.transpose() * m.K * N, M = N.transpose() * m.M * N;
  if (!linear::positive_definite(M)) {
    at.stability = Equilibrium::Stability::neutral;
    at.neutral.push_back("nothing can be said of stability: a body that is free has no inertia");
    return;
  }
  const linear::RealEigenpairs reduced = eigenvalues_of(K, M);
  const Eigen::VectorXd& squares = reduced.values;
  const double largest = squares.cwiseAbs().maxCoeff();
  double smallest = squares.minCoeff();
  std::vector<Eigen::Index> none;
  for (Eigen::Index k = 0; k < squares.size(); ++k) {
    if (!(std::abs(squares[k]) > kNeutral * largest)) {
      none.push_back(k);
    } else if (squares[k] > 0.0 && squares[k] < at.smallest_positive.value_or(INFINITY)) {
      at.smallest_positive = squares[k];
    }
  }
  MatrixXd neutral = MatrixXd::Zero(n.velocities, static_cast<Eigen::Index>(none.size()));
  for (std::size_t k = 0; k < none.size(); ++k)
    neutral.col(static_cast<Eigen::Index>(k)).head(nb) = N * reduced.vectors.col(none[k]);
  name_directions(problem, neutral, at.neutral);
  if (std::abs(smallest) <= kNeutral * largest) smallest = 0.0;
  for (Eigen::Index k = 0; k < squares.size(); ++k)
    if (squares[k] < -kNeutral * largest) {
      Vector x = Vector::Zero(n.velocities);
      x.head(nb) = N * reduced.vectors.col(k);
      add_direction(x, direction);
    }
  conclude(at, smallest);
}

}  // namespace alembert
