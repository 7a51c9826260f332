// An ellipsoid with half axes h along x, y, z. Its nearest point p to x satisfies
//
//   p_i = h_i^2 x_i/(t + h_i^2),   sum (p_i/h_i)^2 = 1,   t > -min h^2
//   g = (p_i/h_i^2),   n = g/|g|,   phi = t |g|,   H = (1 + phi W)^-1 W,   W = (1 - n n^T) diag(1/h^2) (1 - n n^T)/|g|
//
// W is the curvature of the surface at p. D. Eberly, "Distance from a point to an ellipse, an ellipsoid, or a
// hyperellipsoid", 2013, has the scaled equation of t and its bounds.
#pragma once

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact {

class EllipsoidShape final : public Shape {
 public:
  explicit EllipsoidShape(const Vec3& half_axes);

  ShapeKind kind() const override { return ShapeKind::ellipsoid; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return {Vec3::Zero(), half_.maxCoeff()}; }
  double thickness() const override { return 2.0 * half_.minCoeff(); }
  double contact_radius() const override { return half_.mean(); }
  Solid solid() const override;

  // Two of Newton's steps from the root give t its first two derivatives.
  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::sqrt;
    const double least = half_.minCoeff();
    S t = least * least * (foot(Vec3(value_of(x[0]), value_of(x[1]), value_of(x[2])).cwiseAbs()).scaled_t - 1.0);
    for (int repeat = 0; repeat < 2; ++repeat) {
      S sum = -1.0, slope = 0.0;
      for (int i = 0; i < 3; ++i) {
        const S c = half_[i] * x[i] / (t + half_[i] * half_[i]);
        sum = sum + c * c;
        slope = slope - 2.0 * c * c / (t + half_[i] * half_[i]);
      }
      t = t - sum / slope;
    }
    S square = 0.0;
    for (int i = 0; i < 3; ++i) square = square + pow(x[i] / (t + half_[i] * half_[i]), 2.0);
    return t * sqrt(square);
  }

 private:
  struct Foot {
    double scaled_t;  // 1 + t/min h^2, which is positive
    Vec3 p;
  };
  // Of a point with coordinates that are not negative.
  Foot foot(const Vec3& x) const;

  Vec3 half_;
};

}  // namespace alembert::contact
