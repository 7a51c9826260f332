#include "linear/supernodal_cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <random>
#include <stdexcept>

#include "linear/nested_dissection.h"

namespace alembert::linear {
namespace {

using Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;

// B^T B + I for a sparse B: about `density` of its entries.
Sparse random_matrix(int n, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  MatrixXd B = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (u(random) < density) B(i, j) = u(random) - 0.5;
  return (MatrixXd::Identity(n, n) + B.transpose() * B).sparseView();
}

// Springs between the points of a grid, three coordinates each that are all joined; nothing holds it but `ground`.
Sparse grid(int nx, int ny, int nz, double ground) {
  const auto point = [&](int x, int y, int z) { return (x * ny + y) * nz + z; };
  std::vector<Eigen::Triplet<double>> entries;
  const auto spring = [&](int a, int b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double k = i == j ? 2.0 : 0.5;
        entries.emplace_back(3 * a + i, 3 * a + j, k);
        entries.emplace_back(3 * b + i, 3 * b + j, k);
        entries.emplace_back(3 * a + i, 3 * b + j, -k);
        entries.emplace_back(3 * b + i, 3 * a + j, -k);
      }
  };
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) {
        if (x + 1 < nx) spring(point(x, y, z), point(x + 1, y, z));
        if (y + 1 < ny) spring(point(x, y, z), point(x, y + 1, z));
        if (z + 1 < nz) spring(point(x, y, z), point(x, y, z + 1));
        for (int i = 0; i < 3; ++i) entries.emplace_back(3 * point(x, y, z) + i, 3 * point(x, y, z) + i, ground);
      }
  Sparse out(3 * nx * ny * nz, 3 * nx * ny * nz);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

MatrixXd columns(Eigen::Index n, int count) {
  MatrixXd out(n, count);
  for (Eigen::Index k = 0; k < count; ++k)
    for (Eigen::Index i = 0; i < n; ++i) out(i, k) = std::sin(static_cast<double>(1 + i + 7 * k * k));
  return out;
}

// As a dense Cholesky factorisation does, within `condition` times rounding.
void expect_solved(const Sparse& A, double condition) {
  SupernodalCholesky factor;
  ASSERT_FALSE(factor.factor(A));
  const Eigen::LLT<MatrixXd> dense{MatrixXd(A)};
  for (const int count : {1, 3, 20}) {
    const MatrixXd b = columns(A.rows(), count), expected = dense.solve(b);
    EXPECT_LT((factor.solve(b) - expected).norm(), 1e-15 * condition * expected.norm()) << count << " right hand sides";
  }
}

TEST(SupernodalCholesky, SolvesAsADenseOneDoes) {
  unsigned seed = 1;
  for (const int n : {1, 2, 3, 10, 50, 200})
    for (const double density : {0.0, 0.3 / n, 2.0 / n, 0.1, 1.0}) {
      SCOPED_TRACE(n);
      SCOPED_TRACE(density);
      expect_solved(random_matrix(n, density, seed++), 1e3);
    }
}

TEST(SupernodalCholesky, SolvesChainsSheetsAndBlocksOfFiniteElements) {
  expect_solved(grid(1, 1, 300, 0.1), 1e4);
  expect_solved(grid(1, 20, 25, 0.1), 1e4);
  expect_solved(grid(7, 8, 9, 0.1), 1e4);
}

TEST(SupernodalCholesky, SolvesPiecesThatNothingConnects) {
  const Sparse one = grid(3, 3, 4, 0.1), other = random_matrix(70, 0.05, 5);
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < one.cols(); ++j)  // their rows in turns
    for (Sparse::InnerIterator it(one, j); it; ++it)
      entries.emplace_back(static_cast<int>(2 * it.row()), 2 * j, it.value());
  for (int j = 0; j < other.cols(); ++j)
    for (Sparse::InnerIterator it(other, j); it; ++it)
      entries.emplace_back(static_cast<int>(2 * it.row() + 1), 2 * j + 1, it.value());
  for (int k = 2 * 70; k < 2 * 108; k += 2) entries.emplace_back(k + 1, k + 1, 3.0);
  Sparse A(2 * 108, 2 * 108);
  A.setFromTriplets(entries.begin(), entries.end());
  expect_solved(A, 1e4);
}

