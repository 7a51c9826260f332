// Products with the matrix of the cross product, a^ b = a x b, without its zeros.
#pragma once

#include "math/types.h"

namespace alembert {

// a^ X and X a^.
inline Mat3 cross(const Vec3& a, const Mat3& X) {
  Mat3 out;
  out.row(0) = a[1] * X.row(2) - a[2] * X.row(1);
  out.row(1) = a[2] * X.row(0) - a[0] * X.row(2);
  out.row(2) = a[0] * X.row(1) - a[1] * X.row(0);
  return out;
}
inline Mat3 cross(const Mat3& X, const Vec3& a) {
  Mat3 out;
  out.col(0) = a[2] * X.col(1) - a[1] * X.col(2);
  out.col(1) = a[0] * X.col(2) - a[2] * X.col(0);
  out.col(2) = a[1] * X.col(0) - a[0] * X.col(1);
  return out;
}
// a^ b^
inline Mat3 cross_cross(const Vec3& a, const Vec3& b) {
  Mat3 out = b * a.transpose();
  out.diagonal().array() -= a.dot(b);
  return out;
}

}  // namespace alembert
