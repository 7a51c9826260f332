// rolling_disc: a knife-edged disc of radius R, about the second's origin with its axis along the second's z, rolls on
// the first's x-y plane. With the angle theta between the two z axes and psi of the line in which disc and plane meet,
// the contact point is at -R e from the centre,
//   e = (z_i - cos theta z_j)/sin theta = (-cos theta sin psi, cos theta cos psi, sin theta)   in the axes of i,
// and stays at rest in the plane:
//   z_i.d - R sin theta = 0,   (ddot - w x R e).x_i = 0,   (ddot - w x R e).y_i = 0
// with w and ddot relative to the plane. A disc that lies flat (theta = 0) has no contact point.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct RollingDisc : JointDefaults {
  static constexpr std::string_view kName = "rolling_disc";
  static constexpr std::string_view kSummary = "second, a disc about its z axis, rolls on the first's x-y plane";
  static constexpr std::string_view kWhat = "a rolling_disc";
  static constexpr std::array<Key, 2> kOwnKeys = {{
      {"between", keys::marker_pair, keys::required,
       "The marker whose x-y plane is rolled on, and the disc's (z: its axis)."},
      {"radius", keys::number, keys::required, "Of the disc.", "", Quantity::length, Range::positive},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr std::array<bool, 2> kTurnsInSpace{false, true};
  static constexpr std::array<FormulaRow, 3> kFormulas = {{
      {"height", "dz(j, i, i) - radius*sin(theta(j, i))"},
      {"slip x", "vx(j, i, i) - radius*(wy(j, i, i)*sin(theta(j, i)) - wz(j, i, i)*cos(theta(j, i))*cos(psi(j, i)))",
       true},
      {"slip y", "vy(j, i, i) - radius*(-wz(j, i, i)*cos(theta(j, i))*sin(psi(j, i)) - wx(j, i, i)*sin(theta(j, i)))",
       true},
  }};
};

}  // namespace alembert
