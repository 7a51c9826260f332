// Values that can be simulated but are hardly meant: gravity in the wrong unit, a spring that pushes away, a hinge that
// a planar body cannot turn about.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace alembert {

// A warning each, at most a few of one sort.
std::vector<std::string> doubtful_values(const Model& model);

}  // namespace alembert
