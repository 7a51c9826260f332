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

}  // namespace alembert::so3
