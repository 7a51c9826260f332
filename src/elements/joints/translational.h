// translational: second slides along the first's z axis without turning.
//   x_i.d = y_i.d = 0, x_i.z_j = y_i.z_j = x_i.y_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Translational : ComposedJoint<PointInPlane<Axis::x>, PointInPlane<Axis::y>, PerpendicularAxes<Axis::x, Axis::z>,
                                     PerpendicularAxes<Axis::y, Axis::z>, PerpendicularAxes<Axis::x, Axis::y>> {
  static constexpr std::string_view kName = "translational";
  static constexpr std::string_view kSummary = "second slides along the first's z axis without turning";
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr bool kLocked = true;
  static constexpr InPlane kInPlane = InPlane::by_axis;
  static constexpr std::array<std::string_view, 5> kRowNames = {"offset x", "offset y", "axis tilt x", "axis tilt y",
                                                                "rotation z"};
  static constexpr bool kParallelAxes = true;
  static constexpr bool kSlides = true;
};

}  // namespace alembert
