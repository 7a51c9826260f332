// A cone along z: its base of radius R at z = -l/2, its point at z = l/2, both rounded by r. phi as in turned.h, of the
// triangle whose sides lie r inside of it: with s = sqrt(R^2 + l^2) the length of the slope,
//
//   point at l/2 - r s/R,   base at -l/2 + r with radius (R (l - r) - r s)/l
#pragma once

#include "elements/contact/shape.h"
#include "elements/contact/shapes/turned.h"

namespace alembert::contact {

class ConeShape final : public Shape {
 public:
  ConeShape(double radius, double length, std::optional<double> rounding = {});

  ShapeKind kind() const override { return ShapeKind::cone; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override;
  double thickness() const override;  // of the largest ball inside
  double contact_radius() const override;
  double face_area() const override;
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    return core_.signed_distance(x);
  }

 private:
  double radius_, length_;
  TurnedPolygon core_;
};

}  // namespace alembert::contact
