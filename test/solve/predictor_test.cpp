// The predictor is exact on polynomials of its degree, whatever the steps, and chooses the degree by what has worked.
#include "solve/predictor.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace alembert {
namespace {

constexpr std::array kTimes{0.0, 0.1, 0.25, 0.3, 0.55, 0.6, 0.9};  // steps of any size
constexpr double kShift = -0.02;                                   // accelerations belong to another instant

double polynomial(int degree, double t) {
  double out = 0.0;
  for (int k = 0; k <= degree; ++k) out += (k + 1.0) * std::pow(t, k);
  return out;
}

// One acceleration and one multiplier.
Vector unknowns(int degree, double t) {
  return Eigen::Vector2d(polynomial(degree, t + kShift), -2.0 * polynomial(degree, t));
}

// Steps through the times before the last: predicted and accepted.
Predictor after_steps(int degree, int highest = Predictor::kMaxDegree) {
  Predictor predictor;
  predictor.start(2, 1, highest);
  Vector z(2);
  const Vector one = Vector::Ones(1);
  for (std::size_t n = 0; n + 1 < kTimes.size(); ++n) {
    if (n > 0) predictor.predict(kTimes[n] + kShift, kTimes[n], z);
    predictor.accept(kTimes[n] + kShift, kTimes[n], unknowns(degree, kTimes[n]), one);
  }
  return predictor;
}

TEST(Predictor, IsExactOnPolynomialsUpToDegreeThree) {
  for (int degree = 0; degree <= 3; ++degree) {
    Predictor predictor = after_steps(degree);
    Vector z(2);
    predictor.predict(kTimes.back() + kShift, kTimes.back(), z);
    const Vector exact = unknowns(degree, kTimes.back());
    EXPECT_NEAR(z[0], exact[0], 1e-12) << degree;
    EXPECT_NEAR(z[1], exact[1], 1e-12) << degree;
    EXPECT_GE(predictor.degree(), degree);
  }
}

// What a cubic leaves of t^4 is the product of the distances from its nodes.
TEST(Predictor, LeavesOfAQuarticWhatACubicMust) {
  Predictor predictor = after_steps(4);
  EXPECT_EQ(predictor.degree(), 3);
  Vector z(2);
  predictor.predict(kTimes.back() + kShift, kTimes.back(), z);
  double left = 5.0;  // leading coefficient
  for (std::size_t k = 2; k < 6; ++k) left *= kTimes.back() - kTimes[k];
  EXPECT_NEAR(polynomial(4, kTimes.back() + kShift) - z[0], left, 1e-12);
  EXPECT_NEAR(-2.0 * polynomial(4, kTimes.back()) - z[1], -2.0 * left, 1e-12);
}

TEST(Predictor, HasNoDegreeAboveTheHighestAllowed) {
  for (int highest = 0; highest <= 3; ++highest) EXPECT_EQ(after_steps(3, highest).degree(), highest);
  Predictor predictor = after_steps(3, 0);
  Vector z(2);
  predictor.predict(kTimes.back() + kShift, kTimes.back(), z);
  EXPECT_EQ(z, unknowns(3, kTimes[kTimes.size() - 2]));  // the values of the step before
}

// Of what jumps up and down, a line through two points is further off than the last value.
TEST(Predictor, TakesTheLastValueOfWhatRings) {
  Predictor predictor;
  predictor.start(1, 1, Predictor::kMaxDegree);
  Vector z(1);
  const Vector one = Vector::Ones(1);
  for (int n = 0; n < 8; ++n) {
    if (n > 0) predictor.predict(n, n, z);
    predictor.accept(n, n, Vector::Constant(1, n % 2 == 0 ? 1.0 : -1.0), one);
  }
  EXPECT_EQ(predictor.degree(), 0);
}

TEST(Predictor, ForgetsAllButTheLastPointAtARestart) {
  Predictor predictor = after_steps(3);
  predictor.restart();
  EXPECT_EQ(predictor.points(), 1);
  EXPECT_EQ(predictor.degree(), 0);
  Vector z(2);
  predictor.predict(kTimes.back() + kShift, kTimes.back(), z);
  EXPECT_EQ(z, unknowns(3, kTimes[kTimes.size() - 2]));
}

TEST(Predictor, InterpolatesMultipliersThatAreParabolasExactly) {
  const Predictor predictor = after_steps(2);
  Vector lambda(1);
  for (const double t : {0.56, 0.58, 0.6}) {  // within the last step
    predictor.interpolate_multipliers(t, lambda);
    EXPECT_NEAR(lambda[0], -2.0 * polynomial(2, t), 1e-13) << t;
  }
}

}  // namespace
}  // namespace alembert
