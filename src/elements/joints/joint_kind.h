// The kinds of joint a model may name. The name in the model file is the enumerator's own name.
#pragma once

namespace alembert {

enum class JointKind {
  fixed,
  revolute,
  spherical,
  translational,
  cylindrical,
  universal,
  planar,
  inline_,
  inplane,
  parallel_axes,
  perpendicular_axes,
  orientation,
  distance,
  constant_velocity,
  screw,
  gear,
  rack_and_pinion,
  coupler,
  point_on_curve,
  curve_on_curve,
  rolling_disc,
};

// Joints with a coordinate: the angle about, the displacement along the first marker's z axis.
constexpr bool joint_turns(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::cylindrical || kind == JointKind::planar ||
         kind == JointKind::screw;
}
constexpr bool joint_slides(JointKind kind) {
  return kind == JointKind::translational || kind == JointKind::cylindrical || kind == JointKind::screw;
}

}  // namespace alembert
