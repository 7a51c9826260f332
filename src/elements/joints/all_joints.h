// The list of joints: a new joint is one file and one line here.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "elements/joints/constant_velocity.h"
#include "elements/joints/coupler.h"
#include "elements/joints/curve_on_curve.h"
#include "elements/joints/cylindrical.h"
#include "elements/joints/distance.h"
#include "elements/joints/double_cardan.h"
#include "elements/joints/fixed.h"
#include "elements/joints/gear.h"
#include "elements/joints/inline.h"
#include "elements/joints/inplane.h"
#include "elements/joints/orientation.h"
#include "elements/joints/parallel_axes.h"
#include "elements/joints/perpendicular_axes.h"
#include "elements/joints/planar.h"
#include "elements/joints/point_on_curve.h"
#include "elements/joints/rack_and_pinion.h"
#include "elements/joints/revolute.h"
#include "elements/joints/rolling_disc.h"
#include "elements/joints/screw.h"
#include "elements/joints/spherical.h"
#include "elements/joints/translational.h"
#include "elements/joints/universal.h"

namespace alembert {

using AllJoints = std::tuple<Fixed, Revolute, Spherical, Translational, Cylindrical, Universal, Planar, Inline, Inplane,
                             ParallelAxes, PerpendicularZ, Orientation, Distance, ConstantVelocity, Screw, Gear,
                             RackAndPinion, Coupler, PointOnCurve, CurveOnCurve, RollingDisc, DoubleCardan>;

// Joints with rows made of primitives; and with rows that are formulas. A screw has both.
template <class J>
concept HasPrimitives = requires {
  J::kRows;
};
template <class J>
concept HasFormulas = requires {
  J::kFormulas;
};

namespace detail {
template <class J>
using IfPrimitives = std::conditional_t<HasPrimitives<J>, std::tuple<J>, std::tuple<>>;
template <class... Js>
auto with_primitives(std::tuple<Js...>) -> decltype(std::tuple_cat(IfPrimitives<Js>{}...));
}  // namespace detail
using ComposedJoints = decltype(detail::with_primitives(AllJoints{}));

// Calls `use` with a J{} of each joint, in the order of the list.
template <class Use>
void for_each_joint(Use&& use) {
  std::apply([&](auto... joint) { (use(joint), ...); }, AllJoints{});
}

// By its name in model files; null: there is no such joint.
inline const JointFacts* find_joint(std::string_view name) {
  const JointFacts* out = nullptr;
  for_each_joint([&]<class J>(J) {
    if (J::kName == name) out = &joint_facts<J>;
  });
  return out;
}

}  // namespace alembert
