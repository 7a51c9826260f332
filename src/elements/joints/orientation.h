// orientation: no relative rotation.
//   y_i.z_j = z_i.x_j = x_i.y_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Orientation : ComposedJoint<PerpendicularAxes<Axis::y, Axis::z>, PerpendicularAxes<Axis::z, Axis::x>,
                                   PerpendicularAxes<Axis::x, Axis::y>> {
  static constexpr std::string_view kName = "orientation";
  static constexpr std::string_view kSummary = "no relative rotation";
  static constexpr std::string_view kWhat = "an orientation joint";
  static constexpr Shorthand kShorthand = Shorthand::any_axis;
  static constexpr bool kPlaced = false;
  static constexpr bool kLocked = true;
  static constexpr InPlane kInPlane = InPlane::all_axes;
  static constexpr std::array<std::string_view, 3> kRowNames = {"rotation x", "rotation y", "rotation z"};
  static constexpr bool kParallelAxes = true;
};

}  // namespace alembert
