// parallel_axes: z axes stay parallel.
//   x_i.z_j = y_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct ParallelAxes : ComposedJoint<PerpendicularAxes<Axis::x, Axis::z>, PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr JointKind kKind = JointKind::parallel_axes;
  static constexpr std::string_view kName = "parallel_axes";
  static constexpr std::string_view kSummary = "z axes stay parallel";
  static constexpr std::array<std::string_view, 2> kRowNames = {"axis tilt x", "axis tilt y"};
  static constexpr bool kOrientedFirst = true;   // the first marker must have axes
  static constexpr bool kOrientedSecond = true;  // the second marker must have axes
  static constexpr bool kParallelAxes = true;    // z axes must point the same way, not opposite
};

}  // namespace alembert
