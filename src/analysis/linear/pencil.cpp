#include "analysis/linear/pencil.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"

namespace alembert {

namespace {
constexpr double kSymmetric = 1e-11;
constexpr double kSlight = 1e-6;  // of the stiffness: what constraints give way by, for counting signs only
}  // namespace

Pencil::Pencil(MultibodyProblem& problem, const dae::State& state, States states)
    : problem_(problem),
      n_(problem.sizes()),
      state_(state),
      states_(states),
      zero_(Vector::Zero(n_.velocities)),
      x_(Vector::Zero(n_.unknowns())),
      y_(Vector::Zero(n_.unknowns())) {
  linearise({1.0, 0.0, 0.0}, mass_);
  linearise({0.0, 1.0, 0.0}, damping_);
  linearise({0.0, 0.0, 1.0}, stiffness_);
}

void Pencil::factor(const dae::Weights& weights) {
  linearise(weights, shifted_);
  if (states_ == States::held)
    for (int k = n_.velocities - n_.states; k < n_.velocities; ++k) shifted_.diagonal(k) = 1.0;
  if (!factors_.factor(shifted_))
    throw Error(ExitCode::integration_failed,
                fmt::format("the modes were not found: {} is held by nothing and has no inertia",
                            problem_.unknown_name(factors_.singular_column())));
}

// What eps leaves open is closed by a second pass.
Vector Pencil::solve(const Vector& r) {
  x_.head(size()) = r;
  x_.tail(n_.multipliers).setZero();
  if (states_ == States::held) x_.segment(size() - n_.states, n_.states).setZero();
  right_ = x_;
  factors_.solve(x_);
  shifted_.multiply(x_, y_);
  y_.tail(n_.multipliers) += problem_.regularisation().cwiseProduct(x_.tail(n_.multipliers));
  y_ = right_ - y_;
  factors_.solve(y_);
  x_ += y_;
  return x_.head(size());
}

Vector Pencil::times(const linear::SparseMatrix& matrix, const Vector& v) {
  x_.head(size()) = v;
  x_.tail(n_.multipliers).setZero();
  matrix.multiply(x_, y_);
  return y_.head(size());
}

Eigen::SparseMatrix<double> Pencil::sparse(const linear::SparseMatrix& matrix) const {
  const linear::Pattern& p = *matrix.pattern();
  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < n_.unknowns(); ++c)
    for (int k = p.column_starts()[static_cast<std::size_t>(c)]; k < p.column_starts()[static_cast<std::size_t>(c) + 1];
         ++k)
      entries.emplace_back(p.rows()[static_cast<std::size_t>(k)], c, matrix.values()[k]);
  Eigen::SparseMatrix<double> out(n_.unknowns(), n_.unknowns());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

bool Pencil::symmetric() const {
  if (n_.nonholonomic > 0 || !problem_.linear_in_multipliers()) return false;
  if (n_.states > 0 && states_ == States::move) return false;
  const Eigen::SparseMatrix<double> K = sparse(stiffness_).topLeftCorner(size(), size());
  const Eigen::SparseMatrix<double> odd = K - Eigen::SparseMatrix<double>(K.transpose());
  const auto largest = [](const Eigen::SparseMatrix<double>& matrix) {
    return matrix.nonZeros() == 0 ? 0.0 : matrix.coeffs().abs().maxCoeff();
  };
  return largest(odd) <= kSymmetric * largest(K);
}

// Sylvester's law of inertia on [K - shift M, G^T; G, -eps]: the signs of the pivots are those of the eigenvalues. eps
// stands for as many more negative ones as there are constraints.
std::optional<int> Pencil::count_below(double shift) {
  linearise({-shift, 0.0, 1.0}, shifted_);
  if (states_ == States::held)
    for (int k = size() - n_.states; k < size(); ++k) shifted_.diagonal(k) = 1.0;
  const Eigen::SparseMatrix<double> matrix = sparse(shifted_);
  double largest = 1.0;
  for (int k = 0; k < size(); ++k) largest = std::max(largest, std::abs(matrix.coeff(k, k)));
  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < size(); ++c)
    for (Eigen::SparseMatrix<double>::InnerIterator at(matrix, c); at; ++at) {
      const int r = static_cast<int>(at.row());
      // Of the symmetric part, whose smallest eigenvalue lies below all real parts of the others (Bendixson).
      if (r >= size()) entries.emplace_back(r, c, at.value());
      if (r < size()) entries.emplace_back(std::max(r, c), std::min(r, c), r == c ? at.value() : 0.5 * at.value());
    }
  for (int k = size(); k < n_.unknowns(); ++k) entries.emplace_back(k, k, -kSlight / largest);
  Eigen::SparseMatrix<double> lower(n_.unknowns(), n_.unknowns());
  lower.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> ldlt(lower);
  if (ldlt.info() != Eigen::Success) return std::nullopt;
  return static_cast<int>((ldlt.vectorD().array() < 0.0).count()) - n_.multipliers;
}

bool Pencil::damped() const {
  const linear::Pattern& p = *problem_.pattern();
  for (int c = 0; c < n_.velocities; ++c)
    for (int k = p.column_starts()[static_cast<std::size_t>(c)]; k < p.column_starts()[static_cast<std::size_t>(c) + 1];
         ++k)
      if (p.rows()[static_cast<std::size_t>(k)] < n_.velocities && damping_.values()[k] != 0.0) return true;
  return false;
}

void Pencil::linearise(const dae::Weights& weights, linear::SparseMatrix& out) {
  problem_.newton_matrix(weights, {state_.t, state_.q}, {state_.t, state_.q, state_.v, state_.a, state_.lambda, zero_},
                         out);
  if (states_ == States::held && n_.states > 0) hold_states(out);
}

// Their rows and columns become 0.
void Pencil::hold_states(linear::SparseMatrix& matrix) const {
  const linear::Pattern& p = *matrix.pattern();
  const auto is_state = [&](int k) { return k >= n_.velocities - n_.states && k < n_.velocities; };
  for (int c = 0; c < n_.unknowns(); ++c)
    for (int k = p.column_starts()[static_cast<std::size_t>(c)]; k < p.column_starts()[static_cast<std::size_t>(c) + 1];
         ++k)
      if (is_state(c) || is_state(p.rows()[static_cast<std::size_t>(k)])) matrix.values()[k] = 0.0;
}

}  // namespace alembert
