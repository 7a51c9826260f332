// rack_and_pinion: a pinion p of pitch radius r rolls along a rack. t is the z axis of the rack's marker, z_p the
// pinion's; s is the pinion's frame as it stood in the rack's body at the start, and the sign says on which side the
// rack lies.
//   t.(p_pinion - p_rack) + sign r angle(p, s) = constant
// The multiplier is the force of the teeth along the rack.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct RackAndPinion : JointDefaults {
  static constexpr std::string_view kName = "rack_and_pinion";
  static constexpr std::string_view kSummary = "first, a pinion about its z axis, rolls along the second's z axis";
  static constexpr std::string_view kWhat = "a rack_and_pinion";
  static constexpr std::array<Key, 3> kOwnKeys = {{
      {"between", keys::marker_pair, keys::optional,
       "Marker of the pinion (z: its axis) and of the rack (z: along it)."},
      {"joints", keys::names_of_elements, keys::optional,
       "Instead: the joint the pinion turns in and the joint the rack slides in."},
      {"radius", keys::number, keys::required, "Pitch radius of the pinion; negative: the rack lies on the other side.",
       "", Quantity::length, Range::not_zero},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr std::string_view kOneOf = "between|joints";
  static constexpr std::array<FormulaRow, 1> kFormulas = {
      {{"mesh", "dz(pinion, rack, rack) + radius*az(pinion, start) - constant"}}};
};

}  // namespace alembert
