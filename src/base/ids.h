// Typed ids: an index into one kind of list, so that a body can never be taken for a marker.
#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

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

// A list that is read by its own kind of id and by no other.
template <class IdType, class T>
class IdVector : private std::vector<T> {
  using Base = std::vector<T>;

 public:
  using Base::assign, Base::back, Base::begin, Base::data, Base::empty, Base::end, Base::resize, Base::size;

  IdVector() = default;
  explicit IdVector(std::size_t n, const T& value = {}) : Base(n, value) {}
  T& operator[](IdType id) { return Base::operator[](id.index()); }
  const T& operator[](IdType id) const { return Base::operator[](id.index()); }
  IdType add(T value) {
    Base::push_back(std::move(value));
    return IdType(Base::size() - 1);
  }
  IdType id(std::size_t index) const { return IdType(index); }
};

using BodyId = Id<struct BodyTag>;
using FrameId = Id<struct FrameTag>;
using MarkerId = Id<struct MarkerTag>;
using JointId = Id<struct JointTag>;
using ForceId = Id<struct ForceTag>;

}  // namespace alembert
