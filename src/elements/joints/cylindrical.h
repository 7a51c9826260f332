// cylindrical: second slides along and turns about the first's z axis.
//   x_i.d = y_i.d = 0, x_i.z_j = y_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Cylindrical : ComposedJoint<PointInPlane<Axis::x>, PointInPlane<Axis::y>, PerpendicularAxes<Axis::x, Axis::z>,
                                   PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr std::string_view kName = "cylindrical";
  static constexpr std::string_view kSummary = "second slides along and turns about the first's z axis";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr InPlane kInPlane = InPlane::by_axis;
  static constexpr std::array<std::string_view, 4> kRowNames = {"offset x", "offset y", "axis tilt x", "axis tilt y"};
  static constexpr bool kParallelAxes = true;
  static constexpr bool kTurns = true;
  static constexpr bool kSlides = true;
};

}  // namespace alembert
