// From a body's coordinates to its pose and twist, and from there to its markers'.
#pragma once

#include <span>

#include "system/elements_of_system.h"

namespace alembert {

// Of the centre of mass; everything in ground axes.
struct BodyPose {
  Vec3 r, v, w;
  Mat3 R;
};

inline BodyPose ground_pose() { return {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Identity()}; }

// Which of the six directions (x y z, rotation x y z; ground axes) a body kind can move in.
inline std::span<const int> tangent_axes(BodyKind kind) {
  static constexpr int kRigid[] = {0, 1, 2, 3, 4, 5}, kPoint[] = {0, 1, 2}, kPlanar[] = {0, 1, 5};
  switch (kind) {
    case BodyKind::rigid:
      return kRigid;
    case BodyKind::point:
      return kPoint;
    case BodyKind::planar:
      return kPlanar;
    case BodyKind::ground:
      break;
  }
  return {};
}

// The twist of a body turned by R, from v.
inline void turn_body(const BodyEntry& b, const Vector& v, const Mat3& R, Vec3& rdot, Vec3& w) {
  switch (b.kind) {
    case BodyKind::ground:
      break;
    case BodyKind::rigid:
      rdot = v.segment<3>(b.v);
      w.noalias() = R * v.segment<3>(b.v + 3);
      break;
    case BodyKind::point:
      rdot = v.segment<3>(b.v);
      break;
    case BodyKind::planar:
      rdot = Vec3(v[b.v], v[b.v + 1], 0.0);
      w = Vec3(0.0, 0.0, v[b.v + 2]);
      break;
  }
}

// The pose of a body from q.
inline void place_body(const BodyEntry& b, const Vector& q, Vec3& r, Mat3& R) {
  switch (b.kind) {
    case BodyKind::ground:
      break;
    case BodyKind::rigid:
      r = q.segment<3>(b.q);
      R = so3::matrix(Quat(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]));
      break;
    case BodyKind::point:
      r = q.segment<3>(b.q);
      break;
    case BodyKind::planar: {
      const double c = std::cos(q[b.q + 2]), s = std::sin(q[b.q + 2]);
      r = Vec3(q[b.q], q[b.q + 1], b.plane_z);
      R << c, -s, 0, s, c, 0, 0, 0, 1;
      break;
    }
  }
}

inline MarkerState<double> marker_state(const BodyPose& b, const MarkerEntry& m) {
  const Vec3 arm = b.R * m.arm;
  return {b.r + arm, b.R * m.R, b.v + b.w.cross(arm), b.w};
}

}  // namespace alembert
