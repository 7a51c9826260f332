#include "analysis/dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/joint_coordinates.h"
#include "analysis/sampler.h"
#include "analysis/scene.h"
#include "analysis/work_account.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "base/phase_clock.h"
#include "results/progress.h"

namespace alembert {

namespace {

constexpr double kSmallestTolerance = 1e-13;
constexpr double kMostSteps = 1e10;   // days of computing for the smallest model
constexpr double kMostOutputs = 1e7;  // gigabytes
constexpr long kPhaseSampling = 8;    // one step in so many is timed phase by phase: the clock must not be seen itself

// A complaint about a method written in the model file is a complaint about the file.
template <class F>
auto blaming_the_file(const Model& model, F&& f) {
  try {
    return f();
  } catch (const UsageError& e) {
    if (model.simulation.method.where.line == 0) throw;
    throw ModelError(model.simulation.method.where, e.what());
  }
}

IntegrationOptions options_of(const Model& model) {
  const Simulation& s = model.simulation;
  IntegrationOptions o;
  o.end = s.end;
  o.step = s.step;
  o.tolerance = s.tolerance;
  if (!o.step && !o.tolerance) o.tolerance = kDefaultTolerance;
  // Requests that no machine can meet are refused rather than begun.
  if (o.tolerance && *o.tolerance < kSmallestTolerance)
    throw ModelError(s.where, fmt::format("a tolerance of {:g} is below rounding; the smallest is {:g}", *o.tolerance,
                                          kSmallestTolerance));
  if (o.step && s.end / *o.step > kMostSteps)
    throw ModelError(s.where, fmt::format("a step of {:g} s would take {:.3g} steps to the end; at most {:g} are made",
                                          *o.step, s.end / *o.step, kMostSteps));
  if (s.output_step && s.end / *s.output_step > kMostOutputs)
    throw ModelError(s.where, fmt::format("an output step of {:g} s would write {:.3g} rows; at most {:g} are written",
                                          *s.output_step, s.end / *s.output_step, kMostOutputs));
  o.initial_step = s.initial_step;
  o.min_step = s.min_step;
  o.max_step = s.max_step;
  o.fixed_iterations = s.fixed_iterations;
  if (o.fixed_iterations && !o.step)
    throw ModelError(s.where, "fixed_iterations needs a fixed `step`: without convergence there is no error estimate");
  if (s.predictor_degree) o.predictor_degree = *s.predictor_degree;
  if (s.error_estimate) o.estimate = *s.error_estimate == "printed" ? ErrorEstimate::printed : ErrorEstimate::sharp;
  return o;
}

// The output times: multiples of the output step, and the end.
class OutputClock {
 public:
  OutputClock(double end, double step) : end_(end), step_(step) {}
  double next() const {
    const double t = static_cast<double>(index_) * step_;
    return t > end_ - 1e-9 * step_ ? end_ : t;
  }
  bool done() const { return finished_; }
  void advance() {
    finished_ = next() >= end_;
    ++index_;
  }

