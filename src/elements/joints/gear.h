// gear: two wheels on one carrier, each on a joint that turns, mesh in the pitch point P. With wheel k's marker w_k,
// the carrier's marker c_k, and the tangent t = z_1 x (P - c_1)/r_1 of the teeth (fixed in the carrier),
//   r_1 = |z_1 x (P - c_1)|,   r_2 = t.(z_2 x (P - c_2)),   t.(velocity of wheel 1 in P - that of wheel 2) = 0,
// integrated:
//   r_1 angle_1 - r_2 angle_2 + t.(d_1 - d_2) = constant,   d_k = w_k - c_k
// d_k is 0 where the joints hold; it makes the multiplier the force of the teeth, which loads the bearings.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Gear : JointDefaults {
  static constexpr std::string_view kName = "gear";
  static constexpr std::string_view kSummary = "two wheels on one carrier turn in a fixed ratio";
  static constexpr std::string_view kWhat = "a gear";
  static constexpr std::array<Key, 4> kOwnKeys = {{
      {"joints", keys::names_of_elements, keys::required,
       "The joints of the two wheels, each between its wheel and the carrier."},
      {"teeth", keys::two_numbers, keys::optional, "Teeth of the wheels, or any two numbers in their ratio; or `at`."},
      {"internal", keys::boolean, keys::optional,
       "With `teeth`: the smaller wheel runs inside the larger; false unless given."},
      {"at", keys::vector, keys::optional,
       "The pitch point at the start, global frame: the ratio follows. For bevel gears."},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr std::string_view kOneOf = "teeth|at";
  // Without a pitch point (wheels on the same axis): a pair of torques alone.
  static constexpr FormulaRow kMeshed = {
      "mesh", "r1*az(w1, c1) - r2*az(w2, c2) + dx(w1, c1, teeth) - dx(w2, c2, teeth) - constant"};
  static constexpr FormulaRow kCoaxial = {"mesh", "r1*az(w1, c1) - r2*az(w2, c2) - constant"};
  static constexpr std::array<FormulaRow, 1> kFormulas = {kMeshed};
};

}  // namespace alembert
