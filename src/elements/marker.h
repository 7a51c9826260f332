// Markers: frames fixed to bodies. Joints and forces see only these.
//
// Everything is in ground axes. A marker's twist is (v, w): velocity of its origin and angular velocity; its tangent
// (dp, dtheta) moves it as p + dp, R -> exp(dtheta^) R. A wrench (f, t) is a force at its origin and a torque.
#pragma once

#include "math/so3.h"
#include "math/types.h"

namespace alembert {

enum class Axis { x = 0, y = 1, z = 2 };

template <class S>
struct MarkerState {
  Vec3T<S> p;  // origin
  Mat3T<S> R;  // columns are the marker's axes
  Vec3T<S> v;
  Vec3T<S> w;

  Vec3T<S> axis(Axis a) const { return R.col(static_cast<int>(a)); }
};

// The two markers of a joint or force: first (i) and second (j).
template <class S>
struct MarkerPair {
  const MarkerState<S>& i;
  const MarkerState<S>& j;
};

// Positions in a pair's 12 tangent directions or wrench components: (p_i, theta_i, p_j, theta_j).
inline constexpr int kForceI = 0, kTorqueI = 3, kForceJ = 6, kTorqueJ = 9;

}  // namespace alembert
