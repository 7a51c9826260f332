// Shapes turned about z. In the half plane of rho = sqrt(x^2 + y^2) and z, phi has the unit normal (a, b) and the
// curvature k of its level lines there; with e away from the axis, t around it and z along it:
//
//   n = a e + b z,   H = k s s^T + (a/rho) t t^T,   s = a z - b e
//
// On the axis, where a is not 0, n points in x and the second part of H is left out.
#pragma once

#include <vector>

#include "elements/contact/shape.h"
#include "math/dual.h"

namespace alembert::contact {

struct Meridian {
  double value = 0.0;
  double a = 0.0, b = 1.0;
  double k = 0.0;
  double around = 0.0;  // a/rho
};

void turn(const Vec3& x, double rho, const Meridian& meridian, bool curvature, Distance& out);

// a/rho, and 0 on the axis.
inline double per_radius(double a, double rho) { return rho > 0.0 ? a / rho : 0.0; }

// The distance from a convex polygon of the half plane, less a rounding.
class TurnedPolygon {
 public:
  using Corner = Eigen::Vector2d;  // rho, z

  TurnedPolygon() = default;
  // Corners from the axis to the axis, against the clock seen with rho to the right and z up.
  TurnedPolygon(std::vector<Corner> corners, double rounding);

  void distance(const Vec3& x, bool curvature, Distance& out) const;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::hypot;
    const S rho = hypot(x[0], x[1]), z = x[2];
    const Place at = place({value_of(rho), value_of(z)});
    const Corner& c = corners_[at.corner];
    if (!at.side) return hypot(rho - c[0], z - c[1]) - rounding_;
    const Corner& n = normals_[*at.side];
    return n[0] * (rho - c[0]) + n[1] * (z - c[1]) - rounding_;
  }

 private:
  // What is nearest: a side, which begins at `corner`, or a corner.
  struct Place {
    std::optional<std::size_t> side;
    std::size_t corner;
  };
  Place place(const Corner& p) const;

  std::vector<Corner> corners_;
  std::vector<Corner> normals_;  // of sides, outward
  double rounding_ = 0.0;
};

}  // namespace alembert::contact
