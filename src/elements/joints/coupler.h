// coupler: the coordinates q_k of two or three joints (angles, displacements) stay in a linear relation.
//   c_1 q_1 + c_2 q_2 + c_3 q_3 = constant
#pragma once

#include <array>
#include <string_view>

#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Coupler {
  static constexpr JointKind kKind = JointKind::coupler;
  static constexpr std::string_view kName = "coupler";
  static constexpr std::string_view kSummary = "coordinates of two or three joints in a linear relation";
  // One term a joint, of its second marker b_k relative to its first a_k.
  static constexpr std::string_view kAngle = "f{0}*az(b{0}, a{0}) + ";
  static constexpr std::string_view kDisplacement = "f{0}*dz(b{0}, a{0}, a{0}) + ";
  static constexpr std::array<FormulaRow, 1> kFormulas = {{{"relation", "..."}}};
};

}  // namespace alembert
