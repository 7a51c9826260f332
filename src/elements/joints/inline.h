// inline: second's origin stays on the first's z axis.
//   x_i.d = y_i.d = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Inline : ComposedJoint<PointInPlane<Axis::x>, PointInPlane<Axis::y>> {
  static constexpr JointKind kKind = JointKind::inline_;
  static constexpr std::string_view kName = "inline";
  static constexpr std::string_view kSummary = "second's origin stays on the first's z axis";
  static constexpr std::array<std::string_view, 2> kRowNames = {"offset x", "offset y"};
  static constexpr bool kOrientedFirst = true;    // the first marker must have axes
  static constexpr bool kOrientedSecond = false;  // the second marker must have axes
  static constexpr bool kParallelAxes = false;    // z axes must point the same way, not opposite
};

}  // namespace alembert
