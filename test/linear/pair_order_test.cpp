#include "linear/pair_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "linear/factorisation.h"

namespace alembert::linear {
namespace {

// A chain of n unknowns with masses, each held to the next by a constraint: [M G^T; G 0].
struct Chain {
  explicit Chain(int n) {
    std::vector<Block> blocks;
    const int size = 2 * n - 1;
    for (int k = 0; k < size; ++k) blocks.push_back({k, 1, k, 1});
    for (int k = 0; k + 1 < n; ++k)
      for (const int body : {k, k + 1}) {
        blocks.push_back({n + k, 1, body, 1});
        blocks.push_back({body, 1, n + k, 1});
      }
    matrix.adopt(std::make_shared<const Pattern>(size, blocks));
    const Pattern& p = *matrix.pattern();
    for (int k = 0; k < n; ++k) matrix.values()[p.slot(k, k)] = 2.0 + k % 3;
    for (int k = 0; k + 1 < n; ++k) {
      matrix.values()[p.slot(n + k, k)] = matrix.values()[p.slot(k, n + k)] = 1.0;
      matrix.values()[p.slot(n + k, k + 1)] = matrix.values()[p.slot(k + 1, n + k)] = -1.0;
    }
  }
  PairOrder order() const {
    const Pattern& p = *matrix.pattern();
    return pair_order(p.column_starts(), p.rows(), {matrix.values(), static_cast<std::size_t>(p.nonzeros())});
  }
  SparseMatrix matrix;
};

TEST(PairOrder, EveryRowStandsOnceAndConstraintsComeAfterAnUnknownTheyHold) {
  for (const int n : {1, 2, 7, 100}) {
    const Chain chain(n);
    const std::vector<int> order = chain.order().order;
    std::vector<int> place(order.size(), -1);
    for (std::size_t k = 0; k < order.size(); ++k) place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
    EXPECT_EQ(std::count(place.begin(), place.end(), -1), 0);
    for (int k = 0; k + 1 < n; ++k)
      EXPECT_GT(place[static_cast<std::size_t>(n + k)],
                std::min(place[static_cast<std::size_t>(k)], place[static_cast<std::size_t>(k + 1)]));
  }
}

// A tridiagonal matrix has no fill: two entries a row in L and in U, but for the last.
TEST(PairOrder, PromisesTheEntriesOfATridiagonalMatrix) {
  const int n = 50;
  std::vector<int> starts{0}, rows;
  std::vector<double> values;
  for (int c = 0; c < n; ++c) {
    for (int r = std::max(0, c - 1); r <= std::min(n - 1, c + 1); ++r) {
      rows.push_back(r);
      values.push_back(r == c ? 4.0 : 1.0);
    }
    starts.push_back(static_cast<int>(rows.size()));
  }
  EXPECT_EQ(pair_order(starts, rows, values).fill, 2.0 * (n + n - 1));
}

// Zero rows, rows without a diagonal, rows that nothing is free to be matched with.
TEST(PairOrder, OrdersSingularAndUnsymmetricMatrices) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 1 + trial % 12;
    std::vector<int> starts{0}, rows;
    std::vector<double> values;
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r)
        if (random() % 3 == 0) {
          rows.push_back(r);
          values.push_back(random() % 4 == 0 ? 0.0 : 1.0 + static_cast<double>(random() % 100));
        }
      starts.push_back(static_cast<int>(rows.size()));
    }
    std::vector<int> order = pair_order(starts, rows, values).order;
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
  }
}

// Two rows a pair of bodies, of which one says nothing new: the second can be matched with nothing.
TEST(PairOrder, ManyRedundantRowsCostNoMoreThanTheyAre) {
  const int n = 4000;
  std::vector<Block> blocks;
  for (int k = 0; k < 2 * n; ++k) blocks.push_back({k, 1, k, 1});
  for (int k = 0; k < n; ++k) {
    blocks.push_back({n + k, 1, 0, 1});
    blocks.push_back({0, 1, n + k, 1});
  }
  SparseMatrix matrix(std::make_shared<const Pattern>(2 * n, blocks));
  const Pattern& p = *matrix.pattern();
  for (int k = 0; k < n; ++k) {
    matrix.values()[p.slot(k, k)] = 1.0;
    matrix.values()[p.slot(n + k, 0)] = matrix.values()[p.slot(0, n + k)] = 1.0;
    matrix.values()[p.slot(n + k, n + k)] = -1e-9;
  }
  Factorisation factors;
  ASSERT_TRUE(factors.factor(matrix));
  EXPECT_LT(factors.fill(), 20.0 * n);
}

}  // namespace
}  // namespace alembert::linear
