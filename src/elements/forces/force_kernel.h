// What every force kernel offers. A force acts on N markers; its wrench w (6 numbers a marker: force, torque; ground
// axes) is what it adds to f = G^T lambda - Q, that is minus what it exerts on the bodies.
//
//   wrench             w(markers)
//   derivatives        K = dw/d(tangent), D = dw/d(twist), 6N x 6N
//   potential          energy stored
//   power_dissipated   taken out by dampers, >= 0
//   power_supplied     put in by forces that come from no potential
//
// A kernel may own first-order states x, kStates of them (`ForceWithStates`), which the model carries as states of its
// own and hands back in the context:
//   rates                x'(markers, x)
//   state_derivatives    dw/dx, and of the rates by tangent, twist and x
#pragma once

#include <array>

#include "elements/marker.h"

namespace alembert {

template <class S, int N>
using Markers = std::array<const MarkerState<S>*, static_cast<std::size_t>(N)>;
template <class S, int N>
using WrenchOf = Eigen::Matrix<S, 6 * N, 1>;
template <class S, int N>
using StiffnessOf = Eigen::Matrix<S, 6 * N, 6 * N>;

// What a kernel may need besides its markers and parameters: the angle it should be near, for counting whole turns; the
// present components of a force that the user gave, constant or as formulas; the states it owns.
struct ForceContext {
  double reference_angle = 0.0;
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  Eigen::Vector2d states = Eigen::Vector2d::Zero();  // of a kernel that owns some
};

template <class Kernel>
concept ForceWithStates = requires {
  Kernel::kStates;
};

// dw/dx, dx'/d(tangent), dx'/d(twist), dx'/dx of a kernel with X states on N markers.
template <int N, int X>
struct StateDerivatives {
  Eigen::Matrix<double, 6 * N, X> wrench;
  Eigen::Matrix<double, X, 6 * N> by_tangent, by_twist;
  Eigen::Matrix<double, X, X> by_state;
};

}  // namespace alembert
