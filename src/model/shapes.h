// The shape that touches, of a geometry of the model.
#pragma once

#include <memory>

#include "elements/contact/shape.h"
#include "model/model.h"

namespace alembert {

// In its own frame: `at` and `orientation` are not in it, nor is a plane's normal, which is its z axis. Mesh files are
// relative to the model file, their numbers in its unit of length. Throws ModelError where the geometry is written, if
// it cannot touch anything (a line) or its sizes, points or triangles make no shape.
std::shared_ptr<const contact::Shape> make_shape(const Model& model, const Geometry& geometry);

}  // namespace alembert
