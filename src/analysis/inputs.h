// Variables as inputs: what is added to a variable from outside, as a state that never changes by itself. So the exact
// derivatives by states are derivatives by inputs, too.
#pragma once

#include <string>
#include <vector>

#include "analysis/start.h"
#include "model/model.h"

namespace alembert {

// The model with one more state for each named variable, in this order behind all its states: the variable is its
// expression plus that state, which starts at 0. Throws UsageError for a name that is no variable.
Model with_inputs(const Model& model, const std::vector<std::string>& variables);

// A state to go on from, of the model without these inputs.
Restart with_inputs(Restart restart, std::size_t inputs);

}  // namespace alembert
