// inline: second's origin stays on the first's z axis.
//   x_i.d = y_i.d = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Inline : ComposedJoint<PointInPlane<Axis::x>, PointInPlane<Axis::y>> {
  static constexpr std::string_view kName = "inline";
  static constexpr std::string_view kSummary = "second's origin stays on the first's z axis";
  static constexpr std::string_view kWhat = "an inline joint";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr InPlane kInPlane = InPlane::by_axis;
  static constexpr std::array<std::string_view, 2> kRowNames = {"offset x", "offset y"};
  static constexpr bool kOrientedSecond = false;
};

}  // namespace alembert
