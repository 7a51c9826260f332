// The `parameters:` of a model file: constants that may refer to one another in any order.
#pragma once

#include <map>
#include <string>

#include "expression/user_functions.h"
#include "model/node.h"

namespace alembert {

// The value of every parameter below `node`, which may call `functions` but not have the name of one. `overrides`
// (--set) replace what the file says; one that the file does not have is a UsageError. A circle of parameters is a
// ModelError that names it.
std::map<std::string, double> read_parameters(const Node& node, const std::string& file,
                                              const std::map<std::string, double>& overrides,
                                              const Functions& functions);

}  // namespace alembert
