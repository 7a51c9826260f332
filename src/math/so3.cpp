#include "math/so3.h"

namespace alembert::so3 {

Vec3 log(const Quat& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const Vec3 u = sign * q.vec();
  const double s = u.norm();
  const double w = sign * q.w();
  if (s < 1e-9) return 2.0 * u / w;
  return 2.0 * std::atan2(s, w) / s * u;
}

Mat3 inverse_tangent(const Vec3& phi) {
  const double p2 = phi.squaredNorm();
  // (1/p^2)(1 - (p/2) cot(p/2)) = 1/12 + p^2/720 + p^4/30240 + p^6/1209600 + ...
  double c;
  if (p2 < 1e-2) {
    c = (1.0 + p2 / 60.0 * (1.0 + p2 / 42.0 * (1.0 + p2 / 40.0))) / 12.0;
  } else {
    const double half = 0.5 * std::sqrt(p2);
    c = (1.0 - half * std::cos(half) / std::sin(half)) / p2;
  }
  const Mat3 X = hat(phi);
  return Mat3::Identity() + 0.5 * X + c * X * X;
}

// T y = y - c1 phi x y + c2 phi x (phi x y),  with dc1/dp^2 = (sinc - 2 c1)/(2 p^2),  dc2/dp^2 = (c1 - 3 c2)/(2 p^2)
Mat3 tangent_slope(const Vec3& phi, const Vec3& y) {
  const double p2 = phi.squaredNorm();
  const Coefficients<double> c(p2);
  double d1, d2;
  if (p2 < 1e-2) {  // series: the first term left out is below 1e-17
    d1 = -1.0 / 24.0 + p2 * (2.0 / 720.0 - p2 * (3.0 / 40320.0 - p2 * (4.0 / 3628800.0 - p2 * 5.0 / 479001600.0)));
    d2 = -1.0 / 120.0 + p2 * (2.0 / 5040.0 - p2 * (3.0 / 362880.0 - p2 * (4.0 / 39916800.0 - p2 * 5.0 / 6227020800.0)));
  } else {
    d1 = (c.sinc - 2.0 * c.c1) / (2.0 * p2);
    d2 = (c.c1 - 3.0 * c.c2) / (2.0 * p2);
  }
  const Vec3 once = phi.cross(y), twice = phi.cross(once);
  Mat3 out = c.c1 * hat(y) + c.c2 * (phi * y.transpose() - 2.0 * y * phi.transpose()) +
             2.0 * (d2 * twice - d1 * once) * phi.transpose();
  out.diagonal().array() += c.c2 * phi.dot(y);
  return out;
}

}  // namespace alembert::so3
