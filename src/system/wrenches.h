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
  // At the end of an arm. Called for every marker of every element: inlined whatever the compiler thinks, and by
  // components, so that parts of a longer vector need not be copied first.
  template <class Force, class Torque>
  [[gnu::always_inline]] void add(FrameId frame, const Vec3& arm, const Force& force, const Torque& torque) {
    ForceTorque& w = frames_[frame];
    const double x = force[0], y = force[1], z = force[2];
    w.force[0] += x;
    w.force[1] += y;
    w.force[2] += z;
    w.torque[0] += torque[0] + arm[1] * z - arm[2] * y;
    w.torque[1] += torque[1] + arm[2] * x - arm[0] * z;
    w.torque[2] += torque[2] + arm[0] * y - arm[1] * x;
  }
  const ForceTorque* of(FrameId first) const { return &frames_[first]; }

 private:
  IdVector<FrameId, ForceTorque> frames_;
};

}  // namespace alembert
