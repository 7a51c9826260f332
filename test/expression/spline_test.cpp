// Splines against closed forms.
#include "expression/spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "expression/expression.h"
#include "expression/kinks.h"

namespace alembert {
namespace {

constexpr SplineKind kinds[] = {SplineKind::linear, SplineKind::cubic, SplineKind::akima};

Spline through(const std::vector<double>& x, const std::function<double(double)>& f,
               Extrapolation extrapolation = Extrapolation::linear) {
  std::vector<double> y;
  for (const double each : x) y.push_back(f(each));
  return Spline("s", x, y, extrapolation);
}

std::vector<double> random_knots(std::mt19937& random, int count) {
  std::uniform_real_distribution<double> gap(0.05, 2.0);
  std::vector<double> x{-1.3};
  while (static_cast<int>(x.size()) < count) x.push_back(x.back() + gap(random));
  return x;
}

double slope(const Spline& s, SplineKind kind, double x) { return s.value(kind, Dual<1>::variable(x, 0)).d[0]; }
double curvature(const Spline& s, SplineKind kind, double x) { return 2.0 * s.value(kind, Taylor(x, 1.0, 0.0)).second; }

TEST(Spline, GoesThroughItsPoints) {
  std::mt19937 random(1);
  const Spline s = through(random_knots(random, 20), [](double x) { return std::sin(3 * x); });
  for (const SplineKind kind : kinds) {
    for (std::size_t k = 0; k < s.size(); ++k) EXPECT_NEAR(s.value(kind, s.x()[k]), s.y()[k], 1e-14);
  }
}

TEST(Spline, EveryKindReproducesStraightLines) {
  std::mt19937 random(2);
  const Spline s = through(random_knots(random, 12), [](double x) { return 3 - 2 * x; });
  for (const SplineKind kind : kinds) {
    for (double x = -5; x < 25; x += 0.1) {
      EXPECT_NEAR(s.value(kind, x), 3 - 2 * x, 1e-12);
      EXPECT_NEAR(slope(s, kind, x), -2, 1e-12);
      EXPECT_NEAR(curvature(s, kind, x), 0, 1e-10);
    }
  }
}

// y = 1.5 x - 0.5 x^3 and its mirror image meet at 1 with y' = 0, y'' = -3, and have y'' = 0 at their ends.
TEST(Spline, TheNaturalCubicOfThreePointsIsTheKnownOne) {
  const Spline s("s", {0, 1, 2}, {0, 1, 0});
  for (double x = 0; x <= 1; x += 0.125) {
    EXPECT_NEAR(s.value(SplineKind::cubic, x), 1.5 * x - 0.5 * x * x * x, 1e-15);
    EXPECT_NEAR(s.value(SplineKind::cubic, 2 - x), 1.5 * x - 0.5 * x * x * x, 1e-15);
    EXPECT_NEAR(slope(s, SplineKind::cubic, x), 1.5 - 1.5 * x * x, 1e-15);
    EXPECT_NEAR(curvature(s, SplineKind::cubic, x), -3 * x, 1e-14);
  }
}

// Far from the ends the natural spline of a cubic is the cubic: the error of the end condition falls by 2 + sqrt(3) a
// knot.
TEST(Spline, TheNaturalCubicReproducesCubicsInside) {
  std::vector<double> x;
  for (int k = 0; k <= 80; ++k) x.push_back(0.1 * k);
  const auto f = [](double t) { return t * t * t - 2 * t * t + 5; };
  const Spline s = through(x, f);
  for (double t = 3.5; t < 4.5; t += 0.013) {
    EXPECT_NEAR(s.value(SplineKind::cubic, t), f(t), 1e-12);
    EXPECT_NEAR(slope(s, SplineKind::cubic, t), 3 * t * t - 4 * t, 1e-11);
    EXPECT_NEAR(curvature(s, SplineKind::cubic, t), 6 * t - 4, 1e-9);
  }
}

TEST(Spline, AkimaReproducesQuadraticsOnEvenKnots) {
  const auto f = [](double t) { return 2 * t * t - 3 * t + 1; };
  const Spline s = through({-1, -0.5, 0, 0.5, 1, 1.5, 2}, f);
  for (double t = -1; t <= 2; t += 0.01) {
    EXPECT_NEAR(s.value(SplineKind::akima, t), f(t), 1e-13);
    EXPECT_NEAR(slope(s, SplineKind::akima, t), 4 * t - 3, 1e-12);
  }
}

TEST(Spline, AkimaDoesNotOvershootBesideAStep) {
  const Spline s("s", {0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 1, 1, 1, 1});
  for (double t = 0; t <= 7; t += 0.01) {
    EXPECT_GE(s.value(SplineKind::akima, t), -1e-15);
    EXPECT_LE(s.value(SplineKind::akima, t), 1 + 1e-15);
  }
  EXPECT_EQ(s.value(SplineKind::akima, 1.7), 0.0);
}

TEST(Spline, IsSmoothAcrossItsPoints) {
  std::mt19937 random(3);
  const Spline s = through(random_knots(random, 25), [](double x) { return std::cos(2 * x) + x; });
  for (std::size_t k = 1; k + 1 < s.size(); ++k) {
    const double x = s.x()[k], before = std::nextafter(x, -1e9);
    for (const SplineKind kind : kinds) EXPECT_NEAR(s.value(kind, before), s.value(kind, x), 1e-12);
    EXPECT_NEAR(slope(s, SplineKind::akima, before), slope(s, SplineKind::akima, x), 1e-11);
    EXPECT_NEAR(slope(s, SplineKind::cubic, before), slope(s, SplineKind::cubic, x), 1e-11);
    EXPECT_NEAR(curvature(s, SplineKind::cubic, before), curvature(s, SplineKind::cubic, x), 1e-9);
  }
  EXPECT_NEAR(curvature(s, SplineKind::cubic, s.x().front()), 0.0, 1e-11);
  EXPECT_NEAR(curvature(s, SplineKind::cubic, s.x().back()), 0.0, 1e-9);
}

TEST(Spline, GoesOnAsAskedOutsideItsPoints) {
  const std::vector<double> x{0, 1, 2, 3, 4};
  const auto f = [](double t) { return t * t; };
  for (const SplineKind kind : kinds) {
    const Spline line = through(x, f), constant = through(x, f, Extrapolation::constant);
    EXPECT_DOUBLE_EQ(line.value(kind, 6.0), 16 + 2 * slope(line, kind, 4.0));
    EXPECT_DOUBLE_EQ(line.value(kind, -2.0), -2 * slope(line, kind, 0.0));
    EXPECT_DOUBLE_EQ(slope(line, kind, 6.0), slope(line, kind, 4.0));
    EXPECT_EQ(constant.value(kind, 6.0), 16.0);
    EXPECT_EQ(slope(constant, kind, 6.0), 0.0);
    EXPECT_EQ(constant.value(kind, -1.0), 0.0);
    const Spline refused = through(x, f, Extrapolation::error);
    EXPECT_TRUE(std::isnan(refused.value(kind, 4.0001)));
    EXPECT_TRUE(std::isnan(refused.value(kind, -1e-9)));
    EXPECT_DOUBLE_EQ(refused.value(kind, 4.0), 16.0);
    EXPECT_TRUE(std::isnan(line.value(kind, std::nan(""))));
  }
}

TEST(Spline, ItsDerivativesInExpressionsAreExact) {
  std::mt19937 random(4);
  const auto s =
      std::make_shared<const Spline>(through(random_knots(random, 9), [](double x) { return std::exp(-x); }));
  const SplineMap splines{{"s", s}};
  for (const char* name : {"linear", "cubic", "akima"}) {
    const Expression e = parse_expression(std::string("time*") + name + "(s, dx(m)^2)", {}, {}, splines);
    for (double x = -1.9; x < 2; x += 0.17) {
      const SplineKind kind = name[0] == 'l'   ? SplineKind::linear
                              : name[0] == 'c' ? SplineKind::cubic
                                               : SplineKind::akima;
      const std::vector<double> leaf{x};
      std::vector<double> d(1), g(2), h(4);
      double d_time = 0;
      const double y = s->value(kind, x * x), dy = slope(*s, kind, x * x), ddy = curvature(*s, kind, x * x);
      EXPECT_DOUBLE_EQ(e.gradient(3.0, leaf, d, d_time), 3 * y);
      EXPECT_DOUBLE_EQ(d[0], 3 * dy * 2 * x);
      EXPECT_DOUBLE_EQ(d_time, y);
      e.second_derivatives(3.0, leaf, g, h);
      EXPECT_NEAR(h[0], 3 * (ddy * 4 * x * x + 2 * dy), 1e-12);
      EXPECT_DOUBLE_EQ(h[1], dy * 2 * x);
      EXPECT_EQ(h[3], 0.0);
    }
  }
}

TEST(Spline, BadPointsAreRefused) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Spline("s", {1}, {1}), ModelError);
  EXPECT_THROW(Spline("s", {1, 2}, {1}), ModelError);
  EXPECT_THROW(Spline("s", {1, 1}, {1, 2}), ModelError);
  EXPECT_THROW(Spline("s", {2, 1}, {1, 2}), ModelError);
  EXPECT_THROW(Spline("s", {0, inf}, {1, 2}), ModelError);
  EXPECT_THROW(Spline("s", {0, 1}, {std::nan(""), 2}), ModelError);
  EXPECT_THROW(Spline("s", {0, 1e-320}, {0, 2}), ModelError);
  EXPECT_EQ(check_spline_points(std::vector<double>{0, 1, 1}, std::vector<double>{0, 1, 2}).point, 2u);
}

TEST(Spline, HoldsTheValueOfTheLastPoint) {
  const Spline s("s", {0.0, 1.0, 3.0}, {2.0, -1.0, 5.0}, Extrapolation::constant);
  const auto at = [&](double x) { return s.value(SplineKind::hold, x); };
  EXPECT_EQ(at(-1.0), 2.0);
  EXPECT_EQ(at(0.999), 2.0);
  EXPECT_EQ(at(1.0), -1.0) << "a point belongs to what follows it";
  EXPECT_EQ(at(3.0), 5.0) << "the last one too";
  EXPECT_EQ(at(4.0), 5.0);
  EXPECT_EQ(s.value(SplineKind::hold, Dual<1>::variable(0.5, 0)).d[0], 0.0);
  EXPECT_EQ(s.integral(SplineKind::hold, 3.0), 0.0) << "2*1 - 1*2";
  const Expression held = parse_expression("hold(s, time)", {}, {}, {{"s", std::make_shared<const Spline>(s)}});
  EXPECT_EQ(kink_times(held, 0.5, 3.5), (std::vector<double>{1.0, 3.0}));
}

}  // namespace
}  // namespace alembert
