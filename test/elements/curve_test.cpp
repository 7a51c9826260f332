// Curves through points, and the two joints made of them, against circles and against automatic differentiation.
#include "elements/curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elements/joints/curve_on_curve.h"
#include "elements/joints/point_on_curve.h"
#include "support/random_poses.h"

namespace alembert {
namespace {

std::vector<Vec3> ring(double radius, int count) {
  std::vector<Vec3> out;
  for (int k = 0; k < count; ++k)
    out.emplace_back(radius * std::cos(2 * M_PI * k / count), radius * std::sin(2 * M_PI * k / count), 0.0);
  return out;
}

// A cubic spline through points of a circle has the error (angle between points)^4/384 of its radius, about.
TEST(Curve, ThroughPointsOfACircleIsOne) {
  double last = 1.0;
  for (const int count : {8, 16, 32, 64}) {
    const Curve curve(ring(2.0, count), true);
    double worst = 0.0;
    Vec3 c, d1, d2;
    for (const double s : curve.samples(7)) {
      curve.at<double>(s, c, d1, d2);
      worst = std::max(worst, std::abs(c.norm() - 2.0));
    }
    EXPECT_GT(last / worst, 12.0);  // fourth order: 16
    last = worst;
  }
  EXPECT_LT(last, 1e-6);
}

TEST(Curve, IsSmoothAcrossItsPointsAndPeriodic) {
  for (const bool closed : {true, false}) {
    const Curve curve({{0, 0, 0}, {1, 0.2, 0}, {1.3, 1, 0.4}, {0.2, 1.5, 0.9}, {-0.5, 0.7, 0.1}}, closed);
    Vec3 c1, d1, e1, c2, d2, e2;
    const double tiny = 1e-9;
    for (const double s : curve.samples(1)) {
      curve.at<double>(s - tiny, c1, d1, e1);
      curve.at<double>(s + tiny, c2, d2, e2);
      EXPECT_LT((c1 - c2).norm(), 1e-8);
      EXPECT_LT((d1 - d2).norm(), 1e-7);
      EXPECT_LT((e1 - e2).norm(), 1e-6);
    }
    if (closed) {
      curve.at<double>(0.3, c1, d1, e1);
      curve.at<double>(0.3 + 3 * curve.length(), c2, d2, e2);
      EXPECT_LT((c1 - c2).norm(), 1e-13);
    }
  }
}

TEST(Curve, FindsTheNearestPoint) {
  const Curve curve(ring(2.0, 64), true);
  for (double angle = -3.0; angle < 3.0; angle += 0.37) {
    const Vec3 p = 3.1 * Vec3(std::cos(angle), std::sin(angle), 0.0);
    Vec3 c, d1, d2;
    curve.at<double>(curve.nearest(p), c, d1, d2);
    EXPECT_LT((c - p * (2.0 / 3.1)).norm(), 1e-5);
    EXPECT_NEAR((c - p).dot(d1), 0.0, 1e-13);
  }
}

// Beyond its ends an open curve goes on straight.
TEST(Curve, GoesOnStraightBeyondItsEnds) {
  const Curve curve({{0, 0, 0}, {1, 0, 0}, {2, 1, 0}}, false);
  Vec3 c, d1, d2, c2, e1;
  curve.at<double>(curve.length(), c, d1, d2);
  curve.at<double>(curve.length() + 2.0, c2, e1, d2);
  EXPECT_LT((c2 - c - 2.0 * d1).norm(), 1e-13);
  EXPECT_LT((e1 - d1).norm(), 1e-13);
}

TEST(Curve, RefusesPointsThatMakeNone) {
  EXPECT_EQ(curve_problem({{0, 0, 0}, {1, 0, 0}}, false), "");
  EXPECT_NE(curve_problem({{0, 0, 0}}, false), "");
  EXPECT_NE(curve_problem({{0, 0, 0}, {1, 0, 0}}, true), "");
  EXPECT_NE(curve_problem({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}, false), "");
  EXPECT_NE(curve_problem({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}}, true), "");
}

template <int N, class Value, class Gradient>
void expect_gradient(const std::vector<test::PlainMarker>& state, const Value& value, const Gradient& gradient) {
  const auto dual = test::dual_markers<N>(state, false);
  const auto plain = test::plain_markers(state);
  const Dual<N> y = value(dual[0], dual[1]);
  MarkerGradient g;
  gradient(plain[0], plain[1], g);
  for (std::size_t m = 0; m < 2; ++m)
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(g.p[m][c], y.d[6 * m + static_cast<std::size_t>(c)], 1e-10);
      EXPECT_NEAR(g.theta[m][c], y.d[6 * m + 3 + static_cast<std::size_t>(c)], 1e-10);
    }
}