TEST(SupernodalCholesky, LIsTheFactorOfTheMatrixInItsOrder) {
  const Sparse A = grid(4, 5, 6, 0.1);
  SupernodalCholesky factor;
  ASSERT_FALSE(factor.factor(A));
  const Eigen::Map<const Eigen::VectorXi> order(factor.order().data(), A.rows());
  const MatrixXd permuted = MatrixXd(A)(order, order), L = permuted.llt().matrixL();
  SupernodalCholesky::Block lower = columns(A.rows(), 5), upper = lower;
  const MatrixXd b = lower;
  factor.solve_lower(lower);
  factor.solve_upper(upper);
  EXPECT_LT((L * lower - b).norm(), 1e-13 * b.norm());
  EXPECT_LT((L.transpose() * upper - b).norm(), 1e-13 * b.norm());
}

TEST(SupernodalCholesky, NamesTheRowWhosePivotIsNotPositive) {
  SupernodalCholesky factor;
  // All pivots before it are positive, whatever the order, since the rest of the matrix is positive definite.
  for (const int bad : {0, 17, 40, 99}) {
    Sparse A = random_matrix(100, 0.02, 3);
    A.coeffRef(bad, bad) = -1.0;
    EXPECT_EQ(factor.factor(A), bad);
  }
  Sparse diagonal = random_matrix(50, 0.0, 1);
  diagonal.coeffRef(31, 31) = 0.0;
  EXPECT_EQ(factor.factor(diagonal), 31);
  diagonal.coeffRef(31, 31) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(factor.factor(diagonal), 31);
  diagonal.coeffRef(31, 31) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(factor.factor(diagonal), 31);
  diagonal.coeffRef(31, 31) = 1.0;
  EXPECT_FALSE(factor.factor(diagonal)) << "nothing of it is left";
}

TEST(SupernodalCholesky, RefusesWhatIsSingularToRounding) {
  SupernodalCholesky factor;
  EXPECT_TRUE(factor.factor(grid(6, 7, 8, 0.0))) << "nothing holds it";
  EXPECT_FALSE(factor.factor(grid(6, 7, 8, 1e-9))) << "next to nothing does";
  EXPECT_TRUE(factor.factor(grid(6, 7, 8, -1e-9)));
}

TEST(SupernodalCholesky, GivesTheSameBitsEveryTime) {
  const Sparse A = grid(6, 7, 8, 0.1);
  const MatrixXd b = columns(A.rows(), 4);
  SupernodalCholesky one, other;
  ASSERT_FALSE(one.factor(A));
  ASSERT_FALSE(other.factor(random_matrix(30, 0.1, 1)));
  ASSERT_FALSE(other.factor(A));
  EXPECT_EQ(one.solve(b), other.solve(b));
}

TEST(SupernodalCholesky, SaysHowFarItIsAndCanBeStopped) {
  const Sparse A = grid(6, 7, 8, 0.1);
  SupernodalCholesky factor;
  double last = 0.0;
  ASSERT_FALSE(factor.factor(A, [&](double part) {
    EXPECT_GT(part, last);
    last = part;
  }));
  EXPECT_EQ(last, 1.0);
  EXPECT_THROW(factor.factor(A, [](double) { throw std::runtime_error("enough"); }), std::runtime_error);
}

TEST(SupernodalCholesky, StoresLittleMoreThanTheFactor) {
  // Entries of L in the same order, counted without supernodes.
  const Sparse A = grid(9, 10, 11, 0.1);
  SupernodalCholesky factor;
  ASSERT_FALSE(factor.factor(A));
  const Eigen::Map<const Eigen::VectorXi> order(factor.order().data(), A.rows());
  const MatrixXd L = MatrixXd(MatrixXd(A)(order, order)).llt().matrixL();
  const auto filled = static_cast<double>((L.array() != 0.0).count());
  // Upper triangles of panels, and zeros of joined ones.
  EXPECT_LT(static_cast<double>(factor.entries()), 1.5 * filled);
  EXPECT_GE(static_cast<double>(factor.entries()), filled);
}

TEST(NestedDissection, KeepsTheFactorOfASheetSparse) {
  // n log2 n entries, times a constant, against n^1.5 row by row (George 1973).
  const Sparse A = grid(1, 40, 40, 0.1);
  SupernodalCholesky factor;
  ASSERT_FALSE(factor.factor(A));
  const double points = 1600.0;
  EXPECT_LT(static_cast<double>(factor.entries()), 9.0 * 0.5 * points * 40.0);
  std::vector<int> order = nested_dissection(A);
  std::sort(order.begin(), order.end());
  for (int k = 0; k < A.rows(); ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
}

}  // namespace
}  // namespace alembert::linear
