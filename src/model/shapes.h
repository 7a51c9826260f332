// Shapes that touch, made of geometry.
#pragma once

#include <memory>

#include "elements/contact/shape.h"
#include "model/model.h"

namespace alembert {

std::shared_ptr<const contact::Shape> make_shape(const Model& model, const Geometry& geometry);

}  // namespace alembert
