// A run: steps, samples, events, and what is told of them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "analysis/conflicting_motions.h"
#include "analysis/contact_start.h"
#include "analysis/continuation.h"
#include "analysis/dynamics.h"
#include "analysis/energy_shares.h"
#include "analysis/energy_warning.h"
#include "analysis/events.h"
#include "analysis/explained_step.h"
#include "analysis/flexible_notes.h"
#include "analysis/impact_log.h"
#include "analysis/layout.h"
#include "analysis/run_text.h"
#include "analysis/scene.h"
#include "analysis/segment.h"
#include "analysis/step_forecast.h"
#include "analysis/unstable_start.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "base/phase_clock.h"
#include "model/model_kinks.h"
#include "model/names.h"
#include "results/folder_claim.h"
#include "results/progress.h"
#include "results/results_reader.h"

namespace alembert {

namespace {

constexpr long kPhaseSampling = 8;  // one step in so many is timed phase by phase: the clock must not be seen itself

constexpr std::pair<Phase, const char*> kPhaseNames[] = {{Phase::equations, "forces and constraints"},
                                                         {Phase::jacobian, "Jacobian"},
                                                         {Phase::factorisation, "factorisation"},
                                                         {Phase::solution, "linear solution"}};

class Run {
 public:
  Run(const Model& model, const DynamicsOptions& options)
      : model_(model),
        options_(options),
        segment_(std::make_unique<Segment>(std::make_unique<DynamicsEngine>(model, options.restart()))),
        watch_(options.interruption),
        clock_(model.simulation.end, output_step_of(model.simulation), segment_->engine->initial_state().t),
        impacts_(segment_->engine->system()),
        deformation_(segment_->engine->system()),
        between_(segment_->engine->system().sizes()) {
    DynamicsEngine& engine = *segment_->engine;
    if (options.past == nullptr) refuse_conflicting_motions();
    totals_.sensor_counts.assign(model.sensors.size(), 0.0);
    if (options.from != nullptr) options.from->count_on(segment_->coordinates);
    result_.start = engine.start_report();
    for (const Output& o : model.outputs) result_.columns.push_back(o.name);
    RunSummary& summary = result_.summary;
    summary.analysis = analysis_name(model.simulation.analysis);
    summary.method = integrator().description().name;
    for (const auto& [name, value] : integrator().parameters()) summary.method_parameters.emplace_back(name, value);
    summary.step = model.simulation.step;
    if (!summary.step) summary.tolerance = model.simulation.tolerance.value_or(kDefaultTolerance);
    summary.equations = engine.system().sizes().unknowns();
    summary.warnings = engine.warnings();
    if (const auto warning = unstable_start(engine.mechanism())) summary.warnings.push_back(*warning);
    for (std::string& warning : contact_start(engine.mechanism()).warnings)
      summary.warnings.push_back(std::move(warning));
    std::optional<results::FolderClaim> claim;
    if (options.folder) claim.emplace(*options.folder);
    if (options.records()) {
      layout_ = layout_of(engine.system(), result_.start, summary.step.has_value());
      if (options.folder) keep_parts(engine.system(), *options.folder, layout_);
      for (std::size_t k = 0; k < layout_.row_names.size(); ++k)
        row_places_.emplace(layout_.row_names[k], static_cast<int>(k));
      if (options.folder) run_text_ = run_text(model, options.shared);
      layout_.checkpoints = !run_text_.empty() && model.simulation.analysis == AnalysisKind::dynamics;
    }
    if (options.past)
      resume(*options.past);
    else if (options.records())
      record([&](ResultsLayout layout) { return std::make_unique<Recorder>(options.folder, std::move(layout)); });
    if (options.warn)
      for (const std::string& w : summary.warnings) options.warn(w);
    listen();
  }

