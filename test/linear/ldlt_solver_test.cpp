#include "linear/ldlt_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <random>

namespace alembert::linear {
namespace {

// B^T B + I for a sparse B: about `density` of its entries; and its upper triangle as a pattern.
struct Random {
  Eigen::MatrixXd S;
  Pattern pattern;

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
    pattern = Pattern(n, blocks);
  }
  void fill(LdltSolver& solver) const {
    for (int c = 0; c < pattern.size(); ++c)
      for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
           k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        solver.values()[k] = S(pattern.rows()[static_cast<std::size_t>(k)], c);
  }
};

TEST(LdltSolver, SolvesSparseMatricesOfAnyShape) {
  unsigned seed = 1;
  for (const int n : {1, 2, 5, 20, 60})
    for (const double density : {0.02, 0.1, 0.5}) {
      const Random matrix(n, density, seed++);
      LdltSolver solver(matrix.pattern);
      for (const double factor : {1.0, 7.0}) {  // a second matrix in the same places
        matrix.fill(solver);
        for (int k = 0; k < matrix.pattern.nonzeros(); ++k) solver.values()[k] *= factor;
        ASSERT_TRUE(solver.factor());
        const Vector x = Vector::LinSpaced(n, -1.0, 2.0);
        Vector b = factor * (matrix.S * x);
        solver.solve(b);
        // The condition number is below 100 (|B| < 5): 1e-13 is that times rounding.
        EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-13) << n << " unknowns, density " << density;
      }
    }
}

// Blocks of 3 in a row: each is eliminated into the next, and nothing else fills.
TEST(LdltSolver, ABandHasNoFill) {
  constexpr int joints = 50;
  std::vector<Block> blocks;
  for (int k = 0; k < joints; ++k) {
    for (int r = 0; r < 3; ++r) blocks.push_back({3 * k, r + 1, 3 * k + r, 1});
    if (k > 0) blocks.push_back({3 * k - 3, 3, 3 * k, 3});
  }
  EXPECT_EQ(LdltSolver(Pattern(3 * joints, blocks)).nonzeros(), joints * 3 + (joints - 1) * 9);
}

TEST(LdltSolver, RefusesWhatIsNotPositiveDefinite) {
  const Pattern pattern(2, {{0, 1, 0, 1}, {0, 2, 1, 1}});
  LdltSolver solver(pattern);
  const auto factor = [&](double a, double b, double c) {
    solver.values()[0] = a;
    solver.values()[1] = b;
    solver.values()[2] = c;
    return solver.factor();
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
  solver.solve(b);
  EXPECT_LT((b - Vector::Ones(2)).norm(), 1e-15);
}

}  // namespace
}  // namespace alembert::linear
