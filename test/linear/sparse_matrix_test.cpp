#include "linear/sparse_matrix.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace alembert::linear {
namespace {

// Blocks on the diagonal, two constraints, of which only the first has a corner.
PatternPtr bordered_with_one_corner() {
  return std::make_shared<const Pattern>(5, std::vector<Block>{{0, 3, 0, 3}, {3, 2, 0, 3}, {0, 3, 3, 2}, {3, 1, 3, 1}});
}

TEST(Pattern, RowsOfABlockLieOneBehindTheOther) {
  const PatternPtr p = bordered_with_one_corner();
  for (int c = 0; c < 3; ++c) EXPECT_EQ(p->slot(0, c) + 2, p->slot(2, c));
  for (int c = 0; c < 3; ++c) EXPECT_EQ(p->slot(3, c) + 1, p->slot(4, c));
  EXPECT_THROW(p->slot(3, 4), std::logic_error);
}

TEST(Pattern, KnowsItsDiagonal) {
  const PatternPtr p = bordered_with_one_corner();
  for (int k = 0; k < 4; ++k) EXPECT_EQ(p->diagonal()[static_cast<std::size_t>(k)], p->slot(k, k));
  EXPECT_EQ(p->diagonal()[4], -1);
}

TEST(SparseMatrix, MultipliesAndReachesItsDiagonal) {
  SparseMatrix a(bordered_with_one_corner());
  for (int k = 0; k < a.pattern()->nonzeros(); ++k) a.values()[k] = 1.0;
  a.diagonal(2) += 4.0;
  Vector x(5), y;
  x << 1, 2, 3, 4, 5;
  a.multiply(x, y);
  Vector expected(5);
  expected << 15, 15, 27, 10, 6;
  EXPECT_EQ(y, expected);
}

TEST(SparseMatrix, CutsUnknownsOff) {
  SparseMatrix a(bordered_with_one_corner());
  for (int k = 0; k < a.pattern()->nonzeros(); ++k) a.values()[k] = 2.0;
  a.cut_off(2);
  Vector x(5), y;
  x << 1, 2, 3, 4, 5;
  a.multiply(x, y);
  Vector expected(5);
  expected << 6, 6, 3, 4, 0;  // the last has no place on the diagonal
  EXPECT_EQ(y, expected);
}

TEST(SparseMatrix, KeepsItsValuesUntilThePatternIsAnotherObject) {
  const PatternPtr first = bordered_with_one_corner(), second = bordered_with_one_corner();
  SparseMatrix a(first);
  a.values()[0] = 7.0;
  const double* const place = a.values();
  a.adopt(first);
  EXPECT_EQ(a.values(), place);
  EXPECT_EQ(a.values()[0], 7.0);
  a.adopt(second);
  EXPECT_EQ(a.pattern(), second);
  EXPECT_EQ(a.values()[0], 0.0);
}

}  // namespace
}  // namespace alembert::linear
