#include "analysis/linear/step_limit.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/dynamics.h"
#include "analysis/linear/frequency.h"
#include "analysis/linear/mode_energies.h"
#include "analysis/output_clock.h"
#include "base/error.h"
#include "base/files.h"
#include "results/folder_claim.h"
#include "results/progress.h"
#include "results/results_folder.h"
#include "results/seal.h"
#include "solve/stability.h"

namespace alembert {

namespace {

constexpr int kLargestFull = 120;  // coordinates: larger models by power iteration, without the terms of motion

// What carries the fastest motion: forces by energy, bodies by kinetic energy.
std::string carriers(MultibodyProblem& problem, const dae::State& state, const FrequencyInMotion& fastest) {
  Mode mode;
  mode.eigenvalue = {0.0, fastest.omega};
  mode.dq = fastest.direction.cast<std::complex<double>>();
  mode.dv = mode.eigenvalue * mode.dq;
  find_energies(problem, state, mode);
  return mode.carried_by;
}

}  // namespace

StepLimit find_step_limit(const Model& model, const AnalysisOptions& options) {
  StepLimit out;
  out.methods = {{"central_difference", 2.0},
                 {"tangent, Fox-Goodwin (beta = 1/12)", std::sqrt(6.0)},
                 {"tangent, linear acceleration (beta = 1/6)", std::sqrt(12.0)}};
  DynamicsEngine engine(model);
  MultibodyProblem& problem = engine.problem();
  out.warnings = engine.warnings();
  const int coordinates = problem.sizes().velocities - problem.sizes().states;
  const bool full = coordinates <= kLargestFull && problem.sizes().states == 0 && problem.sizes().nonholonomic == 0;
  if (!full)
    out.warnings.push_back(
        "for a model that is large, or has states or rolling joints, the terms of the motion itself are left out");
  AccelerationSolver accelerations(problem);
  long singular = 0;
  const auto look = [&](dae::State state) {
    problem.recall(state);
    if (accelerations.solve(state) > AccelerationSolver::kSolved) {
      ++singular;  // no reactions, no frequency
      return;
    }
    FrequencyInMotion found;
    std::string by;
    if (full) {
      found = frequency_in_motion(problem, state);
    } else {
      const LargestFrequency fastest = largest_frequency(problem, state);
      found.omega = fastest.omega;
      by = fastest.carried_by;
    }
    out.times.push_back(state.t);
    out.omega.push_back(found.omega);
    if (!(found.omega > out.largest)) return;
    out.largest = found.omega;
    out.at = state.t;
    out.carried_by = full ? carriers(problem, state, found) : by;
  };
  Integrator& integrator = engine.integrator();
  const Interruption::Watch watch(options.interruption);
  OutputClock clock(model.simulation.end,
                    model.simulation.output_step.value_or(model.simulation.end / kDefaultOutputIntervals));
  Progress progress(model.simulation.end, !options.show_progress, options.progress);
  look(engine.initial_state());
  clock.advance();
  dae::State between(problem.sizes());
  while (!integrator.done() && !watch.asked()) {
    problem.recall(integrator.state());
    integrator.advance();
    while (!clock.done() && clock.next() <= integrator.state().t + 1e-9 * integrator.last_step()) {
      integrator.interpolate(std::min(clock.next(), integrator.state().t), between);
      look(between);
      clock.advance();
    }
    progress.update(integrator.state().t, integrator.last_step(), integrator.statistics().rejected_steps);
  }
  progress.clear();
  if (singular > 0)
    out.warnings.push_back(fmt::format("{} output time(s) in singular positions were left out", singular));
  if (options.folder) {
    const results::FolderClaim claim(*options.folder);
    results::remove_results(*options.folder);
    std::string csv = "time,omega_max,central_difference,fox_goodwin,linear_acceleration\n";
    for (std::size_t k = 0; k < out.times.size(); ++k) {
      csv += fmt::format("{},{}", out.times[k] / model.units.time, out.omega[k]);
      for (const auto& m : out.methods) csv += fmt::format(",{}", m.product / out.omega[k] / model.units.time);
      csv += "\n";
    }
    files::write_file(*options.folder / "step_limit.csv", csv);
    nlohmann::ordered_json json = {{"title", model.title},
                                   {"analysis", "step_limit"},
                                   {"status", integrator.done() ? "done" : "interrupted"},
                                   {"largest_frequency", out.largest},
                                   {"at_time", out.at / model.units.time},
                                   {"carried_by", out.carried_by},
                                   {"warnings", out.warnings},
                                   {"time_unit", model.units.time_name},
                                   {"table_checksum", results::checksum(csv)}};
    for (const auto& m : out.methods)
      json["largest_step"][m.name] = out.largest > 0.0 ? m.product / out.largest / model.units.time : INFINITY;
    files::write_file(*options.folder / "summary.json", results::sealed_text(json, 2));
  }
  return out;
}

std::string step_limit_text(const StepLimit& found, const Units& units) {
  if (!(found.largest > 0.0)) return "nothing in the mechanism is stiff: every step is stable";
  std::string out = fmt::format("largest frequency {:.6g} rad/s ({:.5g} Hz) at t = {:g} {}: {}\n", found.largest,
                                found.largest / (2.0 * M_PI), found.at / units.time, units.time_name, found.carried_by);
  out += "largest stable fixed step\n";
  for (const auto& m : found.methods)
    out += fmt::format("  {:<44} {:.6g} {}\n", m.name, m.product / found.largest / units.time, units.time_name);
  out += "  (all other methods, and the trapezoidal rule, have no such limit; damping is left out)";
  return out;
}

}  // namespace alembert
