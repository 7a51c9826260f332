// The order of elimination is chosen by the fill that factors really have: redundant constraints must not fill them.
#include <gtest/gtest.h>

#include "linear/factorisation.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// Entries of L and U over those of the Newton matrix, at the start with a step of 1e-2 s.
double relative_fill(const Model& model) {
  DynamicsEngine engine(model);
  const dae::State& s = engine.initial_state();
  const Vector zero = Vector::Zero(s.v.size());
  const double h = 1e-2;
  linear::SparseMatrix matrix;
  engine.problem().newton_matrix({1.05, 0.5 * h, 0.25 * h * h}, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero},
                                 matrix);
  linear::Factorisation factors;
  EXPECT_TRUE(factors.factor(matrix));
  return factors.fill() / matrix.pattern()->nonzeros();
}

// With AMD alone 200 windows have 2.5 million entries in L where COLAMD leaves 41 000, and cost per window grows.
TEST(Fill, WindowsWithRedundantRevolutesStaySparse) {
  const double few = relative_fill(test::shipped_model("double_four_bar", {{"N", 10.0}})),
               many = relative_fill(test::shipped_model("double_four_bar", {{"N", 60.0}}));
  EXPECT_LT(many, 4.0);
  EXPECT_LT(many, 1.3 * few);
}

TEST(Fill, ChainsStaySparse) { EXPECT_LT(relative_fill(test::shipped_model("chain", {{"N", 100.0}})), 3.0); }

}  // namespace
}  // namespace alembert
