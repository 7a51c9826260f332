#include "linear/dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace alembert::linear {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Svd::Svd(const MatrixXd& A, Find find) {
  const unsigned int U = find == Find::U_and_V ? Eigen::ComputeThinU : 0;
  const Eigen::BDCSVD<MatrixXd> svd(A, Eigen::ComputeFullV | U);
  values_ = svd.singularValues();
  V_ = svd.matrixV();
  if (U != 0) U_ = svd.matrixU();
  rank_ = svd.rank();
}

VectorXd Svd::solve(const VectorXd& b) const {
  const VectorXd along = U_.leftCols(rank_).transpose() * b;
  return V_.leftCols(rank_) * along.cwiseQuotient(values_.head(rank_));
}

struct PivotedQr::Parts {
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
};

PivotedQr::PivotedQr(const MatrixXd& A, double threshold) : parts_(std::make_unique<Parts>()) {
  parts_->qr.setThreshold(threshold);
  parts_->qr.compute(A);
  rank_ = parts_->qr.rank();
}

PivotedQr::~PivotedQr() = default;
PivotedQr::PivotedQr(PivotedQr&&) noexcept = default;
PivotedQr& PivotedQr::operator=(PivotedQr&&) noexcept = default;

Index PivotedQr::column(Index place) const { return parts_->qr.colsPermutation().indices()[place]; }

MatrixXd PivotedQr::solve(const MatrixXd& B) const {
  const auto& qr = parts_->qr;
  MatrixXd out = MatrixXd::Zero(qr.cols(), B.cols());
  if (rank_ == 0) return out;
  MatrixXd c = B;
  c.applyOnTheLeft(qr.householderQ().setLength(rank_).adjoint());
  const MatrixXd x = qr.matrixQR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solve(c.topRows(rank_));
  for (Index k = 0; k < rank_; ++k) out.row(column(k)) = x.row(k);
  return out;
}

struct FullLu::Parts {
  Eigen::FullPivLU<MatrixXd> lu;
};

FullLu::FullLu(const MatrixXd& A) : parts_(std::make_unique<Parts>(Parts{Eigen::FullPivLU<MatrixXd>(A)})) {}
FullLu::~FullLu() = default;
bool FullLu::invertible() const { return parts_->lu.isInvertible(); }
MatrixXd FullLu::solve(const MatrixXd& B) const { return parts_->lu.solve(B); }
MatrixXd FullLu::inverse() const { return parts_->lu.inverse(); }

MatrixXd solve(const MatrixXd& A, const MatrixXd& B) { return A.partialPivLu().solve(B); }

bool positive_definite(const MatrixXd& A) { return A.llt().info() == Eigen::Success; }

std::optional<Eigenpairs> eigenpairs(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

RealEigenpairs symmetric_eigenpairs(const MatrixXd& K, const MatrixXd& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K, M);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace alembert::linear