  DynamicsResult run() {
    try {
      if (!options_.past) begin();
      Progress progress(model_.simulation.end, !options_.show_progress, options_.progress);
      StepForecast forecast(time(), model_.simulation.end);
      while (!stopped_ && !integrator().done()) {
        if (watch_.asked()) {
          progress.clear();
          if (recorder_ && layout_.checkpoints && !end_near_) recorder_->keep(checkpoint());
          finish("interrupted", fmt::format("interrupted at t = {:.9g} s", integrator().state().t));
          return std::move(result_);
        }
        if (recorder_ && layout_.checkpoints) keep_checkpoint();
        step();
        progress.update(time(), integrator().last_step(), statistics().rejected_steps);
        if (options_.warn)
          if (const auto warning = forecast.look(time(), integrator().last_step())) options_.warn(*warning);
      }
    } catch (const AssemblyError& e) {  // from a sample or an event: the run has begun, so it is the integration that
      finish("failed", e.what());       // failed
      throw IntegrationError(fmt::format("at t = {:.9g} s: {}", time(), e.what()));
    } catch (const IntegrationError& e) {
      finish("failed", e.what());
      throw;
    } catch (const ModelError& e) {  // a parameter that a sensor set to what the model cannot have
      finish("failed", e.what());
      throw IntegrationError(fmt::format("at t = {:.9g} s: {}", time(), e.what()));
    } catch (const FunctionError& e) {
      finish("failed", e.what());
      throw;
    }
    finish("done", stopped_ ? fmt::format("stopped by sensor {} at t = {:.9g} s", stopped_by_, end_time_) : "");
    return std::move(result_);
  }

 private:
  Integrator& integrator() { return segment_->integrator(); }

  // The recorder: that of several analyses, or our own.
  template <class Make>
  void record(Make make) {
    if (options_.shared == nullptr) own_recorder_ = make(layout_);
    recorder_ = options_.shared == nullptr ? own_recorder_.get()
                                           : options_.shared->recorder_for(layout_, options_.folder, make);
  }

  // Rows are of this analysis from here on.
  void begin_of_list() {
    if (options_.shared != nullptr && recorder_ != nullptr) recorder_->begin(options_.shared->place);
  }

  void begin() {
    const dae::State first = segment_->engine->initial_state();
    segment_->sampler.check_step(first, first.a);
    segment_->coordinates.accept(first.t);
    begin_of_list();
    const Simulation& settings = model_.simulation;
    if (options_.shared != nullptr && (!settings.activate.empty() || !settings.deactivate.empty()))
      tell({first.t, "", switching_of(settings.activate, settings.deactivate), {}});
    take(first, false, options_.shared == nullptr || options_.shared->last_time != first.t);
    record_modes(first);
    clock_.advance();
    impacts_.start(segment_->engine->problem(), first);
    segment_->finder.start(first, {});
    // Conditions that are true already act at once.
    const std::vector<std::size_t> acting = segment_->finder.true_at_start();
    if (acting.empty()) return;
    note(first, acting);
    if (!stopped_ && !changes_anything(segment_->engine->system().model(), acting)) return;
    act(first, acting, kStepAtStart * model_.simulation.end);
  }

  // All that the run carries from one step to the next, but for what it has recorded.
  void exchange(Archive& archive) {
    archive(restarts_);
    if (restarts_ > 0) {
      ModelChanges changes = changes_of(segment_->engine->system().model());
      dae::State state = integrator().state();
      std::vector<linear::RankComponent> ranks = segment_->engine->ranks();
      archive(changes, state, ranks);
      if (archive.reads())
        segment_ = std::make_unique<Segment>(
            std::make_unique<DynamicsEngine>(with_changes(model_, changes), state, std::move(ranks)));
    }
    // An integrator that starts anew counts anew.
    RunStatistics before = integrator().resumes_exactly() ? before_ : statistics();
    archive(*segment_, clock_, before, event_times_, result_.summary.events, result_.summary.event_count,
            totals_.sensor_counts, result_.summary.cpu_seconds, impacts_);
    if (archive.reads()) before_ = before;
  }

  Checkpoint checkpoint() {
    Archive archive;
    AnalysisStart from = options_.from != nullptr ? *options_.from : AnalysisStart{};
    RecordMark mark = recorder_->mark();
    archive(from, mark);
    exchange(archive);
    return {run_text_, archive.data(), {}};
  }

  // The last one is of the last step that would have been the same with a later end.
  void keep_checkpoint() {
    const bool due = recorder_->snapshot_due(), near = integrator().end_is_near();
    if (!end_near_ && (due || near)) recorder_->keep(checkpoint());
    end_near_ = end_near_ || near;
    if (due) recorder_->snapshot();
  }

