#include "analysis/linear/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembler.h"
#include "analysis/dynamics.h"
#include "analysis/inputs.h"
#include "analysis/linear/eigenvalues.h"
#include "analysis/linear/mode_energies.h"
#include "analysis/linear/sparse_modes.h"
#include "analysis/statics/equilibrium.h"
#include "base/error.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

constexpr double kAtRest = 1e-7;  // of gravity, or of 1 m/s^2: smaller accelerations are rounding

// Puts a state of a run back onto the constraints, with its accelerations.
void make_consistent(MultibodyProblem& problem, dae::State& state) {
  problem.recall(state);
  if (problem.sizes().multipliers > 0) {
    Assembler assembler(problem, state.t);
    if (!(assembler.close(state.q, 1e-14 * model_size(problem)) <= 1e-9 * model_size(problem)))
      throw IntegrationError("the joints cannot be closed at the moment the modes are asked about");
    assembler.project_velocity(state.q, state.v);
  }
  if (problem.sizes().velocities > 0 && AccelerationSolver(problem).solve(state) > AccelerationSolver::kSolved)
    throw IntegrationError("the mechanism is in a singular position at the moment the modes are asked about");
}

dae::State moment_of_run(Mechanism& mechanism, double time, std::vector<std::string>& warnings) {
  Model run = mechanism.system().model();
  run.simulation.analysis = AnalysisKind::dynamics;
  run.simulation.end = run.simulation.output_step.emplace(time);
  DynamicsOptions options;
  options.keep = Keep::outputs;
  const DynamicsResult result = run_dynamics(run, options);
  for (const std::string& w : result.summary.warnings) warnings.push_back(w);
  if (result.summary.end_time < time || !result.summary.events.empty())
    throw ModelError(run.simulation.where, "sensors act before this time: modes after an event are not supported");
  dae::State state = result.final_state;
  make_consistent(mechanism.problem(), state);
  return state;
}

// Displacements of planar bodies stay in their plane only for an observer whose z is theirs.
void check_observer(const Model& model, const Observer& observer) {
  const bool planar =
      std::any_of(model.bodies.begin(), model.bodies.end(), [](const Body& b) { return b.moves_in_plane(); });
  const bool tilted = std::abs(observer.axes(2, 2)) < 1.0 - 1e-12 || observer.turning.head<2>().norm() > 0.0;
  if (planar && tilted)
    throw ModelError(model.simulation.where,
                     "`frame`: its z axis must be along z and stay so, because the model has planar bodies");
}

void sort_modes(std::vector<Mode>& modes) {
  std::stable_sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) {
    const double x = std::abs(a.eigenvalue), y = std::abs(b.eigenvalue);
    if (std::abs(x - y) > 1e-12 * (x + y)) return x < y;
    return a.eigenvalue.real() < b.eigenvalue.real();
  });
}

}  // namespace

std::vector<std::string> chosen_inputs(const Model& model) {
  if (model.simulation.inputs) return *model.simulation.inputs;
  std::vector<std::string> out = possible_inputs(model);
  if (model.inputs.empty())
    for (const Variable& v : model.variables) out.push_back(v.name);
  return out;
}

std::vector<int> chosen_outputs(const Model& model) {
  std::vector<int> out;
  for (std::size_t k = 0; k < model.outputs.size(); ++k) {
    const auto& chosen = model.simulation.outputs;
    if (!chosen || std::find(chosen->begin(), chosen->end(), model.outputs[k].name) != chosen->end())
      out.push_back(static_cast<int>(k));
  }
  return out;
}

dae::State state_about(const Model& model, Mechanism& mechanism, const char* initial, std::string& said,
                       std::vector<std::string>& warnings) {
  switch (model.simulation.about) {
    case Simulation::About::initial:
      said = initial;
      return mechanism.initial_state();
    case Simulation::About::equilibrium: {
      said = "the equilibrium";
      Equilibrium found = find_equilibrium(mechanism, mechanism.initial_state());
      for (const std::string& w : found.warnings) warnings.push_back(w);
      return found.state;
    }
    case Simulation::About::time:
      said = fmt::format("the motion at t = {:g} {}", model.simulation.about_time / model.units.time,
                         model.units.time_name);
      if (model.simulation.about_time == 0.0) return mechanism.initial_state();
      return moment_of_run(mechanism, model.simulation.about_time, warnings);
  }
  return mechanism.initial_state();
}

ModesResult find_modes(const Model& model, Mechanism& mechanism, const std::vector<std::string>& inputs,
                       const char* initial) {
  ModesResult out;
  MultibodyProblem& problem = mechanism.problem();
  const dae::Sizes& n = mechanism.system().sizes();
  out.warnings = mechanism.start_report().warnings;
  out.state = state_about(model, mechanism, initial, out.about, out.warnings);
  const int coordinates = n.velocities - n.states, freedoms = mechanism.start_report().degrees_of_freedom;
  const bool small = coordinates <= kLargestFullCoordinates && 2 * freedoms + n.states <= kLargestFullStates;
  const Observer observer = observer_at(problem, out.state, model.simulation.frame);
  check_observer(model, observer);
  const Vector motion = out.state.v.head(coordinates);
  const double limit = kAtRest * (1.0 + model.gravity.norm());
  const bool still = motion.size() == 0 || motion.cwiseAbs().maxCoeff() == 0.0;
  const bool balanced = coordinates == 0 || out.state.a.head(coordinates).cwiseAbs().maxCoeff() <= limit;
  if (small) {
    out.linear = linear_model(mechanism, out.state, observer, static_cast<int>(inputs.size()), chosen_outputs(model));
    out.linear->input_names = inputs;
    const Eigen::Index nx = out.linear->A.rows();
    for (EigenPair& pair : eigen_pairs(out.linear->A)) {
      Mode mode;
      mode.eigenvalue = pair.value;
      mode.dq = out.linear->dq.leftCols(nx) * pair.vector;
      mode.dv = out.linear->dv.leftCols(nx) * pair.vector;
      out.modes.push_back(std::move(mode));
    }
  } else {
    if (!still || !balanced)
      throw Error(ExitCode::bad_usage,
                  fmt::format("the modes of so large a model ({} freedoms) are found about an equilibrium only: use "
                              "`about: equilibrium`",
                              freedoms));
    const int most = freedoms + mechanism.start_report().unknown_rows;  // if all of these were redundant
    const int count = std::min(model.simulation.mode_count.value_or(kDefaultSparseModes), most);
    out.modes = sparse_modes(problem, out.state, count);
  }
  sort_modes(out.modes);
  if (model.simulation.mode_count && static_cast<int>(out.modes.size()) > *model.simulation.mode_count)
    out.modes.resize(static_cast<std::size_t>(*model.simulation.mode_count));
  for (Mode& mode : out.modes) find_energies(problem, out.state, mode);
  if (still && !balanced) {
    out.warnings.push_back(
        "the mechanism is not in equilibrium there: it begins to move, and the modes are those of this instant; "
        "`about: equilibrium` looks for one");
  } else if (!still && out.linear && !out.linear->steady) {
    out.warnings.push_back(
        "the motion is not steady there: the modes are those of this instant, and change as it goes on");
  }
  return out;
}

}  // namespace alembert
