#include "flexible/shifted_stiffness.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "linear/block_lanczos.h"
#include "linear/supernodal_cholesky.h"

namespace alembert::flexible {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct ShiftedStiffness::Data {
  using Block = linear::SupernodalCholesky::Block;

  Sparse K;  // empty if sigma is 0
  Sparse M;  // in the order of elimination
  double sigma = 0.0;
  Sparse C;
  linear::SupernodalCholesky factor;
  MatrixXd Q, G;
  Eigen::LDLT<MatrixXd> S;  // C A^-1 C^T = G^T G

  Eigen::Map<const Eigen::VectorXi> order() const {
    return {factor.order().data(), static_cast<Eigen::Index>(factor.order().size())};
  }
  // L^-1 and L^-T, from and to the coordinates' own order.
  MatrixXd lower(const MatrixXd& x) const {
    Block y = x(order(), Eigen::all);
    factor.solve_lower(y);
    return y;
  }
  MatrixXd upper(const MatrixXd& y) const {
    Block x = y;
    factor.solve_upper(x);
    MatrixXd out(x.rows(), x.cols());
    out(order(), Eigen::all) = x;
    return out;
  }
  template <class Matrix>
  void project(Matrix& y) const {
    if (Q.cols() > 0) y -= Q * (Q.transpose() * y).eval();
  }
  // L^-1 M L^-T between projections.
  MatrixXd inverse_times_mass(const MatrixXd& x) const {
    Block y = x;
    project(y);
    factor.solve_upper(y);
    y = (M * y).eval();
    factor.solve_lower(y);
    project(y);
    return y;
  }
};

namespace {

using linear::LargestPairs;

// Small ones are made whole: Lanczos has nothing to gain.
constexpr int small = 300;

LargestPairs dense_pairs(int count, const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(0.5 * (matrix + matrix.transpose()));
  if (solver.info() != Eigen::Success) throw Error(ExitCode::bad_model, "the modes of the part cannot be found");
  return {solver.eigenvalues().reverse().head(count), solver.eigenvectors().rowwise().reverse().leftCols(count)};
}

LargestPairs lanczos_pairs(int count, const linear::BlockOperator& op) {
  std::optional<LargestPairs> pairs = linear::largest_pairs(op, count);
  if (!pairs)
    throw Error(ExitCode::bad_model, fmt::format("the {} lowest modes of the part were not found by the Lanczos "
                                                 "method: ask for fewer modes",
                                                 count));
  return std::move(*pairs);
}

}  // namespace

ShiftedStiffness::ShiftedStiffness(Sparse K, const Sparse& M, double sigma, const Sparse& C, const Reports& reports)
    : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  d.K = std::move(K);
  d.sigma = sigma;
  d.C = C;
  const auto told = [&](double part) {
    if (reports.progress)
      reports.progress(fmt::format("factoring the stiffness of {} coordinates: {:.0f} %", d.K.rows(), 100.0 * part));
  };
  const std::optional<int> bad =
      sigma > 0.0 ? d.factor.factor(Sparse(d.K + sigma * M), told) : d.factor.factor(d.K, told);
  if (bad)
    throw Error(ExitCode::bad_model,
                fmt::format("the stiffness of the part is not positive definite{}: parts of it are loose, or a "
                            "material or an element is wrong",
                            reports.place ? " at " + reports.place(*bad) : ""));
  const Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> P(
      Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>(d.order()).inverse());
  d.M = M.twistedBy(P);
  if (sigma == 0.0) Sparse().swap(d.K);
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

int ShiftedStiffness::freedoms() const { return static_cast<int>(data_->M.rows() - data_->C.rows()); }

MatrixXd ShiftedStiffness::answers(const MatrixXd& f, const MatrixXd& g,
                                   const std::function<void(MatrixXd&)>& clean) const {
  const Data& d = *data_;
  // u = L^-T (y + G lambda) with C u = G^T (y + G lambda) = g
  MatrixXd y = d.lower(f);
  if (d.C.rows() > 0) y += d.G * d.S.solve(g - d.G.transpose() * y);
  MatrixXd u = d.upper(y);
  if (clean) clean(u);
  if (d.sigma == 0.0) return u;
  // What the shift has done is undone: the error falls by sigma / (omega_1^2 + sigma), a hundredth, each time.
  constexpr int most = 40;
  constexpr double accuracy = 1e-13;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most; ++i) {
    MatrixXd r = d.lower(f - d.K * u);
    d.project(r);
    MatrixXd correction = d.upper(r);
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
  if (count == 0) return {VectorXd(0), MatrixXd(d.M.rows(), 0)};
  const auto n = static_cast<int>(d.M.rows());
  if (count > freedoms())
    throw Error(ExitCode::bad_model,
                fmt::format("{} modes are asked for where only {} coordinates are free to move", count, freedoms()));
  Eigen::Index done = 0;
  const linear::BlockOperator op{n, [&](const MatrixXd& X) {
                                   done += X.cols();
                                   if (progress)
                                     progress(fmt::format("{} modes: {} products with the inverse", count, done));
                                   return d.inverse_times_mass(X);
                                 }};
  const LargestPairs pairs = n <= small || linear::lanczos_room(count) > n
                                 ? dense_pairs(count, d.inverse_times_mass(MatrixXd::Identity(n, n)))
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

ShiftedStiffness suitably_shifted(const Sparse& K, const Sparse& M, const Sparse& C, int rigid,
                                  const Reports& reports) {
  double highest = 0.0;
  for (int i = 0; i < K.rows(); ++i)
    if (const double m = M.coeff(i, i); m > 0.0) highest = std::max(highest, K.coeff(i, i) / m);
  // A first guess between rounding (1e-16) and the lowest frequencies of the finest meshes.
  double wanted = 0.0;
  {
    ShiftedStiffness first(K, M, 1e-9 * highest, C, reports);
    const int count = std::min(rigid + 1, first.freedoms());
    const double lowest = first.lowest(count).squares[count - 1];
    if (!(lowest > 1e-5 * first.sigma()))
      throw Error(
          ExitCode::bad_model,
          "the part can move without being deformed in more ways than a free body: it is a mechanism, or pieces of "
          "it are loose");
    wanted = 0.01 * lowest;
    if (first.sigma() < 10.0 * wanted && first.sigma() > 1e-3 * wanted) return first;
  }
  return {K, M, wanted, C, reports};
}

}  // namespace alembert::flexible
