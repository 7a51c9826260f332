// spherical: origins coincide, all rotations free.
//   p_j = p_i
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Spherical : ComposedJoint<CoincidentPoint> {
  static constexpr std::string_view kName = "spherical";
  static constexpr std::string_view kSummary = "origins coincide, all rotations free";
  static constexpr Shorthand kShorthand = Shorthand::any_axis;
  static constexpr std::array<std::string_view, 3> kRowNames = {"point x", "point y", "point z"};
  static constexpr bool kOrientedFirst = false;
  static constexpr bool kOrientedSecond = false;
};

}  // namespace alembert
