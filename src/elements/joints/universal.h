// universal: a cross whose arms are the first's x axis and the second's y axis.
//   p_j = p_i, x_i.y_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Universal : ComposedJoint<CoincidentPoint, PerpendicularAxes<Axis::x, Axis::y>> {
  static constexpr std::string_view kName = "universal";
  static constexpr std::string_view kSummary = "a cross whose arms are the first's x axis and the second's y axis";
  static constexpr Shorthand kShorthand = Shorthand::arms;
  static constexpr std::array<std::string_view, 4> kRowNames = {"point x", "point y", "point z", "cross"};
};

}  // namespace alembert
