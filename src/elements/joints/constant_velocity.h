// constant_velocity: two shafts meet in a point at any angle and turn equally about their z axes.
//   p_j = p_i, (y_i.x_j - x_i.y_j)/2 = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct ConstantVelocity : ComposedJoint<CoincidentPoint, EqualTwist> {
  static constexpr std::string_view kName = "constant_velocity";
  static constexpr std::string_view kSummary = "shafts along the z axes meet in a point and turn equally";
  static constexpr Shorthand kShorthand = Shorthand::shafts;
  static constexpr std::array<bool, 2> kTurnsInSpace{true, true};
  static constexpr std::array<std::string_view, 4> kRowNames = {"point x", "point y", "point z", "twist"};
};

}  // namespace alembert
