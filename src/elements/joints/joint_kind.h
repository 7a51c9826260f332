// What is to be known of a joint beside its equations. Each joint says it once, as constants of its struct, of which
// those here are the usual ones; `joint_facts` collects them for whoever meets joints of all kinds.
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>

#include "base/key.h"

namespace alembert {

// What `bodies` and `at` make the two markers with.
enum class Shorthand {
  none,      // nothing: markers are named
  axis,      // `axis`: z of both
  any_axis,  // likewise, but it makes no difference and may be left out
  normals,   // `axes`: z of each
  shafts,    // `axes`: z of each, and x square to both
  arms,      // `axes`: x of the first, y of the second, and z square to both
};

// How the markers of two bodies that move in the x-y plane are turned, so that rows which hold by themselves can be
// left out: not; y across the plane where z lies in it; axes along those of ground.
enum class InPlane { as_they_are, by_axis, all_axes };

struct JointDefaults {
  static constexpr std::string_view kWhat = "";   // in messages: "a gear"; empty: "a NAME joint"
  static constexpr std::span<const Key> kKeys{};  // of its own, beside `type`, `active` and those of the shorthand
  static constexpr std::string_view kOneOf = "";  // of the keys (KeyTable::one_of), where there is no shorthand
  static constexpr Shorthand kShorthand = Shorthand::none;
  static constexpr bool kPlaced = true;          // it matters where it is; else `at` may be left out
  static constexpr bool kTurns = false;          // its coordinate is the angle about the first's z axis
  static constexpr bool kSlides = false;         // its coordinate is the displacement along it
  static constexpr bool kOrientedFirst = true;   // the first marker must have axes
  static constexpr bool kOrientedSecond = true;  // the second marker must have axes
  static constexpr bool kParallelAxes = false;   // z axes must point the same way, not opposite
  static constexpr bool kLocked = false;         // nor may x axes
  static constexpr bool kPoint = false;          // its first three rows are those of a coincident point
  static constexpr InPlane kInPlane = InPlane::as_they_are;
  static constexpr std::array<bool, 2> kTurnsInSpace{false, false};  // which bodies must not move in a plane alone
  static constexpr bool kFlatCurves = false;                         // its curves lie in the x-y plane
};

struct JointFacts {
  std::string_view name, what, summary, one_of;
  std::span<const Key> keys;
  Shorthand shorthand;
  bool placed, turns, slides, parallel_axes, locked, point, flat_curves;
  std::array<bool, 2> oriented, turns_in_space;
  InPlane in_plane;
};

template <class J>
inline constexpr JointFacts joint_facts = {
    J::kName,         J::kWhat,
    J::kSummary,      J::kOneOf,
    J::kKeys,         J::kShorthand,
    J::kPlaced,       J::kTurns,
    J::kSlides,       J::kParallelAxes,
    J::kLocked,       J::kPoint,
    J::kFlatCurves,   {J::kOrientedFirst, J::kOrientedSecond},
    J::kTurnsInSpace, J::kInPlane,
};

// Which joint it is: compared by identity.
class JointKind {
 public:
  constexpr JointKind() = default;
  constexpr JointKind(const JointFacts& facts) : facts_(&facts) {}
  constexpr const JointFacts* operator->() const { return facts_; }
  constexpr bool operator==(const JointKind&) const = default;
  template <class J>
  constexpr bool is() const {
    return facts_ == &joint_facts<J>;
  }

 private:
  const JointFacts* facts_ = nullptr;
};

}  // namespace alembert