TEST(PointOnCurve, GradientIsTheDerivativeOfItsRows) {
  std::vector<Vec3> points;
  for (int k = 0; k < 30; ++k) points.emplace_back(2.0 * std::cos(0.2 * k), 2.0 * std::sin(0.2 * k), 0.05 * k);
  for (const Curve& curve : {Curve(ring(3.0, 20), true), Curve(points, false)})
    for (const auto& state : test::marker_states(2, 20, 11)) {
      const auto plain = test::plain_markers(state);
      const double s = curve.nearest(plain[1].R.transpose() * (plain[0].p - plain[1].p));
      for (const int row : {0, 1})
        expect_gradient<12>(
            state,
            [&](const auto& point, const auto& frame) { return PointOnCurve::value(curve, s, row, point, frame); },
            [&](const auto& point, const auto& frame, MarkerGradient& g) {
              PointOnCurve::gradient(curve, s, row, point, frame, g);
            });
    }
}

// Two circles in one plane touch where the line of their centres meets them: the gap is the distance less both radii.
TEST(CurveOnCurve, OfTwoCirclesIsTheirGap) {
  const Curve A(ring(1.0, 100), true), B(ring(0.4, 100), true);
  const MarkerState<double> i{Vec3(0.1, 0.2, 0.0), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  for (double angle = 0.0; angle < 6.0; angle += 0.7) {
    const Vec3 u(std::cos(angle), std::sin(angle), 0.0);
    const MarkerState<double> j{i.p + 1.45 * u, so3::matrix(so3::exp<double>(Vec3(0, 0, 0.3 + angle))), Vec3::Zero(),
                                Vec3::Zero()};
    const auto at = CurveOnCurve::search(A, B, i, j);
    // The spline's radius is 1 - 4e-8, about; the normal points to the left of the curve, inward here.
    EXPECT_NEAR(CurveOnCurve::value(A, B, at, j, i), -0.05, 1e-6);
    MarkerGradient g;
    CurveOnCurve::gradient(A, B, at, j, i, g);
    EXPECT_LT((g.p[0] + u).norm(), 1e-5);
    test::PlainMarker pi{i.p, i.v, i.w, Quat(i.R)}, pj{j.p, j.v, j.w, Quat(j.R)};
    expect_gradient<12>(
        {pj, pi}, [&](const auto& b, const auto& a) { return CurveOnCurve::value(A, B, at, b, a); },
        [&](const auto& b, const auto& a, MarkerGradient& out) { CurveOnCurve::gradient(A, B, at, b, a, out); });
  }
}

// Two straight lines touch nowhere in particular: what is not found is no number, never a guess.
TEST(CurveOnCurve, OfTwoLinesFindsNoPoint) {
  const Curve line({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, false);
  const MarkerState<double> i{Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  MarkerState<double> j = i;
  j.p = Vec3(0.1, 0.2, 0.0);
  EXPECT_TRUE(std::isnan(CurveOnCurve::search(line, line, i, j)[0]));
}

}  // namespace
}  // namespace alembert
