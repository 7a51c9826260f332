// Rotations: the exponential map of SO(3) and its tangent maps.
//
//   exp(phi)          the rotation by |phi| about phi, as a unit quaternion
//   T(phi)            right tangent map: exp(phi + d) = exp(phi) exp(T(phi) d) to first order in d
//   T(phi) = I - (1 - cos p)/p^2 phi^ + (p - sin p)/p^3 phi^^2,   p = |phi|
//   T^-1(phi) = I + phi^/2 + (1/p^2 - (1 + cos p)/(2 p sin p)) phi^^2
#pragma once

#include <cmath>

#include "math/types.h"

namespace alembert::so3 {

// The matrix of the cross product: hat(a) b = a x b.
template <class Derived>
Mat3T<typename Derived::Scalar> hat(const Eigen::MatrixBase<Derived>& a) {
  using S = typename Derived::Scalar;
  Mat3T<S> m;
  m << S(0), -a[2], a[1], a[2], S(0), -a[0], -a[1], a[0], S(0);
  return m;
}

// Below this |phi|^2 the series of the coefficients are exact to rounding: the first term left out is < 1e-17.
inline constexpr double kSmallAngleSquared = 1e-5;

// sin(p)/p, (1 - cos p)/p^2 and (p - sin p)/p^3 without cancellation.
template <class S>
struct Coefficients {
  S sinc, c1, c2;
  explicit Coefficients(const S& p2) {
    using std::cos;
    using std::sin;
    using std::sqrt;
    if (p2 < kSmallAngleSquared) {
      sinc = 1.0 - p2 / 6.0 * (1.0 - p2 / 20.0 * (1.0 - p2 / 42.0));
      c1 = 0.5 * (1.0 - p2 / 12.0 * (1.0 - p2 / 30.0 * (1.0 - p2 / 56.0)));
      c2 = (1.0 - p2 / 20.0 * (1.0 - p2 / 42.0 * (1.0 - p2 / 72.0))) / 6.0;
    } else {
      const S p = sqrt(p2);
      const S half = sin(0.5 * p);
      sinc = sin(p) / p;
      c1 = 2.0 * half * half / p2;
      c2 = (1.0 - sinc) / p2;
    }
  }
};

// exp(phi) as a unit quaternion (w, x, y, z).
template <class S>
Eigen::Quaternion<S> exp(const Vec3T<S>& phi) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const S p2 = phi.squaredNorm();
  S w, k;
  if (p2 < kSmallAngleSquared) {
    w = 1.0 - p2 / 8.0 * (1.0 - p2 / 48.0 * (1.0 - p2 / 120.0));
    k = 0.5 * (1.0 - p2 / 24.0 * (1.0 - p2 / 80.0 * (1.0 - p2 / 168.0)));
  } else {
    const S p = sqrt(p2);
    w = cos(0.5 * p);
    k = sin(0.5 * p) / p;
  }
  return Eigen::Quaternion<S>(w, k * phi[0], k * phi[1], k * phi[2]);
}

// The rotation vector of a unit quaternion, |phi| <= pi.
Vec3 log(const Quat& q);

// The rotation matrix of a quaternion; exact to rounding also when the norm is slightly off 1.
template <class S>
Mat3T<S> matrix(const Eigen::Quaternion<S>& q) {
  const S s = 2.0 / q.squaredNorm();
  const S x = q.x(), y = q.y(), z = q.z(), w = q.w();
  Mat3T<S> R;
  R << 1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),  //
      s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x),   //
      s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y);
  return R;
}

// T(phi).
template <class S>
Mat3T<S> tangent(const Vec3T<S>& phi) {
  const Coefficients<S> c(phi.squaredNorm());
  const Mat3T<S> X = hat(phi);
  return Mat3T<S>::Identity() - c.c1 * X + c.c2 * X * X;
}

// d(T(phi) y)/dphi.
Mat3 tangent_slope(const Vec3& phi, const Vec3& y);

// T(phi)^-1; regular for |phi| < 2 pi.
Mat3 inverse_tangent(const Vec3& phi);

}  // namespace alembert::so3
