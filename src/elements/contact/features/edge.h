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

#include "elements/contact/touch.h"

namespace alembert::contact {

inline constexpr double kEnds = 0.1, kAlong = 0.1;

inline void touch_edge(const Edge& edge, const Pose& pose, int feature, const Shape& surface, const Search& search) {
  const Vec3 begin = pose.p + pose.R * edge.begin, way = pose.R * (edge.end - edge.begin);
  const double length = way.norm();
  const Vec3 e = way / length;
  Distance d;
  // The slope e.n rises along the edge: phi of a convex surface is convex.
  double low = 0.0, high = length;
  surface.distance(begin, false, d);
  if (e.dot(d.normal) >= 0.0) return;
  const double first = d.value;
  surface.distance(begin + way, false, d);
  if (e.dot(d.normal) <= 0.0) return;
  if (std::min(first, d.value) - length - edge.radius > search.reach) return;
  double s = 0.5 * length;
  for (int k = 0; k < 60; ++k) {
    surface.distance(begin + s * e, true, d);
    const double slope = e.dot(d.normal), rise = e.dot(d.curvature * e);
    (slope > 0.0 ? high : low) = s;
    double next = rise > 0.0 ? s - slope / rise : -1.0;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - s) < 1e-14 * length) break;
    s = next;
  }
  const double gap = d.value - edge.radius;
  if (!(gap < search.reach)) return;
  const double ends = fade(std::min(s, length - s) / (kEnds * length));
  if (ends == 0.0) return;
  Distance beside;
  surface.distance(begin + (s - kEnds * length) * e, false, beside);
  double steepness = -e.dot(beside.normal);
  surface.distance(begin + (s + kEnds * length) * e, false, beside);
  steepness = std::min(steepness, e.dot(beside.normal));
  const double along = fade(steepness / kAlong);
  if (along == 0.0) return;
  Touch& out = search.out->emplace_back();
  out.feature = feature;
  out.gap = gap;
  out.radius = edge.radius;
  out.weight = ends * along;
  out.x = out.hub = begin + s * e;
  out.n = d.normal;
  out.H = d.curvature;
  out.free = 1;
  out.E[0] = e;
}

}  // namespace alembert::contact
