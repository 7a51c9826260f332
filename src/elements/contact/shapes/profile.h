// A plane curve C(s) in x and y, drawn out along z without end: phi does not depend on z. Of a closed curve the
// material is what it surrounds, of an open one what is to the left of its direction; beyond its ends an open curve
// goes on straight. With t the direction of the curve, n to the side without material, and c its curvature, positive
// where the material is convex, all at the nearest point C(s):
//
//   (C - x).C' = 0,   phi = n.(x - C),   H = c/(1 + c phi) t t^T
//
// `thickness` is that of the solid, half of it to each side of the curve's plane.
#pragma once

#include "elements/contact/shape.h"
#include "elements/contact/shapes/box_tree.h"
#include "math/dual.h"

namespace alembert::contact {

class ProfileShape final : public Shape {
 public:
  explicit ProfileShape(Curve curve, std::optional<double> thickness = {});

  ShapeKind kind() const override { return ShapeKind::profile; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return bound_; }      // endless if it is open or has no thickness
  double thickness() const override { return width_; }  // of a closed one: its least width, measured every degree
  double contact_radius() const override;
  Solid solid() const override;

  // Two of Newton's steps from the root give s its first two derivatives.
  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::hypot;
    S s = nearest(Vec3(value_of(x[0]), value_of(x[1]), 0.0));
    Vec3T<S> c, d1, d2;
    for (int repeat = 0; repeat < 2; ++repeat) {
      curve_->at(s, c, d1, d2);
      const S ex = c[0] - x[0], ey = c[1] - x[1];
      s = s - (ex * d1[0] + ey * d1[1]) / (d1[0] * d1[0] + d1[1] * d1[1] + ex * d2[0] + ey * d2[1]);
    }
    curve_->at(s, c, d1, d2);
    return side_ * (d1[1] * (x[0] - c[0]) - d1[0] * (x[1] - c[1])) / hypot(d1[0], d1[1]);
  }

 private:
  using Vec2 = Eigen::Vector2d;
  // A part of the curve that turns little: k0 + k1 u + k2 u^2 + k3 u^3, with u = s - begin.
  struct Part {
    double begin, length;
    Vec2 k0, k1, k2, k3;
    std::vector<Vec3> control_points() const;             // of Bezier's form, which bound it
    double nearest(const Vec2& x, double& square) const;  // u, and the square of the distance there
  };

  void add_parts(double begin, double end, int depth);
  double nearest(const Vec3& x) const;  // s
  double least_width() const;

  double side_ = 1.0;  // -1: the material is to the right
  std::optional<double> thickness_;
  double width_ = 0.0;
  Solid area_;  // of a slice of thickness 1
  Sphere bound_;
  std::vector<Part> parts_;
  BoxTree tree_;
};

}  // namespace alembert::contact
