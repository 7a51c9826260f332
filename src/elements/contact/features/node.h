// A node against a surface: a point that is fixed to its shape, with a gap of its own.
//
//   gap = phi(x) - radius
#pragma once

#include "elements/contact/touch.h"

namespace alembert::contact {

// `at`: in the frame of the surface.
inline void touch_node(const Node& node, const Vec3& at, int feature, double share, const Shape& surface,
                       const Search& search) {
  Distance d;
  surface.distance(at, search.derivatives, d);
  const double gap = d.value - node.radius;
  if (!(gap < search.reach)) return;
  Touch& out = search.out->emplace_back();
  out.feature = feature;
  out.gap = gap;
  out.radius = node.radius;
  out.weight = share * (node.area > 0.0 ? node.area : 1.0);
  out.x = out.hub = at;
  out.n = d.normal;
  out.H = d.curvature;
}

}  // namespace alembert::contact
