// Alembert as a library: load a model, or build one in code with the same vocabulary, and simulate it.
//
//   alembert::Model model = alembert::load("slider_crank.yaml");
//   alembert::Result run = alembert::simulate(model, {.method = alembert::hht(-0.05), .end = 2.0});
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "analysis/kinematics.h"
#include "analysis/linear/modes.h"
#include "analysis/session.h"
#include "analysis/statics/statics.h"
#include "base/error.h"
#include "expression/user_functions.h"
#include "model/model.h"
#include "model/reader.h"
#include "results/results_reader.h"

namespace alembert {

// What a simulation gives: summary, output columns over time, final state.
using Result = DynamicsResult;

// What to change against the model's own `simulation:` section; times in s.
struct SimulationOptions {
  std::optional<MethodChoice> method = {};
  std::optional<double> end = {};
  std::optional<double> tolerance = {};  // variable step
  std::optional<double> step = {};       // fixed step
  std::optional<double> output_step = {};
  std::optional<std::filesystem::path> folder = {};  // write the results there too
};

// How to read a model file: `set` replaces parameters, `functions` are yours, for its expressions to call.
using LoadOptions = ReadOptions;

// Reads a model file. Throws ModelError with file, line and column, UsageError for a parameter it does not have.
Model load(const std::filesystem::path& file, const LoadOptions& options = {});
Model load(const std::filesystem::path& file, const std::map<std::string, double>& set);

// Methods by name, as in `simulation: {method: ...}`.
MethodChoice hht(double alpha);
MethodChoice newmark(double gamma, std::optional<double> beta = {});

// Checks the model and runs its dynamics. Throws ModelError, AssemblyError, IntegrationError or UsageError.
Result simulate(Model model, const SimulationOptions& options = {});

// Other questions (docs/analyses.md), with what the model's `simulation:` says about them; results are kept in memory,
// and written to `folder` too where one is given.
StatesResult kinematics(Model model, const AnalysisOptions& options = {});
StatesResult inverse_dynamics(Model model, const AnalysisOptions& options = {});
StaticsResult statics(Model model, const AnalysisOptions& options = {});
StaticsResult quasi_statics(Model model, const AnalysisOptions& options = {});
ModesResult modes(Model model);

}  // namespace alembert
