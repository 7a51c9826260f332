// perpendicular_axes: z axes stay perpendicular.
//   z_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct PerpendicularZ : ComposedJoint<PerpendicularAxes<Axis::z, Axis::z>> {
  static constexpr JointKind kKind = JointKind::perpendicular_axes;
  static constexpr std::string_view kName = "perpendicular_axes";
  static constexpr std::string_view kSummary = "z axes stay perpendicular";
  static constexpr std::array<std::string_view, 1> kRowNames = {"axes"};
  static constexpr bool kOrientedFirst = true;   // the first marker must have axes
  static constexpr bool kOrientedSecond = true;  // the second marker must have axes
  static constexpr bool kParallelAxes = false;   // z axes must point the same way, not opposite
};

}  // namespace alembert