  void resume(const results::RunData& past) {
    Archive archive(past.checkpoint.state);
    AnalysisStart from;
    RecordMark mark;
    archive(from, mark);
    exchange(archive);
    results::History history = past.history;
    if (!archive.at_end() || mark.samples > history.time.size() || mark.steps[0] > history.attempted[0] ||
        mark.steps[1] > history.attempted[1] || mark.events > history.event_count)
      throw UsageError("the checkpoint belongs to a different model, or is damaged");
    for (std::size_t k = 0; k < std::min(layout_.flexible.size(), past.layout.flexible.size()); ++k)
      if (const FlexibleRecord& is = layout_.flexible[k], &was = past.layout.flexible[k];
          is.modes != was.modes || (is.file == was.file && is.file.starts_with('/') && is.hash != was.hash))
        throw UsageError(fmt::format("the part of body {}, {}, has changed since the run was begun", is.body, is.file));
    history.cut(mark);
    for (std::size_t k = 0; k < mark.samples; ++k) {
      result_.times.push_back(history.time[k] / model_.units.time);
      const std::span<const double> row = history.outputs_at(k);
      result_.outputs.emplace_back(row.begin(), row.end());
      const bool before = options_.shared != nullptr && k < history.analysis.size() &&
                          static_cast<std::size_t>(history.analysis[k]) < options_.shared->place;
      if (before) first_row_ = k + 1;
    }
    between_ = dae::State(segment_->engine->system().sizes());
    layout_.scene = scene_until(past.layout.scene, model_.simulation.end);
    if (options_.records())
      record([&](ResultsLayout layout) {
        Checkpoint checkpoint = past.checkpoint;
        checkpoint.end.clear();
        return std::make_unique<Recorder>(options_.folder, std::move(layout), std::move(history),
                                          std::move(checkpoint));
      });
    begin_of_list();
    if (!integrator().resumes_exactly())
      result_.summary.warnings.push_back(fmt::format(
          "{} does not store its history: it starts anew at t = {:.9g} s, and the motion differs from that of a single "
          "run within the tolerance",
          result_.summary.method, integrator().state().t));
  }

  double time() { return stopped_ ? end_time_ : integrator().state().t; }

  RunStatistics statistics() {
    RunStatistics out = integrator().statistics();
    out.steps += before_.steps;
    out.rejected_steps += before_.rejected_steps;
    out.newton_iterations += before_.newton_iterations;
    out.jacobian_evaluations += before_.jacobian_evaluations;
    out.factorizations += before_.factorizations;
    if (before_.unclosed_steps > 0) out.first_unclosed = before_.first_unclosed;
    out.unclosed_steps += before_.unclosed_steps;
    out.max_position_violation = std::max(out.max_position_violation, before_.max_position_violation);
    return out;
  }

  void listen() {
    if (!recorder_) return;
    integrator().on_attempt([this](const StepRecord& record) { attempts_.push_back(record); });
    const System& system = segment_->engine->system();
    segment_->rows.clear();
    for (int k = 0; k < system.sizes().unknowns(); ++k) {
      const auto found = row_places_.find(system.unknown_name(k));
      segment_->rows.push_back(found == row_places_.end() ? -1 : found->second);
    }
  }

  // Written only after the step, so that the integration's time is its own.
  void record_attempts() {
    for (StepRecord& record : attempts_) {
      if (record.worst_row >= 0) record.worst_row = segment_->rows[static_cast<std::size_t>(record.worst_row)];
      if (record.worst_contact >= 0) {
        const std::string name = segment_->engine->problem().contact_name(record.worst_contact);
        const auto found = row_places_.find(contact_row_name(name));
        record.worst_row = found == row_places_.end() ? -1 : found->second;
      }
      recorder_->step(record);
    }
    attempts_.clear();
  }

  // Peaks of stress fall between two outputs.
  void record_modes(const dae::State& state) {
    if (!recorder_ || !model_.simulation.modal_every_step || layout_.names[results::Group::modes].empty()) return;
    segment_->sampler.modes_of(state, modes_);
    recorder_->modes_after_step(state.t, modes_);
  }

