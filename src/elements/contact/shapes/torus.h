// A tube of radius r about a circle of radius R around z. In the half plane of turned.h, with d the distance from the
// point (R, 0):
//
//   phi = d - r,   (a, b) = (rho - R, z)/d,   k = 1/d
#pragma once

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact {

class TorusShape final : public Shape {
 public:
  TorusShape(double circle, double tube);

  ShapeKind kind() const override { return ShapeKind::torus; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return {Vec3::Zero(), circle_ + tube_}; }
  double thickness() const override { return 2.0 * tube_; }
  double contact_radius() const override;
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::hypot;
    return hypot(hypot(x[0], x[1]) - circle_, x[2]) - tube_;
  }

 private:
  double circle_, tube_;
};

}  // namespace alembert::contact
