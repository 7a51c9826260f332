// An expression that is true or false, as one that passes through 0 where it becomes true: what a sensor can look for.
//
//   a > b, a >= b     a - b              A and B    min(A, B)
//   a < b, a <= b     b - a              A or B     max(A, B)
//   anything else     1 if not 0, else -1           not A      -A
//
// Sums and products of conditions count as `or` and `and`. An equality by itself, a == b, is looked for as a - b.
#pragma once

#include <optional>

#include "expression/expression.h"

namespace alembert {

struct Condition {
  Expression margin;      // above 0 where it is true, below where it is false; of the same measures
  bool equality = false;  // true at moments only, when the margin passes through 0 in either direction
};
// None: a number, not a condition.
std::optional<Condition> condition_of(const Expression& expression);

}  // namespace alembert