  void take(const dae::State& state, bool between, bool row = true) {
    WorkAccount& work = segment_->work;
    RunTotals& totals = totals_;
    totals.work_in = work.supplied(state.t);
    totals.dissipated = work.dissipated(state.t);
    for (std::size_t k = 0; k < totals.taken.size(); ++k) totals.taken[k] = work.taken(static_cast<Sink>(k), state.t);
    const Sample& sample = segment_->sampler.take(state, between, segment_->coordinates, totals);
    deformation_.see(state);
    if (!row) return;
    if (recorder_) recorder_->sample(sample);
    const std::span<const double> outputs = sample[results::channel(results::Group::outputs, "values")];
    result_.times.push_back(state.t / model_.units.time);
    result_.outputs.emplace_back(outputs.begin(), outputs.end());
  }

  // Samples up to a time within the last step.
  void take_until(double until) {
    const double near = 1e-9 * integrator().last_step();
    while (!clock_.done() && clock_.next() <= until + near) {
      const double t = clock_.next();
      const bool at_step = std::abs(t - integrator().state().t) <= near;
      integrator().interpolate(at_step ? integrator().state().t : std::min(t, until), between_);
      take(between_, !at_step);
      clock_.advance();
    }
  }

  // Methods that give way a little would go on for a while.
  void refuse_conflicting_motions() {
    DynamicsEngine& engine = *segment_->engine;
    const std::string conflict =
        find_conflicting_motions(engine.mechanism(), engine.initial_state(), model_.simulation.end).text();
    if (!conflict.empty()) throw AssemblyError(conflict);
  }

  void step() {
    const double before = cpu_seconds();
    {
      const bool timed = integrator().statistics().steps % kPhaseSampling == 0;
      const PhaseClock::Run run(timed ? &phases_ : nullptr);
      explained_step(*segment_->engine);
    }
    result_.summary.cpu_seconds += cpu_seconds() - before;
    segment_->work.add_step(integrator());
    const std::array<double, 3> violation =
        segment_->sampler.check_step(integrator().state(), integrator().acceleration());
    if (!attempts_.empty()) attempts_.back().violation = violation;
    segment_->coordinates.accept(integrator().state().t);
    if (segment_->engine->sensors().size() > 0 && events_in_step()) return;
    impacts_.add_step(segment_->engine->problem(), integrator(), integrator().state());
    record_attempts();
    record_modes(integrator().state());
    take_until(integrator().state().t);
  }

  // True: the step ended with an event, and another segment has begun, or the run is over.
  bool events_in_step() {
    while (const auto event = segment_->finder.next(integrator())) {
      take_until(event->time);
      dae::State state(segment_->engine->system().sizes());
      integrator().interpolate(event->time, state);
      std::vector<std::size_t> acting = event->sensors;
      note(state, acting);
      if (!stopped_ && !changes_anything(segment_->engine->system().model(), acting)) continue;
      impacts_.add_step(segment_->engine->problem(), integrator(), state);
      if (!attempts_.empty()) attempts_.back().h = event->time - attempts_.back().time;
      record_attempts();
      record_modes(state);
      act(std::move(state), std::move(acting), integrator().last_step());
      return true;
    }
    return false;
  }

  // What these sensors do at a state, and what one of them lets another do at once. `last_step`: before it.
  void act(dae::State state, std::vector<std::size_t> acting, double last_step) {
    while (!acting.empty() && !stopped_) {
      acting = restart(state, acting, last_step);
      state = segment_->engine->initial_state();
      if (!acting.empty()) note(state, acting);
    }
    if (!stopped_) return;
    end_time_ = state.t;
    end_state_ = state;
    if (!just_sampled(state.t)) take(state, true);
  }

  bool just_sampled(double t) const { return !result_.times.empty() && result_.times.back() == t / model_.units.time; }

  // Writes down that these sensors act at a state.
  void note(const dae::State& state, const std::vector<std::size_t>& sensors) {
    guard_events(event_times_, state.t, segment_->engine->system().model().sensors[sensors.front()].name);
    for (const std::size_t s : sensors) {
      const Sensor& sensor = segment_->engine->system().model().sensors[s];
      tell({state.t, sensor.name, actions_of(sensor), {}});
      if (sensor.record && !just_sampled(state.t)) take(state, true);
      totals_.sensor_counts[s] += 1.0;
      if (!sensor.stop) continue;
      stopped_ = true;
      stopped_by_ = sensor.name;
    }
  }

