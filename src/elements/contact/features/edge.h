// An edge against a smooth surface: it touches where phi has its minimum along the edge. Near the ends, where nodes do
// the work, and where it lies along the surface, so that there is no such point, it fades out.
//
//   e.n(x) = 0,   x = begin + s e,   gap = phi(x) - radius
//   weight = fade(min(s, L - s)/(kEnds L)) fade(q/kAlong),   q = min(-e.n(s - kEnds L), e.n(s + kEnds L))
//
// q, the slopes of phi on either side, tells whether there is one such point or a line of them.
#pragma once

#include <algorithm>
#include <cmath>

#include "elements/contact/features/minimum.h"
#include "elements/contact/touch.h"

namespace alembert::contact {

inline constexpr double kEnds = 0.1, kAlong = 0.1;

inline void touch_edge(const Edge& edge, const Pose& pose, int feature, const Shape& surface, const Search& search) {
  const Vec3 begin = pose.p + pose.R * edge.begin, way = pose.R * (edge.end - edge.begin);
  const double length = way.norm();
  const Vec3 e = way / length;
  Distance d;
  // The slope e.n rises along the edge: phi of a convex surface is convex.
  surface.distance(begin, false, d);
  if (e.dot(d.normal) >= 0.0) return;
  const double first = d.value;
  surface.distance(begin + way, false, d);
  if (e.dot(d.normal) <= 0.0) return;
  if (std::min(first, d.value) - length - edge.radius > search.reach) return;
  const double s = find_minimum(0.0, length, 0.5 * length, 1e-14 * length, [&](double there) -> SlopeAndRise {
    surface.distance(begin + there * e, true, d);
    return {e.dot(d.normal), e.dot(d.curvature * e)};
  });
  if (!(d.value - edge.radius < search.reach)) return;
  const double ends = fade(std::min(s, length - s) / (kEnds * length));
  if (ends == 0.0) return;
  Distance beside;
  surface.distance(begin + (s - kEnds * length) * e, false, beside);
  double steepness = -e.dot(beside.normal);
  surface.distance(begin + (s + kEnds * length) * e, false, beside);
  steepness = std::min(steepness, e.dot(beside.normal));
  const double along = fade(steepness / kAlong);
  if (along == 0.0) return;
  Touch& out = add_touch(search, feature, begin + s * e, d, edge.radius, ends * along);
  out.free = 1;
  out.E[0] = e;
}

}  // namespace alembert::contact
