// What elements exert, gathered at frames: force, and torque about the frame's origin, in ground axes.
#pragma once

#include "system/placement.h"

namespace alembert {

class Wrenches {
 public:
  explicit Wrenches(const System& system) : frames_(system.frames().size()) {}

  void clear() {
    for (ForceTorque& w : frames_) {
      w.force.setZero();
      w.torque.setZero();
    }
  }
  // At the end of an arm. Called for every marker of every element: inlined whatever the compiler thinks.
  [[gnu::always_inline]] void add(FrameId frame, const Vec3& arm, const Vec3& force, const Vec3& torque) {
    ForceTorque& w = frames_[frame];
    w.force += force;
    w.torque += torque + arm.cross(force);
  }
  const ForceTorque* of(FrameId first) const { return &frames_[first]; }

 private:
  IdVector<FrameId, ForceTorque> frames_;
};

}  // namespace alembert
