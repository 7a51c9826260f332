#include "analysis/analyses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/inputs.h"
#include "analysis/linear/modes.h"
#include "analysis/linear/modes_report.h"
#include "analysis/linear/step_limit.h"
#include "analysis/run_text.h"
#include "analysis/statics/statics.h"
#include "base/error.h"

namespace alembert {

namespace {

constexpr std::size_t kMostOutputs = 40;

// The outputs of a single row.
std::string values_text(const StatesResult& r) {
  std::string out;
  for (std::size_t k = 0; k < std::min(kMostOutputs, r.columns.size()); ++k)
    out += fmt::format("  {:<28} {:.10g}\n", r.columns[k], r.outputs.front()[k]);
  if (r.columns.size() > kMostOutputs) out += fmt::format("  ... and {} more\n", r.columns.size() - kMostOutputs);
  return out;
}

AnalysisReport of_states(const StatesResult& r, const std::string& text) {
  return {r.summary.status, r.summary.message, text, r};
}

AnalysisReport kinematics(const Model& model, const AnalysisOptions& options, bool inverse) {
  const StatesResult r = inverse ? run_inverse_dynamics(model, options) : run_kinematics(model, options);
  std::string text = fmt::format("{}: {} positions up to t = {:g} {}, joints closed to {:.2g}",
                                 inverse ? "inverse dynamics" : "kinematics", r.times.size(), r.times.back(),
                                 model.units.time_name, r.summary.statistics.max_position_violation);
  text += ranges_text(r.summary.outputs, model);
  return of_states(r, text);
}

AnalysisReport statics(const Model& model, const AnalysisOptions& options) {
  const StaticsResult r = run_statics(model, options);
  if (r.equilibria.empty()) return of_states(r, r.summary.message);
  const Equilibrium& e = r.equilibria.front();
  std::string text = fmt::format("equilibrium found in {} steps; {}\n", e.iterations, e.stability_text());
  text += values_text(r);
  text.pop_back();
  return of_states(r, text);
}

AnalysisReport quasi_statics(const Model& model, const AnalysisOptions& options) {
  const StaticsResult r = run_quasi_statics(model, options);
  if (r.equilibria.empty()) return of_states(r, r.summary.message);
  std::size_t stable = 0, neutral = 0;
  for (const Equilibrium& e : r.equilibria) {
    stable += e.stability == Equilibrium::Stability::stable || e.stability == Equilibrium::Stability::no_freedom;
    neutral += e.stability == Equilibrium::Stability::neutral;
  }
  std::string text =
      fmt::format("{} equilibria up to t = {:g} {}: {} stable, {} neutral, {} unstable", r.equilibria.size(),
                  r.times.back(), model.units.time_name, stable, neutral, r.equilibria.size() - stable - neutral);
  text += ranges_text(r.summary.outputs, model);
  return of_states(r, text);
}

AnalysisReport modes(const Model& model, const AnalysisOptions& options) {
  const std::vector<std::string> inputs = chosen_inputs(model);
  std::optional<Restart> restart;
  if (options.from != nullptr) restart = with_inputs(options.from->restart, inputs.size());
  Mechanism mechanism(with_inputs(model, inputs), restart ? &*restart : nullptr);
  const bool linearise = model.simulation.analysis == AnalysisKind::linearise;
  const ModesResult found = find_modes(model, mechanism, inputs, restart ? "the state before it" : "the initial state");
  if (linearise && !found.linear)
    throw Error(ExitCode::bad_usage,
                fmt::format("a linear model of {} freedoms is too large for full matrices; `alembert modes` finds its "
                            "lowest modes",
                            mechanism.start_report().degrees_of_freedom));
  if (options.warn)
    for (const std::string& w : found.warnings) options.warn(w);
  if (options.records()) {
    StateRecorder recorder(mechanism, options, model.simulation.analysis);
    recorder.summary().warnings = found.warnings;
    recorder.take(found.state);
    recorder.finish("done");
    if (options.folder) write_modes(*options.folder, mechanism, found);
  }
  if (linearise) return {"done", "", linear_text(*found.linear), {}};
  return {"done", "", modes_text(found), {}};
}

}  // namespace

AnalysisReport run_analysis(const Model& model, const AnalysisOptions& options) {
  if (!model.sensors.empty() && model.analyses.empty() && options.warn)
    options.warn("sensors are watched in dynamics alone");
  switch (model.simulation.analysis) {
    case AnalysisKind::dynamics:
      break;
    case AnalysisKind::kinematics:
      return kinematics(model, options, false);
    case AnalysisKind::inverse_dynamics:
      return kinematics(model, options, true);
    case AnalysisKind::statics:
      return statics(model, options);
    case AnalysisKind::quasi_statics:
      return quasi_statics(model, options);
    case AnalysisKind::modes:
    case AnalysisKind::linearise:
      return modes(model, options);
    case AnalysisKind::step_limit: {
      const StepLimit found = find_step_limit(model, options);
      if (options.warn)
        for (const std::string& w : found.warnings) options.warn(w);
      const bool whole = !(options.interruption && options.interruption->asked());
      return {whole ? "done" : "interrupted", whole ? "" : "interrupted", step_limit_text(found, model.units), {}};
    }
  }
  throw Error(ExitCode::internal_error, "dynamics has a command of its own");
}

}  // namespace alembert
