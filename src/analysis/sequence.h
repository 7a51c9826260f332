// Several analyses of one model, each from the state in which the one before it has ended: "from equilibrium into
// motion". What goes on in time, dynamics and kinematics, is recorded together, row behind row; the others have folders
// of their own inside, and are groups in results.h5 too (docs/results.md).
#pragma once

#include <string>
#include <vector>

#include "analysis/dynamics.h"

namespace alembert {

struct SequenceResult {
  std::string status = "done";  // or interrupted
  std::string message;
  std::vector<std::string> texts;  // of each analysis, for a person; of a list that is gone on with, of what was left
  // Rows of all that goes on in time, the rest of the last of these; of the last analysis where nothing does.
  DynamicsResult motion;
};

// Carries out all of `model.analyses`. On failure the results so far are written, marked incomplete, and the error is
// thrown on. With `past`, goes on with a list whose dynamics was stored.
SequenceResult run_sequence(const Model& model, const DynamicsOptions& options);

}  // namespace alembert
