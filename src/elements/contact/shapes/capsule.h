// All points within R of a segment of length l along z, about the origin: a cylinder between two half balls. With c the
// point of the segment that is nearest to x and d = |x - c|:
//
//   phi = d - R,   n = (x - c)/d,   H = (1 - n n^T)/d at the ends,   H = (1 - n n^T - z z^T)/d between
#pragma once

#include <algorithm>

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact {

class CapsuleShape final : public Shape {
 public:
  CapsuleShape(double radius, double length);

  ShapeKind kind() const override { return ShapeKind::capsule; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return {Vec3::Zero(), half_ + radius_}; }
  double thickness() const override { return 2.0 * radius_; }
  double contact_radius() const override { return radius_; }
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::hypot, std::sqrt;
    const double z = value_of(x[2]);
    if (std::abs(z) <= half_) return hypot(x[0], x[1]) - radius_;
    const S beyond = x[2] - std::clamp(z, -half_, half_);
    return sqrt(x[0] * x[0] + x[1] * x[1] + beyond * beyond) - radius_;
  }

 private:
  double radius_, half_;  // of the segment
};

}  // namespace alembert::contact
