// distance: the distance of the two origins is held.
//   (d.d - L^2)/(2 L) = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Distance : ComposedJoint<PointDistance> {
  static constexpr JointKind kKind = JointKind::distance;
  static constexpr std::string_view kName = "distance";
  static constexpr std::string_view kSummary = "the distance of the two origins is held";
  static constexpr std::array<std::string_view, 1> kRowNames = {"distance"};
  static constexpr bool kOrientedFirst = false;   // the first marker must have axes
  static constexpr bool kOrientedSecond = false;  // the second marker must have axes
  static constexpr bool kParallelAxes = false;    // z axes must point the same way, not opposite
};

}  // namespace alembert
