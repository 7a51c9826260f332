// What can be asked of a model: alembert/simulate.h.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <utility>

#include "analysis/analyses.h"
#include "analysis/dynamics.h"
#include "analysis/kinematics.h"
#include "analysis/run_text.h"
#include "analysis/sequence.h"
#include "analysis/statics/statics.h"
#include "analysis/verify.h"
#include "base/error.h"
#include "library/ask.h"
#include "library/data.h"
#include "model/switches.h"
#include "model/validate.h"

namespace alembert::api {

Method hht(double alpha) { return {"hht", {{"alpha", alpha}}}; }

Method newmark(double gamma, std::optional<double> beta) {
  Method out{"newmark", {{"gamma", gamma}}};
  if (beta) out.parameters.push_back({"beta", *beta});
  return out;
}

alembert::Model asked(const Model& model, const SimulationOptions& options, std::optional<AnalysisKind> kind) {
  if (options.tolerance && options.step) throw UsageError("give a tolerance or a step, not both");
  alembert::Model out = inner(model);
  if (kind) keep_one_analysis(out, *kind);
  const auto apply = [&](Simulation& s) {
    if (options.method) s.method = {options.method->name, as_map(options.method->parameters), {}};
    if (options.output_step) s.output_step = *options.output_step;
    if (options.tolerance) {
      s.tolerance = *options.tolerance;
      s.step.reset();
    }
    if (options.step) {
      s.step = *options.step;
      s.tolerance.reset();
    }
  };
  apply(out.simulation);
  for (Simulation& s : out.analyses)
    if (s.analysis == AnalysisKind::dynamics) apply(s);
  if (options.end) (out.analyses.empty() ? out.simulation : last_over_time(out.analyses)).end = *options.end;
  validate(out);
  return out;
}

Conduct::Conduct(const SimulationOptions& options) : progress_(options.progress), warn_(options.warn) {
  if (!options.folder.empty()) run.folder = options.folder;
  run.interruption = &interruption_;
  run.recorded = [this](const std::shared_ptr<const results::RunData>& data) { data_ = data; };
  if (warn_) run.warn = [this](const std::string& text) { warn_(text); };
  if (progress_)
    run.progress = [this](const ProgressState& state) {
      if (!progress_({state.time, state.end, state.h, state.rejected_steps, state.elapsed_seconds}))
        interruption_.ask();
    };
}

Run Conduct::result(const char* analysis, std::string text) const {
  auto* out = new RunResult;
  const Handle<const RunResult> handle(out);
  out->data = data_ ? data_ : std::make_shared<const results::RunData>();
  out->analysis = analysis;
  out->text = std::move(text);
  return Run(handle);
}

Run simulate(const Model& model, const SimulationOptions& options) {
  const alembert::Model asked_for = asked(model, options);
  Conduct conduct(options);
  return conduct.carry_out("dynamics", [&]() -> std::string {
    if (asked_for.analyses.empty() && asked_for.simulation.analysis != AnalysisKind::dynamics)
      return run_analysis(asked_for, conduct.run).text;
    if (asked_for.analyses.empty()) return dynamics_text(run_dynamics(asked_for, conduct.run).summary, asked_for);
    return fmt::format("{}", fmt::join(run_sequence(asked_for, conduct.run).texts, "\n"));
  });
}

namespace {

Run over_time(const Model& model, const SimulationOptions& options, AnalysisKind kind, const char* name,
              const std::vector<std::string>& actuators = {}) {
  alembert::Model asked_for = asked(model, options, kind);
  if (!actuators.empty()) asked_for.simulation.actuators = actuators;
  Conduct conduct(options);
  return conduct.carry_out(name, [&] { return run_analysis(asked_for, conduct.run).text; });
}

}  // namespace

Run kinematics(const Model& model, const SimulationOptions& options) {
  return over_time(model, options, AnalysisKind::kinematics, "kinematics");
}

Run quasi_statics(const Model& model, const SimulationOptions& options) {
  return over_time(model, options, AnalysisKind::quasi_statics, "quasi_statics");
}

Run inverse_dynamics(const Model& model, const std::vector<std::string>& actuators, const SimulationOptions& options) {
  return over_time(model, options, AnalysisKind::inverse_dynamics, "inverse_dynamics", actuators);
}

Equilibrium statics(const Model& model, const SimulationOptions& options) {
  const alembert::Model asked_for = asked(model, options, AnalysisKind::statics);
  Conduct conduct(options);
  std::string stability;
  std::optional<double> smallest;
  Run run = conduct.carry_out("statics", [&] {
    const StaticsResult found = run_statics(asked_for, conduct.run);
    stability = found.equilibria.front().stability_text();
    smallest = found.equilibria.front().smallest_eigenvalue;
    return std::string();
  });
  return {std::move(run), stability, smallest};
}

Verification verify(const Model& model, const SimulationOptions& options) {
  const alembert::Model asked_for = asked(model, options, AnalysisKind::dynamics);
  Conduct conduct(options);
  const VerifyReport report = alembert::verify(asked_for, conduct.run);
  const OutputCheck* worst = report.worst();
  return {report.verdict(), worst != nullptr ? worst->worst() : 0.0, report.text()};
}

}  // namespace alembert::api
