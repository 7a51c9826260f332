#include "elements/contact/shapes/ellipsoid.h"

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

EllipsoidShape::EllipsoidShape(const Vec3& half_axes) : half_(half_axes) {
  for (const double each : half_axes) require_size(each, "a half axis of an ellipsoid");
  oval_ = Oval{half_axes};
}

// With ratios r_i = (h_i/h_min)^2, z_i = x_i/h_i and u = 1 + t/h_min^2 the root of
//
//   q(u) = sum (r_i z_i/(u + r_i - 1))^2 = 1,   z_min <= u <= |r z|
//
// is that of 1/sqrt(q) = 1, which is nearly straight in u: Newton's steps, u + 2 (q/q') (1 - sqrt(q)), halving the
// bounds where one leaves them. Deep inside, on the plane z_min = 0, q < 1 for all u > 0: p leaves the plane, u = 0.
EllipsoidShape::Foot EllipsoidShape::foot(const Vec3& x) const {
  Eigen::Index thin = 0;
  const double least = half_.minCoeff(&thin);
  const Vec3 r = (half_ / least).cwiseAbs2(), z = x.cwiseQuotient(half_), rz = r.cwiseProduct(z),
             beyond = r - Vec3::Ones();
  double low = 0.0, high = rz.norm();
  for (int i = 0; i < 3; ++i)
    if (beyond[i] == 0.0) low = std::max(low, z[i]);
  if (low == 0.0) {
    Vec3 p = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      if (beyond[i] > 0.0) p[i] = r[i] * x[i] / beyond[i];
    if (const double rest = 1.0 - p.cwiseQuotient(half_).squaredNorm(); rest >= 0.0) {
      p[thin] = least * std::sqrt(rest);
      return {0.0, p};
    }
  }
  double u = std::max(low, std::numeric_limits<double>::min());
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Vec3 below = beyond + Vec3::Constant(u), c = rz.cwiseQuotient(below);
    const double q = c.squaredNorm();
    (q > 1.0 ? low : high) = u;
    const double slope = -2.0 * c.cwiseAbs2().cwiseQuotient(below).sum();
    double next = u + 2.0 * q / slope * (1.0 - std::sqrt(q));
    const bool done = std::abs(next - u) <= 4.0 * std::numeric_limits<double>::epsilon() * u;
    if (!done && !(next > low && next < high)) next = 0.5 * (low + high);
    u = next;
    if (done) break;
  }
  return {u, r.cwiseProduct(x).cwiseQuotient(beyond + Vec3::Constant(u))};
}

void EllipsoidShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  const Foot at = foot(x.cwiseAbs());
  const Vec3 p = (x.array() < 0.0).select(-at.p, at.p);
  const Vec3 inverse = half_.cwiseAbs2().cwiseInverse(), g = p.cwiseProduct(inverse);
  const double slope = g.norm(), least = half_.minCoeff();
  out.normal = g / slope;
  out.value = least * least * (at.scaled_t - 1.0) * slope;
  if (!curvature) return;
  const Mat3 tangent = Mat3::Identity() - out.normal * out.normal.transpose();
  const Mat3 W = tangent * inverse.asDiagonal() * tangent / slope, M = Mat3::Identity() + out.value * W;
  // At centres of curvature, deep inside, H is infinite and left out.
  out.curvature.setZero();
  if (M.determinant() > 1e-9) out.curvature = M.inverse() * W;
}

Solid EllipsoidShape::solid() const {
  const double volume = 4.0 / 3.0 * std::numbers::pi * half_.prod();
  const Vec3 squares = half_.cwiseAbs2(), inertia = volume / 5.0 * (Vec3::Constant(squares.sum()) - squares);
  return {volume, Vec3::Zero(), inertia.asDiagonal()};
}

}  // namespace alembert::contact
