// A ball of radius R, or the hollow of one:
//
//   phi = |x| - R,   n = x/|x|,   H = (1 - n n^T)/|x|          inside: all with the other sign
#pragma once

#include "elements/contact/shape.h"

namespace alembert::contact {

class SphereShape final : public Shape {
 public:
  explicit SphereShape(double radius, bool inside = false);

  ShapeKind kind() const override { return ShapeKind::sphere; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override;
  double thickness() const override;
  double contact_radius() const override { return radius_; }
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::sqrt;
    const S out = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - radius_;
    return inside_ ? -out : out;
  }

 private:
  double radius_;
  bool inside_;
};

}  // namespace alembert::contact
