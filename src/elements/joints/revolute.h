// revolute: second turns about the first's z axis.
//   p_j = p_i, x_i.z_j = y_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Revolute
    : ComposedJoint<CoincidentPoint, PerpendicularAxes<Axis::x, Axis::z>, PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr std::string_view kName = "revolute";
  static constexpr std::string_view kSummary = "second turns about the first's z axis";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr std::array<std::string_view, 5> kRowNames = {"point x", "point y", "point z", "axis tilt x",
                                                                "axis tilt y"};
  static constexpr bool kParallelAxes = true;
  static constexpr bool kTurns = true;
};

}  // namespace alembert
