// What errors are measured against: the end of a converged run, and how uncertain it is itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/bench.h"

namespace alembert::compare {

struct Reference {
  EndValues end;
  RunSizes uncertainty{};  // of q, v, a, lambda: how much the two most accurate answers differ
  RunSizes size{};         // how far the mechanism moved; norms of v, a, lambda
  std::string how;         // in words

  // A reference this uncertain shows a motion that is chaotic or not resolved: differences from it are not errors.
  static constexpr double kUnconverged = 1e-3;  // of the motion
  bool converged() const { return uncertainty[0] <= kUnconverged * size[0]; }
};

// An error below this many times the uncertainty says nothing.
inline constexpr double kClear = 3.0;

// The best reference so far, and what was tried for it.
struct ReferenceSearch {
  std::optional<Reference> best;
  bool variable_order_tried = false, extrapolation_tried = false;
  std::string failures;  // in words
};

// Finds a reference, or a better one where some of the `errors` are not clear of its uncertainty:
//   1. the variable-order solver at two tight tolerances, where this program has it and it works; else, or where the
//      errors show that this is not accurate enough,
//   2. a method of order 2 at three fixed steps below `step`, extrapolated twice.
// Of the two the less uncertain one is kept. `step` is the finest step compared, fixed or in the mean; variable steps
// must have been made first, and then 2 has to wait.
void improve_reference(Bench& bench, std::optional<double> step, const std::vector<RunSizes>& errors,
                       ReferenceSearch& search);

}  // namespace alembert::compare
