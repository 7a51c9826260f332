// distance: the distance of the two origins is held.
//   (d.d - L^2)/(2 L) = 0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "elements/joints/joint_kind.h"

namespace alembert {

struct Distance : ComposedJoint<PointDistance> {
  static constexpr std::string_view kName = "distance";
  static constexpr std::string_view kSummary = "the distance of the two origins is held";
  static constexpr std::array<Key, 2> kOwnKeys = {{
      {"between", keys::marker_pair, keys::required, "Two markers held at a distance."},
      {"length", keys::number, keys::optional, "The distance; that at the start unless given.", "", Quantity::length,
       Range::positive, Otherwise::distance_at_start},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr std::array<std::string_view, 1> kRowNames = {"distance"};
  static constexpr bool kOrientedFirst = false;
  static constexpr bool kOrientedSecond = false;
};

}  // namespace alembert
