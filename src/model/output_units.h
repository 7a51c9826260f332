// The units of a model's outputs, as far as they are known.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/units.h"

namespace alembert {

// "m", "deg/s", "N*mm"; force times length is "J" for energies in N and m.
std::string unit_name(const Units& units, Quantity quantity);

// One per output: that of the measure if the output is one ("dx(crank.tip)"), empty for any other expression.
std::vector<std::string> output_units(const Model& model);

}  // namespace alembert
