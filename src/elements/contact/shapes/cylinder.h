// A cylinder along z about the origin, with rims rounded by r; phi as in turned.h, of the rectangle R - r, l/2 - r.
// Or the hollow of one, without ends:
//
//   phi = R - rho,   n = -e,   H = -t t^T/rho
#pragma once

#include "elements/contact/shape.h"
#include "elements/contact/shapes/turned.h"

namespace alembert::contact {

class CylinderShape final : public Shape {
 public:
  CylinderShape(double radius, double length, bool inside = false, std::optional<double> rounding = {});

  ShapeKind kind() const override { return ShapeKind::cylinder; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override;
  double thickness() const override;
  double contact_radius() const override { return radius_; }
  double face_area() const override;
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::hypot;
    return inside_ ? radius_ - hypot(x[0], x[1]) : core_.signed_distance(x);
  }

 private:
  double radius_, length_;
  bool inside_;
  TurnedPolygon core_;
};

}  // namespace alembert::contact
