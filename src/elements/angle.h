// The angle of one marker relative to another about an axis, counted over whole turns.
#pragma once

#include <cmath>

#include "elements/marker.h"

namespace alembert {

// `angle` moved by whole turns to lie within half a turn of `reference`.
inline double unwrap(double angle, double reference) {
  constexpr double kTurn = 6.283185307179586476925286766559;
  return angle + kTurn * std::round((reference - angle) / kTurn);
}

// Angle from the x axis of i to the x axis of j about i's z axis: atan2(y_i . x_j, x_i . x_j), in (-pi, pi].
template <class S>
S angle_about_z(const MarkerState<S>& i, const MarkerState<S>& j) {
  using std::atan2;
  const Vec3T<S> x = j.axis(Axis::x);
  return atan2(i.axis(Axis::y).dot(x), i.axis(Axis::x).dot(x));
}

// Gradient of angle_about_z: dangle = g . (dtheta_j - dtheta_i), because only the relative rotation matters.
inline Vec3 angle_gradient(const MarkerState<double>& i, const MarkerState<double>& j) {
  const Vec3 x = j.axis(Axis::x);
  const double c = i.axis(Axis::x).dot(x), s = i.axis(Axis::y).dot(x);
  return (c * x.cross(i.axis(Axis::y)) - s * x.cross(i.axis(Axis::x))) / (c * c + s * s);
}

}  // namespace alembert
