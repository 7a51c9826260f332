#include "studies/hht_2007.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/mechanism.h"
#include "analysis/sequence.h"
#include "base/error.h"
#include "studies/papers.h"

namespace alembert::studies {

namespace hht_2007 {

Series MachineRun::series(const std::string& column, const std::string& name) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end()) throw std::logic_error("no output " + column);
  const auto k = static_cast<std::size_t>(found - columns.begin());
  Series out{name.empty() ? label : name, times, {}};
  for (const auto& row : outputs) out.y.push_back(row[k]);
  return out;
}

MethodUse hht() { return {"HHT", "hht", {{"alpha", -0.3}}}; }
MethodUse bdf_index_3() { return {"BDF, index 3", "bdf", {{"stabilised", 0}}}; }
MethodUse bdf_stabilised() { return {"BDF, stabilised", "bdf", {{"stabilised", 1}}}; }
MethodUse bdf_order_1() { return {"BDF, stabilised, order 1", "bdf", {{"stabilised", 1}, {"max_order", 1}}}; }

MachineRun run_machine(const Findings& findings, const Model& machine, const MethodUse& method, double tolerance,
                       double end, const std::optional<std::filesystem::path>& folder) {
  findings.go_on();
  Model model = machine;
  const auto set = [&](Simulation& s) {
    s.method = {method.name, method.parameters, {}};
    s.tolerance = tolerance;
    s.step.reset();
    s.end = end;
    s.modal_every_step = folder.has_value();
  };
  set(model.simulation);
  for (Simulation& s : model.analyses)
    if (s.analysis == AnalysisKind::dynamics) set(s);
  MachineRun out;
  out.label = method.label;
  out.tolerance = tolerance;
  DynamicsOptions options;
  options.interruption = findings.interruption;
  options.keep = Keep::outputs;
  options.folder = folder;
  try {
    DynamicsResult result = model.analyses.empty() ? run_dynamics(model, options) : run_sequence(model, options).motion;
    out.finished = true;
    out.summary = result.summary;
    out.times = std::move(result.times);
    out.columns = std::move(result.columns);
    out.outputs = std::move(result.outputs);
  } catch (const IntegrationError& error) {
    out.message = error.what();
  }
  findings.go_on();
  return out;
}

double difference(const MachineRun& run, const MachineRun& reference, const std::string& signal) {
  const Series x = run.series(signal), y = reference.series(signal);
  double most = 0.0, size = 0.0;
  for (std::size_t k = 0; k < std::min(x.y.size(), y.y.size()); ++k) {
    most = std::max(most, std::abs(x.y[k] - y.y[k]));
    size = std::max(size, std::abs(y.y[k]));
  }
  return most / size;
}

std::vector<LikeAccuracy> compare_at_like_accuracy(Findings& findings, const Model& machine, const Comparison& what,
                                                   const std::vector<Candidate>& candidates) {
  const MethodUse tight{"HHT, alpha -0.05", "hht", {{"alpha", -0.05}}};
  const MachineRun reference = run_machine(findings, machine, tight, what.reference_tolerance, what.end);
  Table table{what.where,
              what.file,
              fmt::format("{}, the first {:g} s: largest error of {}, over its largest value, against {} at {:g}",
                          what.title, what.end, what.signal, tight.label, what.reference_tolerance),
              {"method", "tolerance", "steps", "rejected", "Newton iterations", "Jacobians", "time (s)", "error"},
              {}};
  std::vector<LikeAccuracy> out;
  double wanted = 0.0;
  if (!reference.finished) {
    findings.items.push_back({what.where, "the tight reference of " + what.machine, "", reference.message,
                              Status::not_reproduced, "without it errors are not known"});
    return std::vector<LikeAccuracy>(candidates.size());
  }
  for (const Candidate& candidate : candidates) {
    LikeAccuracy best;
    double least_error = INFINITY;
    for (const double tolerance : candidate.tolerances) {
      const MachineRun run = run_machine(findings, machine, candidate.method, tolerance, what.end);
      const auto text = [&](auto value) { return run.finished ? fmt::format("{:.4g}", 1.0 * value) : "failed"; };
      const double error = run.finished ? difference(run, reference, what.signal) : INFINITY;
      table.rows.push_back({run.label, fmt::format("{:g}", tolerance), text(run.summary.statistics.steps),
                            text(run.summary.statistics.rejected_steps), text(run.summary.statistics.newton_iterations),
                            text(run.summary.statistics.jacobian_evaluations), text(run.cpu()), text(error)});
      if (wanted == 0.0) wanted = error;
      const bool reaches = error <= 1.25 * wanted;
      if (reaches ? !best.reached || run.cpu() < best.cpu : !best.reached && error < least_error)
        best = {run.cpu(), reaches};
      least_error = std::min(least_error, error);
    }
    out.push_back(best);
  }
  table.rows.push_back({tight.label + " (reference)", fmt::format("{:g}", what.reference_tolerance),
                        fmt::format("{}", reference.summary.statistics.steps), "", "", "",
                        fmt::format("{:.4g}", reference.cpu()), ""});
  findings.tables.push_back(std::move(table));
  return out;
}

std::string ratio_text(const LikeAccuracy& other, const LikeAccuracy& hht) {
  if (!(other.cpu > 0.0) || !(hht.cpu > 0.0)) return "failed";
  const std::string ratio = fmt::format("{:.3g}", other.cpu / hht.cpu);
  return other.reached ? ratio : fmt::format("more than {}, and less accurate", ratio);
}

Sizes sizes_of(const Model& machine) {
  const Mechanism mechanism(machine);
  const System& system = mechanism.system();
  Sizes out;
  out.bodies = static_cast<int>(machine.bodies.size()) - 1;  // but the ground
  out.joints = static_cast<int>(machine.joints.size());
  out.motions = static_cast<int>(machine.motions.size());
  out.pairs = static_cast<int>(system.contacts().pairs.size());
  out.equations = mechanism.problem().sizes().unknowns();
  out.freedoms = mechanism.start_report().degrees_of_freedom;
  return out;
}

}  // namespace hht_2007

std::vector<Experiment> hht_2007_experiments() {
  return {{"belt", "4.1: a poly-V belt", hht_2007::belt},
          {"track", "4.2: the track of an excavator", hht_2007::track},
          {"vehicle", "4.3: an all-terrain vehicle with a flexible frame", hht_2007::vehicle}};
}

}  // namespace alembert::studies
