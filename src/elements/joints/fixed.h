// fixed: the two frames coincide.
//   rotation locked: y_i.z_j = z_i.x_j = x_i.y_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Fixed : ComposedJoint<CoincidentPoint, PerpendicularAxes<Axis::y, Axis::z>, PerpendicularAxes<Axis::z, Axis::x>,
                             PerpendicularAxes<Axis::x, Axis::y>> {
  static constexpr std::string_view kName = "fixed";
  static constexpr std::string_view kSummary = "the two frames coincide";
  static constexpr Shorthand kShorthand = Shorthand::any_axis;
  static constexpr bool kLocked = true;
  static constexpr InPlane kInPlane = InPlane::all_axes;
  static constexpr std::array<std::string_view, 6> kRowNames = {"point x",    "point y",    "point z",
                                                                "rotation x", "rotation y", "rotation z"};
  static constexpr bool kParallelAxes = true;
};

}  // namespace alembert
