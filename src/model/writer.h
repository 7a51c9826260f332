// Writes a Model back as a model file.
#pragma once

#include <string>

#include "model/model.h"

namespace alembert {

// The model in SI units, every number in the shortest digits that read back to the same double. Reading it gives an
// equal model: repetitions and shorthand joints are written out, and outputs are rescaled so that their values stay
// those of the original units.
std::string write_model(const Model& model);

}  // namespace alembert
