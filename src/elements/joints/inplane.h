// inplane: second's origin stays in the first's x-y plane.
//   z_i.d = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Inplane : ComposedJoint<PointInPlane<Axis::z>> {
  static constexpr std::string_view kName = "inplane";
  static constexpr std::string_view kSummary = "second's origin stays in the first's x-y plane";
  static constexpr std::string_view kWhat = "an inplane joint";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr std::array<std::string_view, 1> kRowNames = {"offset z"};
  static constexpr bool kOrientedSecond = false;
};

}  // namespace alembert