  void tell(const EventRecord& event) {
    RunSummary& summary = result_.summary;
    if (summary.event_count++ < kMostKeptEvents) summary.events.push_back(event);
    if (recorder_ != nullptr) recorder_->event(event);
  }

  // Begins the next segment; gives the sensors that act by what the others changed.
  std::vector<std::size_t> restart(const dae::State& state, const std::vector<std::size_t>& sensors, double last_step) {
    DynamicsEngine& engine = *segment_->engine;
    before_ = statistics();
    const Energies lost = engine.problem().energies(state);
    ChangedModel changed = apply_events(engine, sensors, state);
    changed.restart.first_step = 0.1 * last_step;
    auto next = std::make_unique<Segment>(std::make_unique<DynamicsEngine>(changed.model, &changed.restart));
    ++restarts_;
    next->sampler.continue_from(segment_->sampler);
    const Energies now = next->engine->problem().energies(next->engine->initial_state());
    next->coordinates.continue_from(segment_->coordinates);
    next->work.continue_from(segment_->work, state.t, now.kinetic + now.potential - lost.kinetic - lost.potential);
    next->engine->problem().place(state.t, next->engine->initial_state().q, next->engine->initial_state().v);
    next->coordinates.accept(state.t);
    if (result_.summary.event_count == result_.summary.events.size())
      result_.summary.events.back().impulses = impulses_of(*next->engine);
    next->finder.start(next->engine->initial_state(), sensors, &segment_->finder);
    const std::vector<std::size_t> jumped = next->finder.jumped(segment_->finder, sensors);
    segment_ = std::move(next);
    between_ = dae::State(segment_->engine->system().sizes());
    listen();
    return jumped;
  }

  // Where steps of variable size had to end; not told where sensors have changed what the functions of time are.
  std::vector<double> corners() {
    const auto sets = [&](const EventRecord& e) {
      return std::ranges::any_of(model_.sensors, [&](const Sensor& s) { return s.name == e.sensor && !s.set.empty(); });
    };
    if (model_.simulation.step || std::ranges::any_of(result_.summary.events, sets)) return {};
    const double begin = options_.from != nullptr ? options_.from->restart.state.t : 0.0;
    std::vector<double> out = kink_times(model_, begin, time());
    const auto told = [&](double t) {  // the moment of a sensor of time is such a corner
      return std::ranges::any_of(result_.summary.events,
                                 [&](const EventRecord& e) { return std::abs(e.time - t) <= 1e-9 * t; });
    };
    std::erase_if(out, [&](double t) { return !(t > begin && t < time()) || told(t); });
    out.resize(std::min(out.size(), kMostKeptEvents));
    return out;
  }

