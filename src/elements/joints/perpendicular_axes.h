// perpendicular_axes: z axes stay perpendicular.
//   z_i.z_j = 0
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct PerpendicularZ : ComposedJoint<PerpendicularAxes<Axis::z, Axis::z>> {
  static constexpr std::string_view kName = "perpendicular_axes";
  static constexpr std::string_view kSummary = "z axes stay perpendicular";
  static constexpr Shorthand kShorthand = Shorthand::normals;
  static constexpr bool kPlaced = false;
  static constexpr std::array<std::string_view, 1> kRowNames = {"axes"};
};

}  // namespace alembert
