// Inputs that were given in place of those of the model file, as text to be kept beside the model's.
#pragma once

#include <string>

#include "model/model.h"

namespace alembert {

// A JSON object: numbers, or points.
std::string given_inputs(const Model& model);
// Gives them again. Throws Error(ExitCode::bad_usage) for what is not such a text, or not of this model.
void give_inputs(const std::string& text, Model& model);

}  // namespace alembert
