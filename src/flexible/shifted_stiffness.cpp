#include "flexible/shifted_stiffness.h"

// clang-format off
#include <iostream>  // MetisSupport needs it and does not say so
#include <Eigen/MetisSupport>
// clang-format on
#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace alembert::flexible {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct ShiftedStiffness::Data {
  Sparse K, M;
  double sigma = 0.0;
  Sparse C;
  Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::MetisOrdering<int>> factor;
  MatrixXd Q, G;
  Eigen::LDLT<MatrixXd> S;  // C A^-1 C^T = G^T G

  // L^-1 and L^-T, the permutation included.
  MatrixXd lower(const MatrixXd& x) const {
    MatrixXd y = factor.permutationP() * x;
    factor.matrixL().solveInPlace(y);
    return y;
  }
  MatrixXd upper(MatrixXd y) const {
    factor.matrixU().solveInPlace(y);
    return factor.permutationPinv() * y;
  }
  template <class Matrix>
  void project(Matrix& y) const {
    if (Q.cols() > 0) y -= Q * (Q.transpose() * y).eval();
  }
  // L^-1 M L^-T between projections.
  MatrixXd inverse_times_mass(MatrixXd y) const {
    project(y);
    y = lower(M * upper(std::move(y)));
    project(y);
    return y;
  }
};

namespace {

// What Spectra needs to know of the matrix whose largest eigenvalues it finds.
class ModesOperator {
 public:
  using Scalar = double;
  using Apply = std::function<VectorXd(const VectorXd&)>;

  ModesOperator(Eigen::Index size, Apply apply) : size_(size), apply_(std::move(apply)) {}
  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<VectorXd>(y, size_) = apply_(Eigen::Map<const VectorXd>(x, size_));
  }

 private:
  Eigen::Index size_;
  Apply apply_;
};

struct Pairs {
  VectorXd values;  // descending
  MatrixXd vectors;
};

// Small ones are made whole: Lanczos has nothing to gain.
constexpr int small = 300;

Pairs dense_pairs(int count, const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(0.5 * (matrix + matrix.transpose()));
  if (solver.info() != Eigen::Success) throw Error(ExitCode::bad_model, "the modes of the part cannot be found");
  return {solver.eigenvalues().reverse().head(count), solver.eigenvectors().rowwise().reverse().leftCols(count)};
}

Pairs lanczos_pairs(int count, const ModesOperator& op) {
  const auto n = static_cast<int>(op.rows());
  // Twice as many vectors as modes, and twenty at least, is what the method's authors advise.
  const int vectors = std::min(n, std::max(2 * count, 20));
  Spectra::SymEigsSolver<ModesOperator> solver(const_cast<ModesOperator&>(op), count, vectors);
  solver.init();
  constexpr int restarts = 1000;
  constexpr double tolerance = 1e-11;  // of eigenvalues; the vectors are then good to about its root
  solver.compute(Spectra::SortRule::LargestAlge, restarts, tolerance, Spectra::SortRule::LargestAlge);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw Error(ExitCode::bad_model, fmt::format("the {} lowest modes of the part were not found in {} restarts of the "
                                                 "Lanczos method: ask for fewer modes",
                                                 count, restarts));
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

ShiftedStiffness::ShiftedStiffness(Sparse K, Sparse M, double sigma, const Sparse& C)
    : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  d.K = std::move(K);
  d.M = std::move(M);
  d.sigma = sigma;
  d.C = C;
  if (sigma > 0.0)
    d.factor.compute(d.K + sigma * d.M);
  else
    d.factor.compute(d.K);
  if (d.factor.info() != Eigen::Success)
    throw Error(
        ExitCode::bad_model,
        "the stiffness of the part is not positive definite: parts of it are loose, or a material or an element "
        "is wrong");
  if (C.rows() == 0) return;
  d.G = d.lower(MatrixXd(C.transpose()));
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(d.G);
  if (qr.rank() < d.G.cols())
    throw Error(ExitCode::bad_model, "averaging interfaces depend on each other: they share nodes, or have too few");
  d.Q = qr.householderQ() * MatrixXd::Identity(d.G.rows(), d.G.cols());
  d.S.compute(d.G.transpose() * d.G);
}

