// Checks of a shape's distance: its derivatives against dual numbers, and what holds for every distance.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact::test {

// Points all over a cube with half side `reach`, then points close to the surface, up to `depth` below it.
inline std::vector<Vec3> points_around(const Shape& shape, double reach, double depth, int count = 400) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  std::vector<Vec3> out;
  for (int k = 0; k < count; ++k) out.emplace_back(reach * u(random), reach * u(random), reach * u(random));
  Distance d;
  for (int k = 0; k < count; ++k) {
    Vec3 x = out[static_cast<std::size_t>(k)];
    for (int repeat = 0; repeat < 3; ++repeat) {
      shape.distance(x, false, d);
      x -= d.value * d.normal;
    }
    shape.distance(x, false, d);
    out.emplace_back(x + depth * u(random) * d.normal);
  }
  return out;
}

// Value, normal and curvature are those of `signed_distance`; |n| = 1, H n = 0.
template <class S>
void expect_exact_derivatives(const S& shape, const std::vector<Vec3>& points) {
  using Second = Dual<3, Dual<3>>;
  for (const Vec3& x : points) {
    Vec3T<Second> moved;
    for (int k = 0; k < 3; ++k) {
      moved[k].value = Dual<3>::variable(x[k], k);
      moved[k].d[static_cast<std::size_t>(k)] = 1.0;
    }
    const Second exact = shape.signed_distance(moved);
    Distance d;
    shape.distance(x, true, d);
    const double scale = 1.0 + d.curvature.norm();
    ASSERT_NEAR(d.value, value_of(exact), 1e-12) << x.transpose();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      ASSERT_NEAR(d.normal[row], exact.d[i].value, 1e-9) << x.transpose();
      for (std::size_t j = 0; j < 3; ++j)
        ASSERT_NEAR(d.curvature(row, static_cast<Eigen::Index>(j)), exact.d[i].d[j], 1e-8 * scale * scale)
            << x.transpose();
    }
    ASSERT_NEAR(d.normal.norm(), 1.0, 1e-12) << x.transpose();
    ASSERT_LT((d.curvature * d.normal).norm(), 1e-9 * scale) << x.transpose();
  }
}

// Value and normal have no jumps along the line from a to b, in steps of `step`, and are never NaN.
inline void expect_continuous(const Shape& shape, const Vec3& a, const Vec3& b, double step, double most) {
  const double length = (b - a).norm();
  Distance last, d;
  shape.distance(a, true, last);
  for (double s = 0.0; s <= length; s += step) {
    shape.distance(a + s / length * (b - a), true, d);
    ASSERT_LT(std::abs(d.value - last.value), 1.01 * step) << s;
    ASSERT_LT((d.normal - last.normal).norm(), most) << s;
    ASSERT_TRUE(d.curvature.allFinite());
    last = d;
  }
}

inline void expect_finite(const Shape& shape, const Vec3& x) {
  Distance d;
  shape.distance(x, true, d);
  EXPECT_TRUE(std::isfinite(d.value) && d.normal.allFinite() && d.curvature.allFinite()) << x.transpose();
  EXPECT_NEAR(d.normal.norm(), 1.0, 1e-12);
}

// Features lie `radius` below the surface. Sharp ones lie on the sharp surface, up to `cut` outside of the rounded one.
inline void expect_features_on_surface(const Shape& shape, double cut) {
  Distance d;
  const auto at = [&](const Vec3& x, double radius) {
    shape.distance(x, false, d);
    EXPECT_LE(d.value + radius, cut + 1e-12) << x.transpose();
    EXPECT_GE(d.value + radius, -1e-12) << x.transpose();
  };
  for (const Node& node : shape.nodes()) at(node.at, node.radius);
  for (const Edge& edge : shape.edges()) at(0.5 * (edge.begin + edge.end), edge.radius);
  for (const Ring& ring : shape.rings()) {
    const Vec3 across = ring.axis.unitOrthogonal();
    at(ring.centre + ring.size * across, ring.radius);
    at(ring.centre - ring.size * ring.axis.cross(across), ring.radius);
  }
}

inline void expect_same_solid(const Solid& a, const Solid& b, double tolerance) {
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  EXPECT_LT((a.centre - b.centre).norm(), tolerance * std::cbrt(b.volume));
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
}

// The solid of all points with phi < 0, by summing small cubes of a ball that bounds it.
inline Solid counted_solid(const Shape& shape, int parts) {
  const Sphere bound = shape.bound();
  const double side = 2.0 * bound.radius / parts;
  Solid out;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  Distance d;
  for (int i = 0; i < parts; ++i)
    for (int j = 0; j < parts; ++j)
      for (int k = 0; k < parts; ++k) {
        const Vec3 x = bound.centre + side * Vec3(i + 0.5, j + 0.5, k + 0.5) - Vec3::Constant(bound.radius);
        shape.distance(x, false, d);
        const double part = std::clamp(0.5 - d.value / side, 0.0, 1.0) * side * side * side;
        out.volume += part;
        first += part * x;
        second += part * x * x.transpose();
      }
  out.centre = first / out.volume;
  second -= out.volume * out.centre * out.centre.transpose();
  out.inertia = second.trace() * Mat3::Identity() - second;
  return out;
}

}  // namespace alembert::contact::test
