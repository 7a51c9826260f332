#include "linear/factorisation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace alembert::linear {
namespace {

PatternPtr pattern_of(int size, const std::vector<Block>& blocks) {
  return std::make_shared<const Pattern>(size, blocks);
}

// A bordered matrix like Newton's: blocks on the diagonal, two constraints.
PatternPtr bordered() { return pattern_of(5, {{0, 3, 0, 3}, {3, 2, 0, 3}, {0, 3, 3, 2}, {3, 1, 3, 1}, {4, 1, 4, 1}}); }
PatternPtr full(int size) { return pattern_of(size, {{0, size, 0, size}}); }

// The same numbers, whatever the pattern has besides.
void fill(SparseMatrix& matrix, double a, double corner) {
  const Pattern& p = *matrix.pattern();
  std::fill(matrix.values(), matrix.values() + p.nonzeros(), 0.0);
  const auto set = [&](int r, int c, double v) { matrix.values()[p.slot(r, c)] = v; };
  for (int k = 0; k < 3; ++k) set(k, k, a + k);
  set(0, 1, 0.5);
  for (int k = 0; k < 3; ++k) {
    set(3, k, 1.0 + k);
    set(k, 3, 1.0 + k);
    set(4, k, 2.0 - k);
    set(k, 4, 2.0 - k);
  }
  set(3, 3, corner);
  set(4, 4, corner);
}

void expect_solves(const Factorisation& factors, const SparseMatrix& matrix) {
  Vector x(5), b(5);
  x << 1, -2, 3, -4, 5;
  matrix.multiply(x, b);
  factors.solve(b);
  EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Factorisation, SolvesAndRefactorsInPlace) {
  SparseMatrix matrix(bordered());
  Factorisation factors;
  for (const double a : {2.0, 3.0, -4.0}) {
    fill(matrix, a, -1e-9);
    ASSERT_TRUE(factors.factor(matrix));
    expect_solves(factors, matrix);
  }
  EXPECT_EQ(factors.factorizations(), 3);
  EXPECT_EQ(factors.full_factorizations(), 1);
}

TEST(Factorisation, TakesAMatrixWithAnotherPattern) {
  SparseMatrix matrix(bordered());
  Factorisation factors;
  EXPECT_EQ(factors.pattern(), nullptr);
  for (const PatternPtr& pattern : {bordered(), full(5), bordered()}) {
    matrix.adopt(pattern);
    for (const double a : {2.0, 3.0}) {
      fill(matrix, a, -1e-9);
      ASSERT_TRUE(factors.factor(matrix));
      EXPECT_EQ(factors.pattern(), pattern);
      expect_solves(factors, matrix);
    }
  }
  EXPECT_EQ(factors.factorizations(), 6);
  EXPECT_EQ(factors.full_factorizations(), 3) << "one for each pattern";
}

// The old pivots belong to a matrix with a large first entry; when that shrinks to nothing, growth calls for new ones.
TEST(Factorisation, ChoosesNewPivotsWhenTheOldOnesBecomePoor) {
  SparseMatrix matrix(full(2));
  Factorisation factors;
  const auto factor = [&](double a, double b, double c, double d) {
    const double m[] = {a, c, b, d};
    std::copy(m, m + 4, matrix.values());
    return factors.factor(matrix);
  };
  ASSERT_TRUE(factor(1.0, 0.1, 0.1, 1.0));
  ASSERT_TRUE(factor(1e-14, 1.0, 1.0, 1.0));
  EXPECT_EQ(factors.full_factorizations(), 2);
  Vector b(2);
  b << 1.0, 2.0;
  factors.solve(b);
  EXPECT_NEAR(b[0], 1.0, 1e-12);
  EXPECT_NEAR(b[1], 1.0, 1e-12);
}

TEST(Factorisation, RefusesSingularAndNotFiniteMatrices) {
  SparseMatrix matrix(full(2));
  Factorisation factors;
  std::fill(matrix.values(), matrix.values() + 4, 1.0);
  EXPECT_FALSE(factors.factor(matrix));
  matrix.values()[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factors.factor(matrix));
  Vector b = Vector::Ones(2);
  EXPECT_THROW(factors.solve(b), std::logic_error);
}

TEST(Factorisation, AMatrixWithoutUnknownsIsFactored) {
  SparseMatrix matrix(pattern_of(0, {}));
  Factorisation factors;
  EXPECT_TRUE(factors.factor(matrix));
  Vector none(0);
  factors.solve(none);
  EXPECT_EQ(factors.condition_estimate(), 1.0);
}

// Two blocks of two unknowns, and what may be between them.
TEST(Factorisation, LeavesOutOptionalBlocksUntilSomethingIsInThem) {
  const std::vector<Block> own{{0, 2, 0, 2}, {2, 2, 2, 2}, {4, 1, 4, 1}}, between{{0, 2, 2, 2}, {2, 2, 0, 2}};
  SparseMatrix matrix(std::make_shared<const Pattern>(5, own, between));
  const auto set = [&](double coupling) {
    const Pattern& p = *matrix.pattern();
    std::fill(matrix.values(), matrix.values() + p.nonzeros(), 0.0);
    for (int k = 0; k < 5; ++k) matrix.diagonal(k) = 2.0 + k;
    for (int r = 0; r < 2; ++r)
      for (int c = 2; c < 4; ++c) matrix.values()[p.slot(r, c)] = matrix.values()[p.slot(c, r)] = coupling;
  };
  Factorisation factors;
  const auto factor = [&](double coupling) {
    set(coupling);
    EXPECT_TRUE(factors.factor(matrix));
    expect_solves(factors, matrix);
    return factors.fill();
  };
  const double apart = factor(0.0), together = factor(0.3);
  EXPECT_GT(together, apart);
  EXPECT_EQ(factors.full_factorizations(), 2);
  EXPECT_EQ(factor(0.0), together);  // kept: it may come back
  EXPECT_EQ(factor(0.4), together);
  EXPECT_EQ(factors.full_factorizations(), 2);

  // Read back, it solves with the same factors.
  Archive written;
  factors.exchange(written, matrix.pattern());
  Factorisation copy;
  Archive read(written.data());
  copy.exchange(read, matrix.pattern());
  EXPECT_EQ(copy.fill(), together);
  expect_solves(copy, matrix);
}

// Contacts that come and go near each other: a pattern with other optional blocks, of which the same are filled.
TEST(Factorisation, KeepsItsFactorsForAPatternThatNeedsNoMore) {
  const std::vector<Block> own{{0, 2, 0, 2}, {2, 2, 2, 2}, {4, 1, 4, 1}};
  const std::vector<Block> one{{0, 2, 2, 2}, {2, 2, 0, 2}},
      more{{0, 2, 2, 2}, {2, 2, 0, 2}, {4, 1, 0, 2}, {0, 2, 4, 1}};
  Factorisation factors;
  for (const auto& optional : {more, one, more}) {
    SparseMatrix matrix(std::make_shared<const Pattern>(5, own, optional));
    const Pattern& p = *matrix.pattern();
    for (int k = 0; k < 5; ++k) matrix.diagonal(k) = 2.0 + k;
    for (int r = 0; r < 2; ++r) matrix.values()[p.slot(r, 2)] = matrix.values()[p.slot(2, r)] = 0.3;
    ASSERT_TRUE(factors.factor(matrix));
    expect_solves(factors, matrix);
  }
  EXPECT_EQ(factors.factorizations(), 3);
  EXPECT_EQ(factors.full_factorizations(), 1);
}

// Read back, the factors give the same bits, and so do those made with the same pivots after that.
TEST(Factorisation, IsReadBackToTheLastBit) {
  const PatternPtr pattern = bordered();
  SparseMatrix matrix(pattern);
  Factorisation first;
  for (const double a : {2.0, 3.1, -4.3}) {
    fill(matrix, a, -1e-9);
    ASSERT_TRUE(first.factor(matrix));
  }
  Archive written;
  first.exchange(written, pattern);
  Factorisation second;
  Archive read(written.data());
  second.exchange(read, pattern);
  EXPECT_TRUE(read.at_end());
  const auto expect_same = [&] {
    Vector x = Vector::LinSpaced(5, 0.1, 1.7), y = x;
    first.solve(x);
    second.solve(y);
    EXPECT_EQ(std::memcmp(x.data(), y.data(), 5 * sizeof(double)), 0);
  };
  expect_same();
  fill(matrix, 0.7, -1e-9);
  ASSERT_TRUE(first.factor(matrix));
  ASSERT_TRUE(second.factor(matrix));
  expect_same();
  EXPECT_EQ(second.factorizations(), 4);
  EXPECT_EQ(second.full_factorizations(), 1);
}

TEST(Factorisation, OfAnotherPatternIsNotWrittenDown) {
  SparseMatrix matrix(bordered());
  fill(matrix, 2.0, -1e-9);
  Factorisation factors;
  ASSERT_TRUE(factors.factor(matrix));
  const PatternPtr next = full(5);
  Archive written;
  factors.exchange(written, next);
  Factorisation other;
  Archive read(written.data());
  other.exchange(read, next);
  EXPECT_TRUE(read.at_end());
  EXPECT_FALSE(other.factored());
  EXPECT_EQ(other.factorizations(), 1);
}

}  // namespace
}  // namespace alembert::linear
