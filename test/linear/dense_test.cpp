#include "linear/dense.h"

#include <gtest/gtest.h>

#include <cmath>

namespace alembert::linear {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Three rows, of which the last is the sum of the others.
MatrixXd dependent_rows() {
  MatrixXd A(3, 4);
  A << 1, 2, 0, -1, 0, 1, 3, 2, 1, 3, 3, 1;
  return A;
}

}  // namespace

TEST(Svd, SolvesByTheShortestVector) {
  const MatrixXd A = dependent_rows();
  const Svd svd(A, Svd::Find::U_and_V);
  ASSERT_EQ(svd.rank(), 2);
  const VectorXd b = A * VectorXd::Ones(4), x = svd.solve(b);
  EXPECT_LT((A * x - b).norm(), 1e-14);
  // The shortest has no part in the null space, which the last columns of V span.
  EXPECT_LT((svd.V().rightCols(2).transpose() * x).norm(), 1e-14);
  EXPECT_LT((A * svd.V().rightCols(2)).norm(), 1e-14);
}

TEST(Svd, FindsVAlone) {
  const Svd both(dependent_rows(), Svd::Find::U_and_V), alone(dependent_rows(), Svd::Find::V_alone);
  EXPECT_LT((alone.V() * alone.V().transpose() - MatrixXd::Identity(4, 4)).norm(), 1e-14);
  EXPECT_LT((both.singular_values() - alone.singular_values()).norm(), 1e-14);
}

TEST(PivotedQr, LeavesDependentColumnsAtZero) {
  const MatrixXd A = dependent_rows();
  const PivotedQr qr(A, 1e-12);
  ASSERT_EQ(qr.rank(), 2);
  const MatrixXd B = A * MatrixXd::Ones(4, 2), X = qr.solve(B);
  EXPECT_LT((A * X - B).norm(), 1e-13);
  EXPECT_EQ(X.row(qr.column(2)).norm() + X.row(qr.column(3)).norm(), 0.0);
}

TEST(FullLu, KnowsASingularMatrix) {
  MatrixXd A(2, 2);
  A << 2, 1, 1, 3;
  const FullLu regular(A);
  ASSERT_TRUE(regular.invertible());
  EXPECT_LT((regular.inverse() * A - MatrixXd::Identity(2, 2)).norm(), 1e-15);
  EXPECT_LT((A * regular.solve(VectorXd::Ones(2)) - VectorXd::Ones(2)).norm(), 1e-15);
  EXPECT_LT((A * solve(A, VectorXd::Ones(2)) - VectorXd::Ones(2)).norm(), 1e-15);
  A << 1, 2, 2, 4;
  EXPECT_FALSE(FullLu(A).invertible());
}

TEST(Eigenpairs, OfATurningMatrixAreImaginary) {
  MatrixXd A(2, 2);
  A << 0, -2, 2, 0;
  const auto pairs = eigenpairs(A);
  ASSERT_TRUE(pairs);
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(std::abs(pairs->values[k].imag()), 2.0, 1e-14);
    EXPECT_LT((A * pairs->vectors.col(k) - pairs->values[k] * pairs->vectors.col(k)).norm(), 1e-14);
  }
}

TEST(Eigenpairs, OfTwoSymmetricMatricesSolveTheirEquation) {
  MatrixXd K(2, 2), M(2, 2);
  K << 2, -1, -1, 1;
  M << 2, 0, 0, 1;
  ASSERT_TRUE(positive_definite(M));
  EXPECT_FALSE(positive_definite(-M));
  const RealEigenpairs pairs = symmetric_eigenpairs(K, M);
  // det(K - s M) = 2 s^2 - 4 s + 1.
  EXPECT_NEAR(pairs.values[0], 1.0 - std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(pairs.values[1], 1.0 + std::sqrt(0.5), 1e-14);
  EXPECT_LT((K * pairs.vectors - M * pairs.vectors * pairs.values.asDiagonal()).norm(), 1e-14);
}

}  // namespace alembert::linear
