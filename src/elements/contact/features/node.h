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
  if (!(d.value - node.radius < search.reach)) return;
  add_touch(search, feature, at, d, node.radius, share * (node.area > 0.0 ? node.area : 1.0));
}

}  // namespace alembert::contact
