#include "linear/dominant_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace alembert::linear {
namespace {

using Eigen::VectorXd;

Operator diagonal(const VectorXd& d) {
  Operator out;
  out.size = static_cast<int>(d.size());
  out.apply = [d](const VectorXd& x) { return VectorXd(d.cwiseProduct(x)); };
  return out;
}

TEST(DominantPairs, AreFoundAsOftenAsTheyOccur) {
  VectorXd d = VectorXd::LinSpaced(400, 0.01, 1.0);
  d.head(30).setConstant(-3.0);
  d.segment(30, 5).setConstant(2.0);
  Operator A = diagonal(d);
  A.mass = [](const VectorXd& x) { return x; };
  const auto pairs = dominant_pairs(A, 36);
  ASSERT_TRUE(pairs);
  ASSERT_EQ(pairs->values.size(), 36);
  for (int k = 0; k < 36; ++k) EXPECT_NEAR(pairs->values[k].real(), k < 30 ? -3.0 : (k < 35 ? 2.0 : 1.0), 1e-12) << k;
  EXPECT_LT((pairs->vectors.adjoint() * pairs->vectors - Eigen::MatrixXcd::Identity(36, 36)).norm(), 1e-10);
}

// Eigenvalues in a close row, as of a long chain: the basis is cut many times on the way.
TEST(DominantPairs, OfACloseRow) {
  VectorXd d(3000);
  for (int k = 0; k < 3000; ++k) d[k] = 1.0 / (1.0 + 1e-3 * (k + 1) * (k + 1));
  const auto pairs = dominant_pairs(diagonal(d), 4);
  ASSERT_TRUE(pairs);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(pairs->values[k].real(), d[k], 1e-11);
}

// Blocks [1, -b; b, 1] beside smaller numbers: 1 +- i b.
TEST(DominantPairs, MayBeComplex) {
  const int n = 200;
  Operator A;
  A.size = n;
  A.apply = [](const VectorXd& x) {
    VectorXd y = 0.1 * x;
    for (int k = 0; k < 6; k += 2) {
      y[k] = x[k] - (k + 1) * x[k + 1];
      y[k + 1] = (k + 1) * x[k] + x[k + 1];
    }
    return y;
  };
  const auto pairs = dominant_pairs(A, 3);  // the third is half of a pair
  ASSERT_TRUE(pairs);
  ASSERT_EQ(pairs->values.size(), 4);
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(pairs->values[k].real(), 1.0, 1e-10);
    EXPECT_NEAR(std::abs(pairs->values[k].imag()), k < 2 ? 5.0 : 3.0, 1e-10);
    const Eigen::VectorXcd x = pairs->vectors.col(k);
    const Eigen::VectorXcd left = (A.apply(x.real()).cast<std::complex<double>>() +
                                   std::complex<double>(0, 1) * A.apply(x.imag()).cast<std::complex<double>>()) -
                                  pairs->values[k] * x;
    EXPECT_LT(left.norm(), 1e-10);
  }
}

TEST(DominantPairs, AreFewerWhereTheRestIsZero) {
  VectorXd d = VectorXd::Zero(50);
  d.head(3) << 1.0, 4.0, 2.0;
  const auto pairs = dominant_pairs(diagonal(d), 10);
  ASSERT_TRUE(pairs);
  ASSERT_EQ(pairs->values.size(), 3);
  EXPECT_NEAR(pairs->values[0].real(), 4.0, 1e-13);
  EXPECT_NEAR(pairs->values[2].real(), 1.0, 1e-13);
  const auto none = dominant_pairs(diagonal(VectorXd::Zero(20)), 2);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->values.size(), 0);
}

}  // namespace
}  // namespace alembert::linear
