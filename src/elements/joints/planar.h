// planar: second moves in the first's x-y plane and turns about its z axis.
//   z_i.d = 0, x_i.z_j = y_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Planar
    : ComposedJoint<PointInPlane<Axis::z>, PerpendicularAxes<Axis::x, Axis::z>, PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr std::string_view kName = "planar";
  static constexpr std::string_view kSummary = "second moves in the first's x-y plane and turns about its z axis";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr InPlane kInPlane = InPlane::by_axis;
  static constexpr std::array<std::string_view, 3> kRowNames = {"offset z", "axis tilt x", "axis tilt y"};
  static constexpr bool kParallelAxes = true;
  static constexpr bool kTurns = true;
};

}  // namespace alembert
