#include "analysis/linear/eigenvalues.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linear/dense.h"

namespace alembert {

namespace {

using Eigen::MatrixXd;

// Singular values below this, relative to the largest of a balanced matrix, are 0: rounding leaves about 1e-15.
constexpr double kNull = 1e-13;

// Entries this much smaller than the largest of their row or column are rounding: balancing would make them count.
constexpr double kRounding = 1e-14;
constexpr double kNothing = 1e-20;  // and this of the largest of all, where a whole row and column are rounding

void drop_rounding(MatrixXd& A) {
  const Eigen::VectorXd rows = A.cwiseAbs().rowwise().maxCoeff(), columns = A.cwiseAbs().colwise().maxCoeff();
  for (Eigen::Index r = 0; r < A.rows(); ++r)
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      if (std::abs(A(r, c)) < std::max(kRounding * std::max(rows[r], columns[c]), kNothing * rows.maxCoeff()))
        A(r, c) = 0.0;
}

// Scales rows and columns by powers of 2 until they are of equal size: A -> T^-1 A T, T diagonal.
Eigen::VectorXd balance(MatrixXd& A) {
  const Eigen::Index n = A.rows();
  Eigen::VectorXd T = Eigen::VectorXd::Ones(n);
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index k = 0; k < n; ++k) {
      const double own = std::abs(A(k, k));
      const double column = A.col(k).cwiseAbs().sum() - own, row = A.row(k).cwiseAbs().sum() - own;
      if (!(column > 0.0) || !(row > 0.0)) continue;
      const double scale = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (!(scale * column + row / scale < 0.95 * (column + row))) continue;
      A.col(k) *= scale;
      A.row(k) /= scale;
      T[k] *= scale;
      changed = true;
    }
  }
  return T;
}

// A = [V0 V1] [0 coupling; 0 rest] [V0 V1]^T
struct Stage {
  MatrixXd V0, V1, coupling;
};

}  // namespace

std::vector<EigenPair> eigen_pairs(const MatrixXd& given) {
  std::vector<EigenPair> out;
  if (given.rows() == 0) return out;
  MatrixXd A = given;
  drop_rounding(A);
  const Eigen::VectorXd T = balance(A);
  const double size = A.cwiseAbs().maxCoeff();
  std::vector<Stage> stages;
  while (A.rows() > 0) {
    const linear::Svd svd(A, linear::Svd::Find::V_alone);
    Eigen::Index zeros = 0;
    while (zeros < A.rows() && svd.singular_values()[A.rows() - 1 - zeros] <= kNull * size) ++zeros;
    if (zeros == 0) break;
    Stage stage{svd.V().rightCols(zeros), svd.V().leftCols(A.rows() - zeros), {}};
    stage.coupling = stage.V0.transpose() * A * stage.V1;
    A = (stage.V1.transpose() * A * stage.V1).eval();
    if (stages.empty())
      for (Eigen::Index k = 0; k < zeros; ++k)
        out.push_back({0.0, (T.asDiagonal() * stage.V0.col(k)).cast<std::complex<double>>()});
    stages.push_back(std::move(stage));
  }
  if (A.rows() == 0) return out;
  const auto pairs = linear::eigenpairs(A);
  if (!pairs)
    throw Error(ExitCode::integration_failed,
                "the eigenvalues of the linear model were not found: QR did not converge");
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    const std::complex<double> s = pairs->values[k];
    if (s.imag() < 0.0) continue;
    Eigen::VectorXcd x = pairs->vectors.col(k);
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage)
      x = (stage->V1 * x + stage->V0 * (stage->coupling * x) / s).eval();
    out.push_back({s, T.asDiagonal() * x});
  }
  return out;
}

}  // namespace alembert
