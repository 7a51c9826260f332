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
};

}  // namespace alembert
