// The elements of a compiled system: bodies and markers with their places in the vectors, pools of joints and forces
// with the slots they add to. Plain data, one contiguous array per element type.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "elements/forces/all_forces.h"
#include "elements/joints/all_joints.h"
#include "model/model.h"

namespace alembert {

struct BodyEntry {
  std::string name;
  BodyKind kind = BodyKind::ground;
  int q = 0, v = 0;    // first number in q and v
  int nq = 0, nv = 0;  // how many
  double mass = 0.0;
  Mat3 inertia = Mat3::Zero();
  double plane_z = 0.0;           // planar: height of the plane it moves in
  Vec3 com = Vec3::Zero();        // in the body frame
  std::array<int, 6> diagonal{};  // slot of the first row of each column of its diagonal block
};

// A frame on a body, by its arm from the centre of mass.
struct MarkerEntry {
  int body = 0;
  Vec3 arm = Vec3::Zero();
  Mat3 R = Mat3::Identity();
};

// Slots of one pair of bodies' block: of the first row in each column; where a block has no translations, of where it
// would be, three places before the first rotation.
using BlockSlots = std::array<int, 6>;

template <class Kernel>
struct JointElement {
  int joint = 0;  // index in the model
  std::array<int, 2> marker{}, body{};
  JointParameters parameters;
  int first_row = 0;                             // in lambda
  int rows = 0;                                  // kept
  std::array<std::uint8_t, 6> kernel_row{};      // which of the kernel's rows each kept row is
  std::array<std::array<int, 6>, 2> gt_slots{};  // per marker and kept row: first body row in the multiplier's column
  std::array<BlockSlots, 2> g_slots{};           // per marker and body column: first kept row
  std::array<std::array<int, 3>, 2> point_slots{};  // of a coincident point: the body's translation in its own row
  std::array<std::array<BlockSlots, 2>, 2> k_slots{};
};

template <class Kernel>
struct ForceElement {
  int force = 0;  // index in the model
  bool active = true;
  std::array<int, Kernel::kMarkers> marker{}, body{};
  typename Kernel::Parameters parameters;
  int tracker = -1;  // index of the tracked angle, where the kernel counts turns
  std::array<std::array<BlockSlots, Kernel::kMarkers>, Kernel::kMarkers> k_slots{};
};

// An angle counted over whole turns: about axis `axis` of the reference marker (see measures and torsion springs).
struct AngleTracker {
  enum class Kind { about_z_of_first, ax, ay, az };
  Kind kind = Kind::about_z_of_first;
  int marker_i = 0, marker_j = 0;
  double start = 0.0;  // it is counted from near here
};

template <class List>
struct JointPoolsOf;
template <class... Kernels>
struct JointPoolsOf<std::tuple<Kernels...>> {
  using type = std::tuple<std::vector<JointElement<Kernels>>...>;
};
template <class List>
struct ForcePoolsOf;
template <class... Kernels>
struct ForcePoolsOf<std::tuple<Kernels...>> {
  using type = std::tuple<std::vector<ForceElement<Kernels>>...>;
};
using JointPools = JointPoolsOf<AllJoints>::type;
using ForcePools = ForcePoolsOf<AllForces>::type;

// Calls f(element) for every element of every pool; the element's type tells the kernel.
template <class Pools, class F>
void for_each_element(Pools&& pools, F&& f) {
  std::apply([&](auto&... pool) { ((std::for_each(pool.begin(), pool.end(), f)), ...); }, pools);
}

template <class Kernel>
Kernel kernel_of(const JointElement<Kernel>&);
template <class Kernel>
Kernel kernel_of(const ForceElement<Kernel>&);

}  // namespace alembert
