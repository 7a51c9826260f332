// Physical sense of a Model, however it was made: read from a file or built in code.
#pragma once

#include <map>
#include <string>

#include "model/model.h"

namespace alembert {

// Throws ModelError for the first thing that cannot be simulated: masses and inertias that no body has, joints on
// bodies that cannot carry them, settings out of range. `positions` says where single fields were written
// ("bodies.crank.mass"); without it errors point at the whole element.
void validate(const Model& model, const std::map<std::string, SourcePosition>& positions = {});

}  // namespace alembert
