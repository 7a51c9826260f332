// A box about the origin, with edges and corners rounded by r. Its core has half sides h = size/2 - r. With
// q = |x| - h by components, and q+ the positive ones:
//
//   outside of the core   phi = |q+| - r,   n = sign(x) q+/|q+|,   H = (A - n n^T)/|q+|,   A = 1 where q > 0
//   inside                phi = max(q) - r,   H = 0
#pragma once

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact {

class BoxShape final : public Shape {
 public:
  explicit BoxShape(const Vec3& size, std::optional<double> rounding = {});

  ShapeKind kind() const override { return ShapeKind::box; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return {Vec3::Zero(), 0.5 * size_.norm()}; }
  double thickness() const override { return size_.minCoeff(); }
  double contact_radius() const override;
  double face_area() const override;
  Solid solid() const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::abs, std::sqrt;
    const S q[3] = {abs(x[0]) - core_[0], abs(x[1]) - core_[1], abs(x[2]) - core_[2]};
    S square = 0.0, deepest = q[0];
    for (const S& each : q) {
      if (value_of(each) > 0.0) square = square + each * each;
      if (each > deepest) deepest = each;
    }
    return (value_of(square) > 0.0 ? S(sqrt(square)) : deepest) - rounding_;
  }

 private:
  Vec3 size_, core_;  // h
  double rounding_;
};

}  // namespace alembert::contact
