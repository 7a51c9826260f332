// Orientations: the five forms of the model file, and frames from directions.
#pragma once

#include <optional>

#include "math/types.h"
#include "model/context.h"

namespace alembert {

// Any of {quaternion}, {axis, angle}, {euler, angles}, {x, z} or a 3x3 matrix whose columns are the axes of the
// rotated frame: the orientation R that takes components in the rotated frame to those in the frame outside.
Quat read_orientation(const Context& context, const Node& node, const std::string& owner);

// The unit vector along v; nothing when v is zero.
std::optional<Vec3> direction(const Vec3& v);

// The frame with its z axis along z and its x axis as near to x as that allows; nothing when they are parallel.
std::optional<Quat> frame_from_x_z(const Vec3& x, const Vec3& z);

// The frame with its z axis along the unit vector z, and its x axis along the global x (else y) made perpendicular.
Quat frame_from_z(const Vec3& z);

}  // namespace alembert
