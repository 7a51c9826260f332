// Where everything is: t, q, v -> poses and twists of frames and markers. Elements read a const Placement and nothing
// else of the motion.
#pragma once

#include <array>
#include <cassert>
#include <vector>

#include "elements/marker.h"
#include "system/system.h"

namespace alembert {

class Placement {
 public:
  explicit Placement(const System& system);

  // What has been computed; a debug build checks on reading.
  enum class Level { nothing, poses, twists };

  // Poses and twists. Returns whether the position is another than before: methods come back to a position with other
  // velocities, and its poses are kept then.
  bool move_to(double t, const Vector& q, const Vector& v);
  // The poses alone; the twists are those of no velocities then.
  bool move_poses(double t, const Vector& q);
  // The next position counts as another, whatever it is.
  void forget_position() { known_ = false; }

  double time() const { return time_; }
  const Vector& positions() const { return q_; }
  const System& system() const { return system_; }
  const FrameEntry& entry(FrameId id) const { return entries_[id]; }

  // Of any level from poses on: only p and R, r and R are to be read.
  const MarkerState<double>& pose(MarkerId id) const { return assert(level_ >= Level::poses), marker_[id]; }
  const Mat3& R(FrameId id) const { return assert(level_ >= Level::poses), frame_[id].R; }
  const Vec3& arm(MarkerId id) const { return arm_[id]; }  // from its frame's origin, ground axes
  // Of poses and twists.
  const MarkerState<double>& marker(MarkerId id) const { return assert(level_ == Level::twists), marker_[id]; }
  const FrameState& frame(FrameId id) const { return assert(level_ == Level::twists), frame_[id]; }
  const FrameState* frames_of(FrameId first) const { return &frame_[first]; }

  template <std::size_t N>
  std::array<const MarkerState<double>*, N> markers(const std::array<MarkerId, N>& ids) const {
    std::array<const MarkerState<double>*, N> out;
    for (std::size_t k = 0; k < N; ++k) out[k] = &marker(ids[k]);
    return out;
  }

  // J and V of a frame with a general map, at this position and these velocities; of another, written out.
  void jacobian(FrameId id, MapRef J) const;
  void twist_stiffness(FrameId id, MapRef V) const;
  // The twist of a marker that a tangent direction of the whole system gives.
  ForceTorque motion(MarkerId id, const Vector& direction) const;
  // Acceleration of a marker's origin, and angular acceleration, ground axes; `a` of the whole system.
  ForceTorque acceleration(MarkerId id, const Vector& a) const;

 private:
  const System& system_;
  const IdVector<FrameId, FrameEntry>& entries_;
  Level level_ = Level::nothing;
  double time_ = 0.0;
  bool known_ = false;  // q_ is the position of the poses
  Vector q_, v_;        // that poses and twists belong to; v where frames with general maps ask for it
  IdVector<FrameId, FrameState> frame_;
  IdVector<MarkerId, MarkerState<double>> marker_;
  IdVector<MarkerId, Vec3> arm_;
  mutable std::vector<FrameState> moved_;  // frames of one body
};

inline MarkerState<double> marker_state(const FrameState& b, const MarkerEntry& m) {
  const Vec3 arm = b.R * m.arm;
  return {b.r + arm, b.R * m.R, b.v + b.w.cross(arm), b.w};
}

}  // namespace alembert
