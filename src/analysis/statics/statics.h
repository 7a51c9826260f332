// Statics: the equilibrium of a model; quasi-statics: its equilibria as time goes on.
#pragma once

#include "analysis/kinematics.h"
#include "analysis/statics/equilibrium.h"

namespace alembert {

struct StaticsResult : StatesResult {
  std::vector<Equilibrium> equilibria;  // one a row
};

// One row, at t = 0 or where it begins.
StaticsResult run_statics(const Model& model, const AnalysisOptions& options);
// A row for each output time: each equilibrium is looked for from the one before it. A jump to a far one, where the
// near one has ceased to be, is told in a warning.
StaticsResult run_quasi_statics(const Model& model, const AnalysisOptions& options);

}  // namespace alembert