  void finish(const std::string& status, const std::string& message) {
    record_attempts();
    RunSummary& summary = result_.summary;
    Sampler& sampler = segment_->sampler;
    WorkAccount& work = segment_->work;
    const std::size_t told = summary.warnings.size();
    summary.status = status;
    summary.message = message;
    summary.end_time = time();
    summary.statistics = statistics();
    summary.statistics.max_position_violation =
        std::max(summary.statistics.max_position_violation, sampler.max_position_violation());
    if (sampler.unsolved() > 0)
      summary.warnings.push_back(fmt::format(
          "at {} output time(s), the first t = {:.9g} s, the mechanism is in a singular position: accelerations "
          "and reactions there are not accurate",
          sampler.unsolved(), sampler.first_unsolved()));
    if (summary.statistics.unclosed_steps > 0)
      summary.warnings.push_back(fmt::format(
          "in {} step(s), the first to t = {:.9g} s, the method did not hold all the constraints that it "
          "enforces, as happens in singular positions and with masses that are far apart; max_violation says by "
          "how much",
          summary.statistics.unclosed_steps, summary.statistics.first_unclosed));
    for (std::string& warning : deformation_.warnings()) summary.warnings.push_back(std::move(warning));
    summary.statistics.max_velocity_violation = sampler.max_velocity_violation();
    summary.statistics.max_acceleration_violation = sampler.max_acceleration_violation();
    if (phases_.ran()) {
      double rest = 1.0;
      for (const auto& [phase, name] : kPhaseNames) {
        summary.phases.emplace_back(name, phases_.share(phase) * summary.cpu_seconds);
        rest -= phases_.share(phase);
      }
      summary.phases.emplace_back("everything else", rest * summary.cpu_seconds);
    }
    const dae::State& last = stopped_ ? end_state_ : integrator().state();
    const Energies e = segment_->engine->problem().energies(last);
    summary.energy_start = sampler.energy_start();
    summary.energy_end = e.kinetic + e.potential;
    summary.work_in = stopped_ ? work.supplied(last.t) : work.supplied();
    summary.dissipated = stopped_ ? work.dissipated(last.t) : work.dissipated();
    summary.numerical = summary.energy_end - summary.energy_start - summary.work_in + summary.dissipated;
    summary.most_numerical = work.most_numerical();
    summary.most_numerical_time = work.time_of_most();
    summary.turned_over = work.turned_over(last.t);
    for (int k = 0; k < kStores; ++k) summary.energy_shares[share_of_store(k)] = e.stored[static_cast<std::size_t>(k)];
    for (int k = 0; k < kSinks; ++k) {
      const Sink sink = static_cast<Sink>(k);
      summary.energy_shares[share_of_sink(k)] = stopped_ ? work.taken(sink, last.t) : work.taken(sink);
    }
    summary.contacts = impacts_.records();
    summary.outputs = output_ranges(result_.columns, result_.times, result_.outputs, first_row_);
    summary.corners = corners();
    if (recorder_ != nullptr) summary.thinned_steps = recorder_->thinned_steps();
    if (status != "failed")  // what is wrong there is another thing
      if (const auto warning = energy_warning(summary)) summary.warnings.push_back(*warning);
    if (work.conservative()) summary.max_energy_drift = sampler.max_energy_drift();
    if (options_.warn)
      for (std::size_t k = told; k < summary.warnings.size(); ++k) options_.warn(summary.warnings[k]);
    result_.final_state = last;
    if (!stopped_) result_.final_state.a = integrator().acceleration();
    result_.end = start_from(segment_->engine->mechanism(), result_.final_state, segment_->coordinates);
    if (options_.shared != nullptr) {
      options_.shared->summary = summary;
      options_.shared->last_time = last.t;
    } else if (recorder_ != nullptr) {
      if (status == "done") recorder_->keep_end(stored(result_.end));
      recorder_->finish(summary);
      result_.data = recorder_->data();
      if (options_.recorded) options_.recorded(result_.data);
    }
    if (status == "failed" && options_.failed) options_.failed(dynamics_text(summary, model_));
  }

  const Model& model_;
  const DynamicsOptions& options_;
  std::unique_ptr<Segment> segment_;
  Interruption::Watch watch_;  // from here on: a start that takes long is not worth keeping
  DynamicsResult result_;
  ResultsLayout layout_;
  std::unordered_map<std::string, int> row_places_;  // of the names in the layout
  std::unique_ptr<Recorder> own_recorder_;
  Recorder* recorder_ = nullptr;  // our own, or that of several analyses; null: nothing is recorded
  std::string run_text_;
  bool end_near_ = false;             // the end has had a say in a step
  long restarts_ = 0;                 // by events
  std::vector<double> modes_;         // scratch
  std::vector<StepRecord> attempts_;  // of the step being made
  PhaseClock phases_;
  OutputClock clock_;
  ImpactLog impacts_;
  DeformationWatch deformation_;
  dae::State between_, end_state_;
  RunStatistics before_;  // of the segments before this one
  std::vector<double> event_times_;
  std::size_t first_row_ = 0;  // of a list that is gone on with: of this analysis, among all rows
  RunTotals totals_;
  bool stopped_ = false;
  std::string stopped_by_;
  double end_time_ = 0.0;
};

}  // namespace

DynamicsResult run_dynamics(const Model& model, const DynamicsOptions& options) { return Run(model, options).run(); }

}  // namespace alembert
