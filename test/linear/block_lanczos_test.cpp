#include "linear/block_lanczos.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace alembert::linear {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Symmetric with given eigenvalues, in random directions: products of reflections.
struct Known {
  VectorXd values;
  MatrixXd mirrors;

  explicit Known(VectorXd given) : values(std::move(given)), mirrors(values.size(), 6) {
    std::mt19937 random(7);
    std::normal_distribution<double> some;
    for (double& each : mirrors.reshaped()) each = some(random);
    mirrors.colwise().normalize();
  }
  MatrixXd turned(MatrixXd X, bool back) const {
    for (Eigen::Index k = 0; k < mirrors.cols(); ++k) {
      const VectorXd w = mirrors.col(back ? mirrors.cols() - 1 - k : k);
      X -= 2.0 * w * (w.transpose() * X).eval();
    }
    return X;
  }
  BlockOperator op() const {
    return {values.size(), [this](const MatrixXd& X) { return turned(values.asDiagonal() * turned(X, true), false); }};
  }
};

// omega_k ~ k^(1/3), as solids have them.
VectorXd like_a_solid(int n) {
  VectorXd out(n);
  for (int k = 0; k < n; ++k) out[k] = std::pow(1.0 + k, -2.0 / 3.0);
  return out;
}

void expect_pairs(const Known& known, int count) {
  const std::optional<LargestPairs> pairs = largest_pairs(known.op(), count);
  ASSERT_TRUE(pairs);
  VectorXd sorted = known.values;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  ASSERT_EQ(pairs->values.size(), count);
  // Errors of values are squares of residuals: rounding alone, that of sums over all vectors of the basis.
  EXPECT_LT((pairs->values - sorted.head(count)).cwiseAbs().maxCoeff(), 1e-13 * sorted[0]);
  const MatrixXd residual = known.op().apply(pairs->vectors) - pairs->vectors * pairs->values.asDiagonal();
  for (int k = 0; k < count; ++k)
    EXPECT_LT(residual.col(k).norm(), 2e-11 * sorted[k] + 1e-14 * sorted[0]) << "pair " << k;
  const MatrixXd gram = pairs->vectors.transpose() * pairs->vectors;
  // Less than residuals allow.
  EXPECT_LT((gram - MatrixXd::Identity(count, count)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(BlockLanczos, FindsTheLargestEigenvalues) {
  for (const int count : {1, 7, 40, 100}) {
    SCOPED_TRACE(count);
    expect_pairs(Known(like_a_solid(1500)), count);
  }
}

TEST(BlockLanczos, FindsEigenvaluesAsOftenAsTheyOccur) {
  VectorXd values = like_a_solid(800);
  for (int k = 0; k < 6; ++k) values[10 * k] = 0.5;
  values.segment(3, 4).setConstant(2.0);
  expect_pairs(Known(values), 30);
}

TEST(BlockLanczos, GoesOnWhereAIsZero) {
  // Only 20 are not 0, fewer than are asked for.
  VectorXd values = VectorXd::Zero(500);
  for (int k = 0; k < 20; ++k) values[k] = 1.0 / (1.0 + k);
  expect_pairs(Known(values), 30);
}

TEST(BlockLanczos, TakesWideSpectra) {
  VectorXd values(600);
  for (int k = 0; k < values.size(); ++k) values[k] = std::pow(10.0, -12.0 * k / 600.0);
  expect_pairs(Known(values), 50);
}

}  // namespace
}  // namespace alembert::linear
