// parallel_axes: z axes stay parallel.
//   x_i.z_j = y_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct ParallelAxes : ComposedJoint<PerpendicularAxes<Axis::x, Axis::z>, PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr std::string_view kName = "parallel_axes";
  static constexpr std::string_view kSummary = "z axes stay parallel";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr bool kPlaced = false;
  static constexpr InPlane kInPlane = InPlane::by_axis;
  static constexpr std::array<std::string_view, 2> kRowNames = {"axis tilt x", "axis tilt y"};
  static constexpr bool kParallelAxes = true;
};

}  // namespace alembert
