// A half-space, whose surface is the plane of x and y:   phi = z,   n = (0, 0, 1),   H = 0
#pragma once

#include "elements/contact/shape.h"

namespace alembert::contact {

class PlaneShape final : public Shape {
 public:
  ShapeKind kind() const override { return ShapeKind::plane; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override;
  double thickness() const override;
  double contact_radius() const override;
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    return x[2];
  }
};

}  // namespace alembert::contact
