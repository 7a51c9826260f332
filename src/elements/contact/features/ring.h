// A ring against a surface.
//
// Against a plane its lowest point, with the corner at the flat position rounded off, so that a disc stands on its
// middle and rolls on its rim: a disc with slightly domed sides. With m = -n and its part m_t square to the axis:
//
//   h(m) = R (root - w),   root = sqrt(|m_t|^2 + w^2)                  support function; R such that the rim is exact
//   x = c + R (m_t/root + (w^2/root - w) m),   gap = phi(x) - radius
//   S = dx/dm = R ((1 - a a^T + w^2)/root - (m_t + w^2 m)(m_t + w^2 m)^T/root^3 - w)     on the plane square to m
//
// Against other surfaces where phi has a minimum round it, n.x'(angle) = 0. Where the ring lies flat, so that there is
// no such point, it fades out, and points that are fixed to the ring take over:
//
//   of the minimum     weight = f fade(q/(kFlat sin D)),   f = fade(|n_t|^2/kFlat^2),   q = min(-n.x'(angle - D), n.x'(angle + D))/R
//   of fixed points    weight = kRingShare (1 - f)
//
// q, the slopes of phi on either side, tells whether there is one such point or an arc of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "elements/contact/features/minimum.h"
#include "elements/contact/touch.h"

namespace alembert::contact {

inline constexpr double kDome = 1e-3;   // w
inline constexpr double kFlat = 0.1;    // sine of the angle between ring and surface
inline constexpr int kRingPoints = 24;  // fixed ones
inline constexpr double kRingShare = 0.125;

// Fills in a touch of a strictly convex feature by its support point's S = dx/dm on the plane square to n.
inline void set_support(const Mat3& S, Touch& out) {
  out.free = 2;
  out.E[0] = any_normal(out.n);
  out.E[1] = out.n.cross(out.E[0]);
  Eigen::Matrix2d s;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      s(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = out.E[i].dot(S * out.E[j]);
  out.kappa = s.inverse();
}

inline void touch_ring_on_plane(const Ring& ring, const Pose& pose, int feature, const Shape& plane,
                                const Search& search) {
  const Vec3 centre = pose.p + pose.R * ring.centre, axis = pose.R * ring.axis;
  Distance d;
  plane.distance(centre, false, d);
  const Vec3 m = -d.normal, mt = m - m.dot(axis) * axis;
  const double w2 = kDome * kDome, root = std::sqrt(mt.squaredNorm() + w2);
  const double size = ring.size / (std::sqrt(1.0 + w2) - kDome);
  d.value -= size * (root - kDome);
  if (!(d.value - ring.radius < search.reach)) return;
  Touch& out = add_touch(search, feature, centre + size * (mt / root + (w2 / root - kDome) * m), d, ring.radius);
  out.hub = centre;
  if (!search.derivatives) return;
  const Vec3 slope = mt + w2 * m;
  set_support(size * (((1.0 + w2) * Mat3::Identity() - axis * axis.transpose()) / root -
                      slope * slope.transpose() / (root * root * root) - kDome * Mat3::Identity()),
              out);
}

inline void touch_ring(const Ring& ring, const Pose& pose, int feature, const Shape& surface, const Search& search) {
  const Vec3 centre = pose.p + pose.R * ring.centre, axis = pose.R * ring.axis;
  const Vec3 a = any_normal(ring.axis), b = ring.axis.cross(a);  // fixed to the ring
  const Vec3 x_axis = pose.R * a, y_axis = pose.R * b;
  Distance d;
  surface.distance(centre, false, d);
  if (d.value - ring.size - ring.radius > search.reach) return;
  const auto at = [&](double angle) -> Vec3 {
    return centre + ring.size * (std::cos(angle) * x_axis + std::sin(angle) * y_axis);
  };
  const auto flatness = [&](const Vec3& n) { return fade((1.0 - n.dot(axis) * n.dot(axis)) / (kFlat * kFlat)); };
  constexpr double turn = 2.0 * std::numbers::pi;
  std::array<double, kRingPoints> slopes{};
  for (int k = 0; k < kRingPoints; ++k) {
    const double angle = turn * k / kRingPoints;
    const Vec3 x = at(angle);
    surface.distance(x, false, d);
    slopes[static_cast<std::size_t>(k)] = d.normal.dot(-std::sin(angle) * x_axis + std::cos(angle) * y_axis);
    if (!(d.value - ring.radius < search.reach)) continue;
    const double weight = kRingShare * (1.0 - flatness(d.normal));
    if (weight == 0.0) continue;
    if (search.derivatives) surface.distance(x, true, d);
    add_touch(search, feature, x, d, ring.radius, weight).place = angle;
  }
  for (int k = 0; k < kRingPoints; ++k) {
    if (!(slopes[static_cast<std::size_t>(k)] < 0.0) ||
        !(slopes[static_cast<std::size_t>((k + 1) % kRingPoints)] >= 0.0))
      continue;
    constexpr double beside = turn / kRingPoints;
    Vec3 radial, tangent;
    const double angle =
        find_minimum(beside * k, beside * (k + 1), beside * (k + 0.5), 1e-14, [&](double there) -> SlopeAndRise {
          radial = std::cos(there) * x_axis + std::sin(there) * y_axis;
          tangent = -std::sin(there) * x_axis + std::cos(there) * y_axis;
          surface.distance(centre + ring.size * radial, true, d);
          return {d.normal.dot(tangent), ring.size * tangent.dot(d.curvature * tangent) - d.normal.dot(radial)};
        });
    if (!(d.value - ring.radius < search.reach)) continue;
    Distance near;
    const auto slope_at = [&](double there) {
      surface.distance(at(there), false, near);
      return near.normal.dot(-std::sin(there) * x_axis + std::cos(there) * y_axis);
    };
    const double weight = flatness(d.normal) * fade(std::min(-slope_at(angle - beside), slope_at(angle + beside)) /
                                                    (kFlat * std::sin(beside)));
    if (weight == 0.0) continue;
    Touch& out = add_touch(search, feature + 1, centre + ring.size * radial, d, ring.radius, weight);
    out.place = angle;
    out.hub = centre;
    out.free = 1;
    out.E[0] = tangent;
    out.kappa(0, 0) = -d.normal.dot(radial) / ring.size;
  }
}

}  // namespace alembert::contact
