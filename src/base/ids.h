// Typed ids: an index into one kind of list, so that a body can never be taken for a marker.
#pragma once

#include <compare>
#include <cstddef>

namespace alembert {

template <class Tag>
struct Id {
  int value = -1;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<int>(index)) {}
  constexpr bool valid() const { return value >= 0; }
  constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
  constexpr auto operator<=>(const Id&) const = default;
};

using BodyId = Id<struct BodyTag>;
using MarkerId = Id<struct MarkerTag>;
using JointId = Id<struct JointTag>;
using ForceId = Id<struct ForceTag>;

}  // namespace alembert
