// An ellipsoid against a surface. With m the outward normal where it touches, D the half axes squared:
//
//   x(m) = c + D m/h,   h = sqrt(m.D m),   S = dx/dm = D/h - D m m^T D/h^3;      gap = phi(x)
//   m = -n(x(m))                           by Newton's iteration, (1 + H S) dm = -(m + n)
#pragma once

#include <cmath>

#include "elements/contact/features/ring.h"

namespace alembert::contact {

inline void touch_oval(const Oval& oval, const Pose& pose, int feature, const Shape& surface, const Search& search) {
  const Mat3 D = pose.R * oval.half.cwiseAbs2().asDiagonal() * pose.R.transpose();
  const bool flat = surface.kind() == ShapeKind::plane;
  Distance d;
  surface.distance(pose.p, false, d);
  if (d.value - oval.half.maxCoeff() > search.reach) return;
  Vec3 m = -d.normal, x = pose.p;
  Mat3 S = Mat3::Zero();
  for (int pass = 0; pass < 50; ++pass) {
    const Vec3 Dm = D * m;
    const double h = std::sqrt(m.dot(Dm));
    x = pose.p + Dm / h;
    S = D / h - Dm * Dm.transpose() / (h * h * h);
    surface.distance(x, true, d);
    const Vec3 off = m + d.normal;
    if (flat || off.squaredNorm() < 1e-28) break;
    const Vec3 step = (Mat3::Identity() + d.curvature * S).partialPivLu().solve(off);
    m = (m - step).normalized();
  }
  if (!(d.value < search.reach)) return;
  Touch& out = add_touch(search, feature, x, d);
  out.hub = pose.p;
  if (search.derivatives) set_support(S, out);
}

}  // namespace alembert::contact
