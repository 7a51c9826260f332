// inplane: second's origin stays in the first's x-y plane.
//   z_i.d = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Inplane : ComposedJoint<PointInPlane<Axis::z>> {
  static constexpr JointKind kKind = JointKind::inplane;
  static constexpr std::string_view kName = "inplane";
  static constexpr std::string_view kSummary = "second's origin stays in the first's x-y plane";
  static constexpr std::array<std::string_view, 1> kRowNames = {"offset z"};
  static constexpr bool kOrientedFirst = true;    // the first marker must have axes
  static constexpr bool kOrientedSecond = false;  // the second marker must have axes
  static constexpr bool kParallelAxes = false;    // z axes must point the same way, not opposite
};

}  // namespace alembert
