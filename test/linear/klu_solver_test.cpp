#include "linear/klu_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace alembert::linear {
namespace {

// A bordered matrix like Newton's: blocks on the diagonal, two constraints.
Pattern bordered() { return Pattern(5, {{0, 3, 0, 3}, {3, 2, 0, 3}, {0, 3, 3, 2}, {3, 1, 3, 1}, {4, 1, 4, 1}}); }

void fill(KluSolver& solver, double a, double corner) {
  const Pattern& p = solver.pattern();
  std::fill(solver.values(), solver.values() + p.nonzeros(), 0.0);
  const auto set = [&](int r, int c, double v) { solver.values()[p.slot(r, c)] = v; };
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

TEST(Pattern, RowsOfABlockLieOneBehindTheOther) {
  const Pattern p = bordered();
  for (int c = 0; c < 3; ++c) EXPECT_EQ(p.slot(0, c) + 2, p.slot(2, c));
  for (int c = 0; c < 3; ++c) EXPECT_EQ(p.slot(3, c) + 1, p.slot(4, c));
  EXPECT_THROW(p.slot(3, 4), std::logic_error);
}

TEST(KluSolver, SolvesAndRefactorsInPlace) {
  const Pattern pattern = bordered();
  KluSolver solver(pattern);
  for (const double a : {2.0, 3.0, -4.0}) {
    fill(solver, a, -1e-9);
    ASSERT_TRUE(solver.factor());
    Vector x(5), b(5);
    x << 1, -2, 3, -4, 5;
    solver.multiply(x, b);
    solver.solve(b);
    EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-12);
  }
  EXPECT_EQ(solver.factorizations(), 3);
  EXPECT_EQ(solver.full_factorizations(), 1);
}

// The old pivots belong to a matrix with a large first entry; when that shrinks to nothing, growth calls for new ones.
TEST(KluSolver, ChoosesNewPivotsWhenTheOldOnesBecomePoor) {
  const Pattern pattern(2, {{0, 2, 0, 2}});
  KluSolver solver(pattern);
  const auto set = [&](double a, double b, double c, double d) {
    const double m[] = {a, c, b, d};
    std::copy(m, m + 4, solver.values());
  };
  set(1.0, 0.1, 0.1, 1.0);
  ASSERT_TRUE(solver.factor());
  set(1e-14, 1.0, 1.0, 1.0);
  ASSERT_TRUE(solver.factor());
  EXPECT_EQ(solver.full_factorizations(), 2);
  Vector b(2);
  b << 1.0, 2.0;
  solver.solve(b);
  EXPECT_NEAR(b[0], 1.0, 1e-12);
  EXPECT_NEAR(b[1], 1.0, 1e-12);
}

TEST(KluSolver, RefusesSingularAndNotFiniteMatrices) {
  const Pattern pattern(2, {{0, 2, 0, 2}});
  KluSolver solver(pattern);
  std::fill(solver.values(), solver.values() + 4, 1.0);
  EXPECT_FALSE(solver.factor());
  solver.values()[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solver.factor());
  Vector b = Vector::Ones(2);
  EXPECT_THROW(solver.solve(b), std::logic_error);
}

}  // namespace
}  // namespace alembert::linear
