#include <utility>

#include "alembert/alembert.h"
#include "analysis/inputs.h"
#include "analysis/sequence.h"
#include "model/reader.h"
#include "model/switches.h"
#include "model/validate.h"

namespace alembert {

Model load(const std::filesystem::path& file, const std::map<std::string, double>& set) {
  return read_model_file(file, {set});
}

Model load(const std::filesystem::path& file, const LoadOptions& options) { return read_model_file(file, options); }

MethodChoice hht(double alpha) { return {"hht", {{"alpha", alpha}}, {}}; }

MethodChoice newmark(double gamma, std::optional<double> beta) {
  MethodChoice choice{"newmark", {{"gamma", gamma}}, {}};
  if (beta) choice.parameters["beta"] = *beta;
  return choice;
}

Result simulate(Model model, const SimulationOptions& options) {
  if (options.tolerance && options.step) throw UsageError("give a tolerance or a step, not both");
  const auto apply = [&](Simulation& s) {
    if (options.method) s.method = *options.method;
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
  apply(model.simulation);
  for (Simulation& s : model.analyses)
    if (s.analysis == AnalysisKind::dynamics) apply(s);
  if (options.end) (model.analyses.empty() ? model.simulation : last_over_time(model.analyses)).end = *options.end;
  validate(model);
  DynamicsOptions run;
  run.folder = options.folder;
  return model.analyses.empty() ? run_dynamics(model, run) : run_sequence(model, run).motion;
}

StatesResult kinematics(Model model, const AnalysisOptions& options) {
  validate(model);
  return run_kinematics(model, options);
}

StatesResult inverse_dynamics(Model model, const AnalysisOptions& options) {
  validate(model);
  return run_inverse_dynamics(model, options);
}

StaticsResult statics(Model model, const AnalysisOptions& options) {
  validate(model);
  return run_statics(model, options);
}

StaticsResult quasi_statics(Model model, const AnalysisOptions& options) {
  validate(model);
  return run_quasi_statics(model, options);
}

ModesResult modes(Model model) {
  validate(model);
  const std::vector<std::string> inputs = chosen_inputs(model);
  Mechanism mechanism(with_inputs(model, inputs));
  return find_modes(model, mechanism, inputs);
}

}  // namespace alembert
