// Pools: bodies, joints and forces of a compiled system, one contiguous array per type. Only those who call kernels
// need to include this.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "bodies/all_bodies.h"
#include "elements/forces/all_forces.h"
#include "elements/joints/all_joints.h"
#include "system/system.h"

namespace alembert {

template <class Kernel>
struct JointElement {
  int joint = 0;  // index in the model
  std::array<MarkerId, 2> marker;
  std::array<FrameId, 2> frame;
  JointParameters parameters;
  int first_row = 0;                         // in lambda
  int rows = 0;                              // kept
  std::array<std::uint8_t, 6> kernel_row{};  // which of the kernel's rows each kept row is
};

template <class Kernel>
struct ForceElement {
  int force = 0;  // index in the model
  bool active = true;
  std::array<MarkerId, Kernel::kMarkers> marker;
  std::array<FrameId, Kernel::kMarkers> frame;
  typename Kernel::Parameters parameters;
  int tracker = -1;                  // index of the tracked angle, where the kernel counts turns
  std::array<int, 2> state{-1, -1};  // of the system: those the kernel owns
};

template <template <class> class Element, class List>
struct PoolsOf;
template <template <class> class Element, class... Kernels>
struct PoolsOf<Element, std::tuple<Kernels...>> {
  using type = std::tuple<std::vector<Element<Kernels>>...>;
};
using JointPools = PoolsOf<JointElement, ComposedJoints>::type;
using ForcePools = PoolsOf<ForceElement, AllForces>::type;

// Calls f(element) for every element of every pool; the element's type tells the kernel.
template <class Pools, class F>
void for_each_element(Pools&& pools, F&& f) {
  std::apply([&](auto&... pool) { ((std::for_each(pool.begin(), pool.end(), f)), ...); }, pools);
}

template <class Kernel>
Kernel kernel_of(const JointElement<Kernel>&);
template <class Kernel>
Kernel kernel_of(const ForceElement<Kernel>&);

// The multipliers of a joint in its kernel's own rows; rows left out get 0. Most joints keep every row.
template <class Kernel>
[[gnu::always_inline]] inline typename Kernel::template Rows<double> kernel_multipliers(const JointElement<Kernel>& e,
                                                                                        const Vector& lambda) {
  if (e.rows == Kernel::kRows) return lambda.segment<Kernel::kRows>(e.first_row);
  typename Kernel::template Rows<double> l = Kernel::template Rows<double>::Zero();
  for (int r = 0; r < e.rows; ++r) l[e.kernel_row[static_cast<std::size_t>(r)]] = lambda[e.first_row + r];
  return l;
}
// The kept ones of its kernel's rows, into their places.
template <class Kernel, class Rows>
[[gnu::always_inline]] inline void store_rows(const JointElement<Kernel>& e, const Rows& rows, Vector& out) {
  if (e.rows == Kernel::kRows) {
    out.segment<Kernel::kRows>(e.first_row) = rows;
    return;
  }
  for (int r = 0; r < e.rows; ++r) out[e.first_row + r] = rows[e.kernel_row[static_cast<std::size_t>(r)]];
}

// Pools of bodies: a kernel, and its entry.
template <class Kernel>
struct PooledBody {
  Kernel kernel;
  int q = 0, v = 0;
  FrameId frame;
};
using BodyPools = PoolsOf<PooledBody, AllBodies>::type;

// An element of a tuple of pools: which pool, and where in it.
struct PoolPlace {
  std::size_t pool = 0, index = 0;
  bool none = true;
};
template <class Pools, class F>
void with_element(const Pools& pools, const PoolPlace& place, F&& f) {
  std::size_t pool = 0;
  std::apply([&](const auto&... each) { ((pool++ == place.pool ? f(each[place.index]) : void()), ...); }, pools);
}
// Adds the element to its pool and says where it is.
template <class Element, class Pools>
PoolPlace add_element(Pools& pools, Element element) {
  PoolPlace out;
  std::size_t pool = 0;
  const auto look = [&](auto& each) {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::vector<Element>>) {
      out = {pool, each.size(), false};
      each.push_back(std::move(element));
    }
    ++pool;
  };
  std::apply([&](auto&... each) { (look(each), ...); }, pools);
  return out;
}

struct Pools {
  BodyPools bodies;
  JointPools joints;
  ForcePools forces;
  IdVector<BodyId, PoolPlace> body_places;
  std::vector<PoolPlace> joint_places, force_places;  // by index in the model

  template <class F>
  void with_body(BodyId body, F&& f) const {
    with_element(bodies, body_places[body], f);
  }
  // Calls f(element) for one joint or force of the model; a joint of formulas alone has no element.
  template <class F>
  void with_joint(int joint, F&& f) const {
    const PoolPlace& place = joint_places[static_cast<std::size_t>(joint)];
    if (!place.none) with_element(joints, place, f);
  }
  template <class F>
  void with_force(int force, F&& f) const {
    with_element(forces, force_places[static_cast<std::size_t>(force)], f);
  }
};

}  // namespace alembert
