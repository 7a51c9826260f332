#include <utility>

#include "alembert/alembert.h"
#include "model/reader.h"
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
  Simulation& s = model.simulation;
  if (options.method) s.method = *options.method;
  if (options.end) s.end = *options.end;
  if (options.output_step) s.output_step = *options.output_step;
  if (options.tolerance && options.step) throw UsageError("give a tolerance or a step, not both");
  if (options.tolerance) {
    s.tolerance = *options.tolerance;
    s.step.reset();
  }
  if (options.step) {
    s.step = *options.step;
    s.tolerance.reset();
  }
  validate(model);
  DynamicsOptions run;
  run.folder = options.folder;
  return run_dynamics(model, run);
}

}  // namespace alembert
