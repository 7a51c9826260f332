#include "linear/symmetric_factorisation.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <random>

namespace alembert::linear {
namespace {

// B^T B + I for a sparse B: about `density` of its entries; and its upper triangle as a pattern.
struct Random {
  Eigen::MatrixXd S;
  PatternPtr pattern;

  Random(int n, double density, unsigned seed) : S(Eigen::MatrixXd::Identity(n, n)) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(0.0, 1.0);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (u(random) < density) B(i, j) = u(random) - 0.5;
    S += B.transpose() * B;
    std::vector<Block> blocks;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i)
        if (S(i, j) != 0.0) blocks.push_back({i, 1, j, 1});
    pattern = std::make_shared<const Pattern>(n, blocks);
  }
  void fill(SparseMatrix& matrix) const {
    matrix.adopt(pattern);
    for (int c = 0; c < pattern->size(); ++c)
      for (int k = pattern->column_starts()[static_cast<std::size_t>(c)];
           k < pattern->column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        matrix.values()[k] = S(pattern->rows()[static_cast<std::size_t>(k)], c);
  }
};

TEST(SymmetricFactorisation, SolvesSparseMatricesOfAnyShape) {
  unsigned seed = 1;
  SymmetricFactorisation factors;  // one for all of them
  SparseMatrix matrix;
  for (const int n : {1, 2, 5, 20, 60})
    for (const double density : {0.02, 0.1, 0.5}) {
      const Random given(n, density, seed++);
      for (const double factor : {1.0, 7.0}) {  // a second matrix in the same places
        given.fill(matrix);
        for (int k = 0; k < given.pattern->nonzeros(); ++k) matrix.values()[k] *= factor;
        ASSERT_TRUE(factors.factor(matrix));
        const Vector x = Vector::LinSpaced(n, -1.0, 2.0);
        Vector b = factor * (given.S * x);
        factors.solve(b);
        // The condition number is below 100 (|B| < 5): 1e-13 is that times rounding.
        EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-13) << n << " unknowns, density " << density;
      }
    }
}

// Blocks of 3 in a row: each is eliminated into the next, and nothing else fills.
TEST(SymmetricFactorisation, ABandHasNoFill) {
  constexpr int joints = 50;
  std::vector<Block> blocks;
  for (int k = 0; k < joints; ++k) {
    for (int r = 0; r < 3; ++r) blocks.push_back({3 * k, r + 1, 3 * k + r, 1});
    if (k > 0) blocks.push_back({3 * k - 3, 3, 3 * k, 3});
  }
  SparseMatrix matrix(std::make_shared<const Pattern>(3 * joints, blocks));
  for (int k = 0; k < 3 * joints; ++k) matrix.diagonal(k) = 1.0;
  SymmetricFactorisation factors;
  ASSERT_TRUE(factors.factor(matrix));
  EXPECT_EQ(factors.nonzeros(), joints * 3 + (joints - 1) * 9);
}

TEST(SymmetricFactorisation, RefusesWhatIsNotPositiveDefinite) {
  SparseMatrix matrix(std::make_shared<const Pattern>(2, std::vector<Block>{{0, 1, 0, 1}, {0, 2, 1, 1}}));
  SymmetricFactorisation factors;
  const auto factor = [&](double a, double b, double c) {
    matrix.values()[0] = a;
    matrix.values()[1] = b;
    matrix.values()[2] = c;
    return factors.factor(matrix);
  };
  EXPECT_TRUE(factor(2.0, 1.0, 1.0));
  EXPECT_FALSE(factor(1.0, 2.0, 1.0));
  EXPECT_FALSE(factor(4.0, 2.0, 1.0)) << "singular";
  EXPECT_TRUE(factor(4.0, 2.0, 1.0 + 1e-11)) << "nearly";
  EXPECT_FALSE(factor(0.0, 0.0, 1.0));
  EXPECT_FALSE(factor(1.0, std::numeric_limits<double>::quiet_NaN(), 1.0));
  EXPECT_FALSE(factor(std::numeric_limits<double>::infinity(), 1.0, 1.0));
  EXPECT_TRUE(factor(2.0, 1.0, 1.0)) << "nothing of it is left";
  Vector b(2);
  b << 3.0, 2.0;
  factors.solve(b);
  EXPECT_LT((b - Vector::Ones(2)).norm(), 1e-15);
}

}  // namespace
}  // namespace alembert::linear
