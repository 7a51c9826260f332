// Frames: what a body offers to markers, and all that elements know of it. A rigid body has one, at its centre of mass;
// a body with coordinates of its own may have more.
//
//   (v, w) = J(q) v_b                 twist of the frame, ground axes, from the velocities v_b of its body
//   f_b = J^T (F, T)                  generalised forces of a force at its origin and a torque, ground axes
//   V = d(J v_b)/dq                   how the twist changes with the position, velocities held
//
// The tangent of a body that turns has its rotations in body axes: R -> R exp(dtheta^).
#pragma once

#include <Eigen/Core>
#include <span>

#include "base/ids.h"
#include "math/so3.h"
#include "math/types.h"

namespace alembert {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using MapRef = Eigen::Ref<Mat6X>;  // of as many columns as the map has

// The structure of J.
enum class FrameMap {
  fixed,    // no columns: it does not move
  full,     // velocity in ground axes, angular velocity in body axes: J = [I 0; 0 R]
  point,    // velocity: J = [I; 0]
  plane,    // x, y, rotation about z
  general,  // as the body's kernel says; columns 3 to 5 are rotations in body axes, as in a full one
};

// What a velocity of a body is: moves it, turns it, or is a coordinate of the body's own.
enum class Direction { translation, rotation, own };

struct FrameShape {
  FrameMap map = FrameMap::fixed;
  int columns = 0;  // the first velocities of its body, on which its twist depends
};

struct FrameState {
  Vec3 r, v, w;  // ground axes
  Mat3 R;
};

inline FrameState standing_frame() { return {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Identity()}; }

// Force and torque in ground axes; of a frame, at its origin. Accelerations come in the same pairs.
struct ForceTorque {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

// Which of the six directions (x y z, rotation x y z; ground axes) the columns of a map are; of none for a general one.
inline std::span<const int> columns_of(FrameMap map) {
  static constexpr int kFull[] = {0, 1, 2, 3, 4, 5}, kPoint[] = {0, 1, 2}, kPlane[] = {0, 1, 5};
  switch (map) {
    case FrameMap::full:
      return kFull;
    case FrameMap::point:
      return kPoint;
    case FrameMap::plane:
      return kPlane;
    case FrameMap::fixed:
    case FrameMap::general:
      break;
  }
  return {};
}

// Does it have rotations in body axes as columns 3 to 5?
inline bool turns_in_body_axes(FrameMap map) { return map == FrameMap::full || map == FrameMap::general; }

}  // namespace alembert
