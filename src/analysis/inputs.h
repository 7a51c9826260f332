// Inputs of linear models: what is added to an input of the model, or to a variable, from outside, as a state that
// never changes by itself. So the exact derivatives by states are derivatives by inputs, too.
#pragma once

#include <string>
#include <vector>

#include "analysis/start.h"
#include "model/model.h"

namespace alembert {

// The inputs of the model that can be those of a linear one: all but those that positions are held to.
std::vector<std::string> possible_inputs(const Model& model);

// The model with one more state for each name, in this order behind all its states, which starts at 0: the input of
// this name, or the variable, is what it was plus that state. Throws UsageError for a name that is neither, and for an
// input that a position is held to.
Model with_inputs(const Model& model, const std::vector<std::string>& names);

// A state to go on from, of the model without these inputs.
Restart with_inputs(Restart restart, std::size_t inputs);

}  // namespace alembert
