// Decompositions of full matrices: Eigen's, compiled here once. A source that takes them from Eigen's own headers costs
// up to a minute and a half to compile, so no other includes <Eigen/SVD>, <Eigen/QR>, <Eigen/LU> or <Eigen/Eigenvalues>
// for matrices whose size is not fixed.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

namespace alembert::linear {

// A = U S V^T with all columns of V.
class Svd {
 public:
  enum class Find { V_alone, U_and_V };
  Svd(const Eigen::MatrixXd& A, Find find);

  const Eigen::VectorXd& singular_values() const { return values_; }  // the largest first
  const Eigen::MatrixXd& V() const { return V_; }
  Eigen::Index rank() const { return rank_; }
  // The x of smallest length with A x nearest to b; needs U.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  Eigen::VectorXd values_;
  Eigen::MatrixXd U_, V_;
  Eigen::Index rank_ = 0;
};

// A P = Q R with columns in order of what the earlier ones leave of them. Pivots below `threshold` of the largest are
// 0.
class PivotedQr {
 public:
  PivotedQr(const Eigen::MatrixXd& A, double threshold);
  ~PivotedQr();
  PivotedQr(PivotedQr&&) noexcept;
  PivotedQr& operator=(PivotedQr&&) noexcept;

  Eigen::Index rank() const { return rank_; }
  Eigen::Index column(Eigen::Index place) const;  // of A, which is at this place of A P; independent ones come first
  // The X with A X nearest to B that has 0 in the rows of dependent columns.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  Eigen::Index rank_ = 0;
};

// A square A with pivots from all rows and columns.
class FullLu {
 public:
  explicit FullLu(const Eigen::MatrixXd& A);
  ~FullLu();

  bool invertible() const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
  Eigen::MatrixXd inverse() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The X with A X = B, of a square regular A.
Eigen::MatrixXd solve(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

bool positive_definite(const Eigen::MatrixXd& A);

struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // in columns
};
// A x = s x; nothing where QR does not converge.
std::optional<Eigenpairs> eigenpairs(const Eigen::MatrixXd& A);

struct RealEigenpairs {
  Eigen::VectorXd values;  // the smallest first
  Eigen::MatrixXd vectors;
};
// K x = s M x, both symmetric, M positive definite; x^T M x = 1.
RealEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M);

}  // namespace alembert::linear