 private:
  double end_, step_;
  long index_ = 0;
  bool finished_ = false;
};

constexpr std::pair<Phase, const char*> kPhaseNames[] = {{Phase::equations, "forces and constraints"},
                                                         {Phase::jacobian, "Jacobian"},
                                                         {Phase::factorisation, "factorisation"},
                                                         {Phase::solution, "linear solution"}};

ResultsLayout layout_of(const System& system, const StartReport& start, bool fixed_step) {
  const Model& model = system.model();
  ResultsLayout layout;
  layout.title = model.title;
  layout.model_text = model.text;
  layout.scene = scene_text(system, start);
  layout.program_version = ALEMBERT_VERSION;
  for (std::size_t k = 1; k < model.bodies.size(); ++k) layout.bodies.push_back(model.bodies[k].name);
  for (const Joint& j : model.joints) layout.joints.push_back(j.name);
  for (const Force& f : model.forces) layout.forces.push_back(f.name);
  for (const Output& o : model.outputs) layout.outputs.push_back(o.name);
  layout.time_unit = model.units.time;
  for (int k = 0; k < system.sizes().unknowns(); ++k) layout.row_names.push_back(system.unknown_name(k));
  layout.joint_reaction_unique.assign(model.joints.size(), true);
  for (const DependentSet& set : start.dependent_sets)
    if (set.always)
      for (const int row : set.rows)
        if (const int joint = system.joint_of_row(row); joint >= 0)
          layout.joint_reaction_unique[static_cast<std::size_t>(joint)] = false;
  layout.fixed_step = fixed_step;
  return layout;
}

}  // namespace

DynamicsEngine::DynamicsEngine(const Model& model)
    : system_(model),
      outputs_(system_),
      problem_(system_),
      initial_(consistent_start(problem_, start_)),
      integrator_(blaming_the_file(model,
                                   [&] {
                                     const MethodChoice& m = model.simulation.method;
                                     return make_integrator(problem_, m.name, m.parameters, options_of(model));
                                   })),
      warnings_(start_.warnings) {
  if (model.simulation.fixed_iterations)
    warnings_.push_back(fmt::format("every step makes exactly {} Newton iteration(s), converged or not",
                                    *model.simulation.fixed_iterations));
  integrator_->start(initial_);
  for (const std::string& w : integrator_->warnings()) warnings_.push_back(w);
}

DynamicsResult run_dynamics(const Model& model, const DynamicsOptions& options) {
  DynamicsEngine engine(model);
  Integrator& integrator = engine.integrator();
  DynamicsResult result;
  result.start = engine.start_report();
  for (const Output& o : model.outputs) result.columns.push_back(o.name);
  RunSummary& summary = result.summary;
  summary.method = integrator.description().name;
  for (const auto& [name, value] : integrator.parameters()) summary.method_parameters.emplace_back(name, value);
  summary.step = model.simulation.step;
  if (!summary.step) summary.tolerance = model.simulation.tolerance.value_or(kDefaultTolerance);
  summary.equations = engine.system().sizes().unknowns();
  summary.warnings = engine.warnings();
  if (options.warn)
    for (const std::string& w : summary.warnings) options.warn(w);

  std::unique_ptr<Recorder> recorder;
  std::vector<StepRecord> attempts;  // of the step being made
  if (options.folder) {
    recorder =
        std::make_unique<Recorder>(*options.folder, layout_of(engine.system(), result.start, summary.step.has_value()));
    integrator.on_attempt([&](const StepRecord& record) { attempts.push_back(record); });
  }
  // Written only after the step, so that the integration's time is its own.
  const auto record_attempts = [&] {
    for (const StepRecord& record : attempts) recorder->step(record);
    attempts.clear();
  };
  Sampler sampler(engine);
  JointCoordinates coordinates(engine.system(), engine.problem());
  PhaseClock phases;
  WorkAccount work(engine.system(), engine.problem(), engine.initial_state());
  const double end = model.simulation.end;
  OutputClock clock(end, model.simulation.output_step.value_or(end / kDefaultOutputIntervals));
  const auto take = [&](const dae::State& state, bool between) {
    Sample& sample = sampler.take(state, between);
    coordinates.sample(state.t, sample);
    sample.dissipated = work.dissipated(state.t);
    sample.work_in = work.supplied(state.t);
    if (recorder) recorder->sample(sample);
    result.times.push_back(state.t / model.units.time);
    result.outputs.push_back(sample.outputs);
    clock.advance();
  };
  const auto finish = [&](const std::string& status, const std::string& message) {
    record_attempts();
    summary.status = status;
    summary.message = message;
    summary.end_time = integrator.state().t;
    summary.statistics = integrator.statistics();
    summary.statistics.max_position_violation =
        std::max(summary.statistics.max_position_violation, sampler.max_position_violation());
    if (sampler.unsolved() > 0)
      summary.warnings.push_back(fmt::format(
          "at {} output time(s), the first t = {:.9g} s, the mechanism is in a singular position: accelerations "
          "and reactions there are not accurate",
          sampler.unsolved(), sampler.first_unsolved()));
    if (summary.statistics.unclosed_steps > 0)
      summary.warnings.push_back(
          fmt::format("in {} step(s), the first to t = {:.9g} s, the method could not hold all the constraints it "
                      "says, as happens in "
                      "singular positions: max_violation tells how far they were open",
                      summary.statistics.unclosed_steps, summary.statistics.first_unclosed));
    summary.statistics.max_velocity_violation = sampler.max_velocity_violation();
    summary.statistics.max_acceleration_violation = sampler.max_acceleration_violation();
    if (phases.ran()) {
      double rest = 1.0;
      for (const auto& [phase, name] : kPhaseNames) {
        summary.phases.emplace_back(name, phases.share(phase) * summary.cpu_seconds);
        rest -= phases.share(phase);
      }
      summary.phases.emplace_back("everything else", rest * summary.cpu_seconds);
    }
    const Energies e = engine.problem().energies(integrator.state());
    summary.energy_start = sampler.energy_start();
    summary.energy_end = e.kinetic + e.potential;
    summary.work_in = work.supplied();
    summary.dissipated = work.dissipated();
    summary.numerical = summary.energy_end - summary.energy_start - summary.work_in + summary.dissipated;
    if (work.conservative()) summary.max_energy_drift = sampler.max_energy_drift();
    if (recorder) recorder->finish(summary);
    result.final_state = integrator.state();
    result.final_state.a = integrator.acceleration();
  };

  dae::State between(engine.system().sizes());
  try {
    dae::State first = engine.initial_state();
    sampler.check_step(first, first.a);
    coordinates.accept(first.t);
    take(first, false);
    Progress progress(end, !options.show_progress);
    while (!integrator.done()) {
      if (options.interrupted && options.interrupted->load()) {
        progress.clear();
        finish("interrupted", fmt::format("interrupted at t = {:.9g} s", integrator.state().t));
        return result;
      }
      const double before = cpu_seconds();
      {
        const bool timed = integrator.statistics().steps % kPhaseSampling == 0;
        const PhaseClock::Run run(timed ? &phases : nullptr);
        integrator.advance();
      }
      summary.cpu_seconds += cpu_seconds() - before;
      work.add_step(integrator);
      const std::array<double, 3> violation = sampler.check_step(integrator.state(), integrator.acceleration());
      if (!attempts.empty()) attempts.back().violation = violation;
      record_attempts();
      coordinates.accept(integrator.state().t);
      const double near = 1e-9 * integrator.last_step();
      while (!clock.done() && clock.next() <= integrator.state().t + near) {
        const double t = clock.next();
        const bool at_step = std::abs(t - integrator.state().t) <= near;
        integrator.interpolate(at_step ? integrator.state().t : t, between);
        take(between, !at_step);
      }
      progress.update(integrator.state().t, integrator.last_step(), integrator.statistics().rejected_steps);
    }
  } catch (const AssemblyError& e) {  // from a sample: the run has begun, so it is the integration that failed
    finish("failed", e.what());
    throw IntegrationError(fmt::format("at t = {:.9g} s: {}", integrator.state().t, e.what()));
  } catch (const IntegrationError& e) {
    finish("failed", e.what());
    throw;
  } catch (const FunctionError& e) {
    finish("failed", e.what());
    throw;
  }
  finish("done", "");
  return result;
}

}  // namespace alembert