ShiftedStiffness::~ShiftedStiffness() = default;
ShiftedStiffness::ShiftedStiffness(ShiftedStiffness&&) noexcept = default;
ShiftedStiffness& ShiftedStiffness::operator=(ShiftedStiffness&&) noexcept = default;

double ShiftedStiffness::sigma() const { return data_->sigma; }

int ShiftedStiffness::freedoms() const { return static_cast<int>(data_->K.rows() - data_->C.rows()); }

MatrixXd ShiftedStiffness::answers(const MatrixXd& f, const MatrixXd& g,
                                   const std::function<void(MatrixXd&)>& clean) const {
  const Data& d = *data_;
  // u = L^-T (y + G lambda) with C u = G^T (y + G lambda) = g
  MatrixXd y = d.lower(f);
  if (d.C.rows() > 0) y += d.G * d.S.solve(g - d.G.transpose() * y);
  MatrixXd u = d.upper(std::move(y));
  if (clean) clean(u);
  if (d.sigma == 0.0) return u;
  // What the shift has done is undone: the error falls by sigma / (omega_1^2 + sigma), a hundredth, each time.
  constexpr int most = 40;
  constexpr double accuracy = 1e-13;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most; ++i) {
    MatrixXd r = d.lower(f - d.K * u);
    d.project(r);
    MatrixXd correction = d.upper(std::move(r));
    if (clean) clean(correction);
    u += correction;
    const double size = correction.norm();
    if (size <= accuracy * u.norm()) return u;
    // At rounding, which is larger where K is badly conditioned, it no longer falls.
    if (size > 0.5 * last && size <= 1e-7 * u.norm()) return u;
    last = size;
  }
  throw Error(ExitCode::bad_model, "static shapes of the part were not found: its stiffness is too badly conditioned");
}

Modes ShiftedStiffness::lowest(int count, const Progress& progress) const {
  const Data& d = *data_;
  if (count == 0) return {VectorXd(0), MatrixXd(d.K.rows(), 0)};
  const auto n = static_cast<int>(d.K.rows());
  if (count > freedoms())
    throw Error(ExitCode::bad_model,
                fmt::format("{} modes are asked for where only {} coordinates are free to move", count, freedoms()));
  int done = 0;
  const ModesOperator op(n, [&](const VectorXd& x) -> VectorXd {
    if (progress && ++done % 25 == 0) progress(fmt::format("{} modes: {} products with the inverse", count, done));
    return d.inverse_times_mass(x);
  });
  const Pairs pairs = n <= small || 2 * count > n ? dense_pairs(count, d.inverse_times_mass(MatrixXd::Identity(n, n)))
                                                  : lanczos_pairs(count, op);
  Modes out{VectorXd(count), d.upper(pairs.vectors)};
  constexpr double massless = 1e-12;  // of the largest 1 / (omega^2 + sigma)
  for (int k = 0; k < count; ++k) {
    const double nu = pairs.values[k];
    if (!(nu > massless * pairs.values[0]))
      throw Error(ExitCode::bad_model, fmt::format("{} modes are asked for where only {} have masses", count, k));
    out.squares[k] = 1.0 / nu - d.sigma;
    out.shapes.col(k) /= std::sqrt(nu);  // u^T M u = y^T (L^-1 M L^-T) y = nu
  }
  return out;
}

ShiftedStiffness suitably_shifted(const Sparse& K, const Sparse& M, const Sparse& C, int rigid) {
  double highest = 0.0;
  for (int i = 0; i < K.rows(); ++i)
    if (const double m = M.coeff(i, i); m > 0.0) highest = std::max(highest, K.coeff(i, i) / m);
  // A first guess between rounding (1e-16) and the lowest frequencies of the finest meshes.
  ShiftedStiffness first(K, M, 1e-9 * highest, C);
  const int count = std::min(rigid + 1, first.freedoms());
  const double lowest = first.lowest(count).squares[count - 1];
  if (!(lowest > 1e-5 * first.sigma()))
    throw Error(
        ExitCode::bad_model,
        "the part can move without being deformed in more ways than a free body: it is a mechanism, or pieces of "
        "it are loose");
  const double wanted = 0.01 * lowest;
  if (first.sigma() < 10.0 * wanted && first.sigma() > 1e-3 * wanted) return first;
  return {K, M, wanted, C};
}

}  // namespace alembert::flexible
