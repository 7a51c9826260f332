// coupler: the coordinates q_k of two or three joints (angles, displacements) stay in a linear relation.
//   c_1 q_1 + c_2 q_2 + c_3 q_3 = constant
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Coupler : JointDefaults {
  static constexpr std::string_view kName = "coupler";
  static constexpr std::string_view kSummary = "coordinates of two or three joints in a linear relation";
  static constexpr std::string_view kWhat = "a coupler";
  static constexpr std::array<Key, 3> kOwnKeys = {{
      {"joints", keys::names_of_elements, keys::required, "Two or three joints whose coordinates are coupled."},
      {"factors", keys::coefficients, keys::required,
       "Factor of each coordinate, in the model's units: their sum stays as it is."},
      {"coordinates", keys::names, keys::optional,
       "Of each joint `angle` or `displacement`; needed where a joint has both."},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  // One term a joint, of its second marker b_k relative to its first a_k.
  static constexpr std::string_view kAngle = "f{0}*az(b{0}, a{0})";
  static constexpr std::string_view kDisplacement = "f{0}*dz(b{0}, a{0}, a{0})";
  static constexpr std::array<FormulaRow, 1> kFormulas = {{{"relation", "..."}}};
};

}  // namespace alembert
