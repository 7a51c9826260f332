// `alembert kinematics`, `statics`, `quasi_statics`, `modes`, `linearise`, `inverse_dynamics`, `step_limit`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "analysis/analysis_options.h"
#include "base/interruption.h"
#include "model/model.h"
#include "overrides.h"

namespace alembert::commands {

// Adds the subcommands; parsing one sets `chosen` to what runs it.
void add_analyses(CLI::App& app, Overrides& overrides, std::function<int()>& chosen, Interruption& interruption);

// Carries out what `analysis` of the model asks for, other than dynamics; returns the exit code.
struct CarryOut {
  bool quiet = false;
  bool report = false;  // write the page too
};
int carry_out(const Model& model, AnalysisOptions options, const CarryOut& how);

}  // namespace alembert::commands
