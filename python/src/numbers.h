// The number that functions of the user's are called with: it carries first and second derivatives by up to eight
// arguments. Every function of expressions (expression/function_table.h) takes it.
#pragma once

#include "expression/user_functions.h"
#include "math/dual.h"

namespace alembert::python {

using Number = Dual<most_user_arguments, Dual<most_user_arguments>>;

// Argument `direction` with the value x.
inline Number argument(double x, int direction) {
  Number out(x);
  out.value.d[static_cast<std::size_t>(direction)] = 1.0;
  out.d[static_cast<std::size_t>(direction)] = 1.0;
  return out;
}

}  // namespace alembert::python
