// Where a feature of one shape is nearest to the surface of another (shape.h): all that forces need to know, and all
// that their derivatives need.
//
// With the tangent of the two shapes (dp, dtheta; ground axes; f the feature's, s the surface's) and
//   a = (dp_f + dtheta_f x (x - p_f)) - (dp_s + dtheta_s x (x - p_s)),   theta = dtheta_f - dtheta_s:
//
//   d gap = n.a                                                          (the rest is at a minimum)
//   dx    = (motion of f) + E dtau,   (E^T H E + kappa) dtau = -(E^T H a + (E x n)^T theta)
//   dn    = H (a + E dtau) + dtheta_s x n
//
// Weights that fade (features/) change with the motion, too: that is not in the derivatives.
//
// E: directions in which the point is free to move along its feature, kappa = n.d2x/dtau2 of the feature itself.
#pragma once

#include <array>
#include <vector>

#include "elements/contact/shape.h"
#include "math/types.h"

namespace alembert::contact {

struct Pose {
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();
};

// The pose of `what` in the frame of `from`.
inline Pose relative(const Pose& what, const Pose& from) {
  return {from.R.transpose() * (what.p - from.p), from.R.transpose() * what.R};
}

struct Touch {
  int feature = 0;       // which of the pair's features
  double place = 0.0;    // where along it: tells two touches of one feature apart
  bool flipped = false;  // the feature is the second shape's
  double gap = 0.0;
  double radius = 0.0;  // from x to the surface of the feature's shape
  double weight = 1.0;  // its share of the law: what fades in and out; of a mesh's node its area
  // A point that is fixed to the feature's body and about which it rolls on the surface: a node itself, the centre of a
  // ring or an oval.
  Vec3 hub = Vec3::Zero();
  Vec3 x, n;  // in the frame of the surface's shape when found; ground axes in forces
  // For derivatives.
  Mat3 H = Mat3::Zero();
  int free = 0;
  std::array<Vec3, 2> E{Vec3::Zero(), Vec3::Zero()};
  Eigen::Matrix2d kappa = Eigen::Matrix2d::Zero();
};

// Takes what is found; touches with gaps above `reach` are not wanted.
struct Search {
  double reach = 0.0;
  bool derivatives = false;
  std::vector<Touch>* out = nullptr;
};

// A touch at x, a point of the feature itself, `d` away from the surface.
inline Touch& add_touch(const Search& search, int feature, const Vec3& x, const Distance& d, double radius = 0.0,
                        double weight = 1.0) {
  Touch& out = search.out->emplace_back();
  out.feature = feature;
  out.gap = d.value - radius;
  out.radius = radius;
  out.weight = weight;
  out.x = out.hub = x;
  out.n = d.normal;
  out.H = d.curvature;
  return out;
}

// Some direction square to n.
inline Vec3 any_normal(const Vec3& n) {
  Eigen::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  return n.cross(Vec3::Unit(least)).normalized();
}

// 3 x^2 - 2 x^3 between 0 and 1.
inline double fade(double x) { return x <= 0.0 ? 0.0 : x >= 1.0 ? 1.0 : x * x * (3.0 - 2.0 * x); }
inline double fade_slope(double x) { return x <= 0.0 || x >= 1.0 ? 0.0 : 6.0 * x * (1.0 - x); }

}  // namespace alembert::contact
