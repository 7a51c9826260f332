// screw: as cylindrical, and one turn of the second about the first's z axis moves it by the pitch P.
//   x_i.d = y_i.d = 0, x_i.z_j = y_i.z_j = 0, z_i.d - P angle/(2 pi) = constant
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Screw : ComposedJoint<PointInPlane<Axis::x>, PointInPlane<Axis::y>, PerpendicularAxes<Axis::x, Axis::z>,
                             PerpendicularAxes<Axis::y, Axis::z>> {
  static constexpr std::string_view kName = "screw";
  static constexpr std::string_view kSummary =
      "second turns about the first's z axis and advances by a pitch each turn";
  static constexpr std::array<Key, 1> kOwnKeys = {{
      {"pitch", keys::number, keys::required, "Advance along the axis in one turn; negative: a left-handed thread.", "",
       Quantity::length, Range::not_zero, Otherwise::zero, true},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr Shorthand kShorthand = Shorthand::axis;
  static constexpr std::array<bool, 2> kTurnsInSpace{true, true};
  static constexpr std::array<std::string_view, 4> kRowNames = {"offset x", "offset y", "axis tilt x", "axis tilt y"};
  static constexpr std::array<FormulaRow, 1> kFormulas = {
      {{"thread", "dz(j, i, i) - pitch/(2*pi)*az(j, i) - constant"}}};
  static constexpr bool kParallelAxes = true;
  static constexpr bool kTurns = true;
  static constexpr bool kSlides = true;
};

}  // namespace alembert
