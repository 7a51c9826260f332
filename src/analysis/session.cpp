// A model that is stepped from outside: steps and events.
#include "analysis/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/explained_step.h"
#include "analysis/sequence.h"
#include "analysis/session_stretch.h"
#include "base/error.h"
#include "base/suggest.h"
#include "model/inputs.h"
#include "model/model_kinks.h"
#include "model/switches.h"
#include "solve/step_failure.h"
#include "system/pools.h"

namespace alembert {

namespace {

constexpr double kHere = 1e-12;  // of the time: an interval shorter than this is none

template <class List>
std::size_t place_by_name(const List& list, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].name == name) return k;
    names.push_back(list[k].name);
  }
  throw UsageError(fmt::format("there is no {} `{}`{}", what, name, did_you_mean(name, names)));
}

// What comes before the dynamics in a list of analyses is carried out; the model then is as the dynamics meets it.
std::optional<AnalysisStart> before_dynamics(Model& model) {
  if (model.analyses.empty()) {
    keep_one_analysis(model, AnalysisKind::dynamics);
    return std::nullopt;
  }
  std::size_t place = model.analyses.size();
  while (place > 0 && model.analyses[place - 1].analysis != AnalysisKind::dynamics) --place;
  std::optional<AnalysisStart> start;
  if (place > 1) {
    Model first = model;
    first.analyses.resize(place - 1);
    first.simulation = main_analysis(first.analyses);
    start = run_sequence(first, {}).motion.end;
    if (start->restart.state.q.size() == 0) start.reset();
  }
  if (place == 0) {
    keep_one_analysis(model, AnalysisKind::dynamics);
    return start;
  }
  const Simulation dynamics = model.analyses[place - 1];
  if (start) model = with_changes(model, start->changes);
  model.analyses.clear();
  model.simulation = dynamics;
  switch_elements(model, dynamics.activate, dynamics.deactivate);
  return start;
}

}  // namespace

Session::Session(Model model) : model_(std::move(model)) {
  const std::optional<AnalysisStart> start = before_dynamics(model_);
  model_.simulation.output_step = output_step_of(model_.simulation);  // however long it goes on
  const Restart* from = start ? &start->restart : nullptr;
  stretch_ = std::make_unique<Stretch>(std::make_unique<DynamicsEngine>(model_, from));
  warnings_ = stretch_->engine->warnings();
  for (const Input& input : model_.inputs) wanted_.push_back(input.signal);
  live_.assign(wanted_.size(), 0);
  horizon_ = model_.simulation.end;
  mark_ = mark_of(model_);
  begin();
  start_ = state();
}

Session::~Session() = default;

const dae::State& Session::now() const { return stopped_by_.empty() ? stretch_->integrator().state() : end_state_; }

double Session::time() const { return now().t / model_.units.time; }

// Conditions of sensors that are true already act at once.
void Session::begin() {
  const dae::State first = stretch_->engine->initial_state();
  stretch_->finder.start(first, {});
  const std::vector<std::size_t> acting = stretch_->finder.true_at_start();
  if (acting.empty()) return;
  note(first, acting);
  if (!stopped_by_.empty() || changes_anything(stretch_->engine->system().model(), acting))
    act(first, acting, kStepAtStart * model_.simulation.end);
}

// ---- inputs

std::size_t Session::input_index(const std::string& name) const { return place_by_name(model_.inputs, name, "input"); }

double Session::input(std::size_t input) const { return wanted_.at(input).at(time()); }

void Session::want(std::size_t input, double value, double rate) {
  InputSignal& signal = wanted_.at(input);
  if (!std::isfinite(value) || !std::isfinite(rate))
    throw UsageError(fmt::format("input `{}` cannot be {}", model_.inputs[input].name, value));
  live_[input] = 1;
  if (!signal.curve && signal.rate == rate && signal.at(time()) == value) return;
  signal = {nullptr, SplineKind::linear, value, rate, time()};
  changed_ = true;
  seen_ = false;
}

void Session::set_input(std::size_t input, double value) { want(input, value, 0.0); }

void Session::take_inputs() {
  if (!changed_) return;
  InputSignals& signals = stretch_->engine->system().inputs();
  if (stopped_by_.empty())
    stretch_->integrator().take_change([&] { signals = wanted_; });
  else
    signals = wanted_;
  changed_ = false;
}

// ---- going on

bool Session::advance(double duration, std::span<const double> inputs) {
  if (inputs.size() != wanted_.size())
    throw UsageError(fmt::format("{} inputs are given, and the model has {}", inputs.size(), wanted_.size()));
  for (std::size_t k = 0; k < inputs.size(); ++k) set_input(k, inputs[k]);
  return advance(duration);
}

bool Session::advance(double duration, const std::map<std::string, double>& inputs) {
  for (const auto& [name, value] : inputs) set_input(name, value);
  return advance(duration);
}

bool Session::advance(double duration, std::span<const double> from, std::span<const double> to) {
  if (from.size() != wanted_.size() || to.size() != wanted_.size())
    throw UsageError(fmt::format("inputs of two moments are given, {} and {}, and the model has {}", from.size(),
                                 to.size(), wanted_.size()));
  if (!(duration > 0.0)) throw UsageError(fmt::format("cannot advance by {}: it must be positive", duration));
  for (std::size_t k = 0; k < from.size(); ++k) want(k, from[k], (to[k] - from[k]) / duration);
  const bool arrived = advance(duration);
  for (std::size_t k = 0; k < to.size(); ++k) want(k, arrived ? to[k] : input(k), 0.0);
  return arrived;
}

// Kinks of functions of time are known up to the model's own end; behind that as far as they are needed, and as far
// again.
void Session::plan_to(double seconds) {
  if (seconds <= horizon_) return;
  horizon_ = 2.0 * seconds;
  if (!model_.simulation.step)
    stretch_->integrator().set_corners(kink_times(stretch_->engine->system().model(), 0.0, horizon_));
}

bool Session::advance_to(double time) {
  const double seconds = time * model_.units.time, here = now().t;
  if (!std::isfinite(seconds) || seconds < here - kHere * std::abs(here))
    throw UsageError(fmt::format("cannot advance to {:.9g} {}: it is {:.9g} {} already", time, model_.units.time_name,
                                 here / model_.units.time, model_.units.time_name));
  if (!stopped_by_.empty())
    throw UsageError(fmt::format("cannot advance: sensor {} has stopped the motion at {:.9g} {}", stopped_by_,
                                 here / model_.units.time, model_.units.time_name));
  take_inputs();
  if (seconds <= here + kHere * std::abs(here)) return true;
  plan_to(seconds);
  stretch_->integrator().set_end(seconds);
  while (stopped_by_.empty() && !stretch_->integrator().done()) {
    step();
    stretch_->integrator().set_end(seconds);  // of another stretch, where an event has begun one
  }
  return stopped_by_.empty();
}

void Session::step() {
  seen_ = false;
  try {
    explained_step(*stretch_->engine);
    if (stretch_->engine->sensors().size() > 0 && find_events()) return;
  } catch (const AssemblyError& e) {  // of an event
    throw StepFailure(fmt::format("at t = {:.9g} s: {}", now().t, e.what()), now().t, "");
  } catch (const ModelError& e) {  // a parameter that a sensor set to what the model cannot have
    throw StepFailure(fmt::format("at t = {:.9g} s: {}", now().t, e.what()), now().t, "");
  }
  stretch_->probe.accept(now());
}

// True: the step ended with an event, and another stretch has begun, or the motion is stopped.
bool Session::find_events() {
  while (const auto event = stretch_->finder.next(stretch_->integrator())) {
    dae::State state(stretch_->engine->system().sizes());
    stretch_->integrator().interpolate(event->time, state);
    note(state, event->sensors);
    if (stopped_by_.empty() && !changes_anything(stretch_->engine->system().model(), event->sensors)) continue;
    stretch_->probe.accept(state);
    act(std::move(state), event->sensors, stretch_->integrator().last_step());
    return true;
  }
  return false;
}

void Session::note(const dae::State& state, const std::vector<std::size_t>& sensors) {
  const std::vector<Sensor>& all = stretch_->engine->system().model().sensors;
  guard_events(event_times_, state.t, all[sensors.front()].name);
  for (const std::size_t k : sensors) {
    events_.push_back({state.t, all[k].name, actions_of(all[k]), {}});
    if (!all[k].stop || !stopped_by_.empty()) continue;
    stopped_by_ = all[k].name;
    end_state_ = state;
  }
}

// What these sensors do at a state, and what one of them lets another do at once.
void Session::act(dae::State state, std::vector<std::size_t> acting, double last_step) {
  while (!acting.empty() && stopped_by_.empty()) {
    acting = restart(state, acting, last_step);
    state = stretch_->engine->initial_state();
    if (!acting.empty()) note(state, acting);
  }
}

// Begins the next stretch; gives the sensors that act by what the others changed.
std::vector<std::size_t> Session::restart(const dae::State& state, const std::vector<std::size_t>& sensors,
                                          double last_step) {
  before_ = statistics();
  ChangedModel changed = apply_events(*stretch_->engine, sensors, state);
  changed.restart.first_step = 0.1 * last_step;
  changed.model.simulation.end = end_behind(state.t);
  auto next = std::make_unique<Stretch>(std::make_unique<DynamicsEngine>(changed.model, &changed.restart));
  for (const std::string& text : texts_) next->probe.add(read(text), next->engine->initial_state());
  next->probe.continue_from(stretch_->probe);
  next->finder.start(next->engine->initial_state(), sensors, &stretch_->finder);
  std::vector<std::size_t> jumped = next->finder.jumped(stretch_->finder, sensors);
  stretch_ = std::move(next);
  if (horizon_ > changed.model.simulation.end && !model_.simulation.step)
    stretch_->integrator().set_corners(kink_times(changed.model, 0.0, horizon_));
  seen_ = false;
  return jumped;
}

double Session::end_behind(double seconds) const { return std::max(model_.simulation.end, 2.0 * seconds); }

RunStatistics Session::statistics() const {
  RunStatistics out = stretch_->integrator().statistics();
  out.steps += before_.steps;
  out.rejected_steps += before_.rejected_steps;
  out.newton_iterations += before_.newton_iterations;
  out.jacobian_evaluations += before_.jacobian_evaluations;
  out.factorizations += before_.factorizations;
  out.max_position_violation = std::max(out.max_position_violation, before_.max_position_violation);
  return out;
}

// ---- what there is to be known

Probe& Session::observe() {
  take_inputs();
  if (!seen_) stretch_->probe.move_to(now());
  seen_ = true;
  return stretch_->probe;
}

std::size_t Session::output_index(const std::string& name) const {
  return place_by_name(model_.outputs, name, "output");
}

std::span<const double> Session::outputs() { return observe().outputs(); }

double Session::output(std::size_t output) {
  if (output >= model_.outputs.size()) throw UsageError(fmt::format("there is no output {}", output));
  return outputs()[output];
}

Expression Session::read(const std::string& text) const {
  return parse_expression(text, {}, model_.parameters, model_.splines, model_.functions);
}

std::size_t Session::expression_index(const std::string& text) {
  const auto found = std::find(texts_.begin(), texts_.end(), text);
  if (found != texts_.end()) return static_cast<std::size_t>(found - texts_.begin());
  stretch_->probe.add(read(text), now());
  texts_.push_back(text);
  seen_ = false;
  return texts_.size() - 1;
}

double Session::value(std::size_t expression) {
  if (expression >= texts_.size()) throw UsageError(fmt::format("there is no expression {}", expression));
  return observe().value(expression);
}

std::size_t Session::body_index(const std::string& name) const { return place_by_name(model_.bodies, name, "body"); }

Session::Pose Session::pose(std::size_t body) {
  const MarkerState<double>& m = observe().marker(model_.bodies.at(body).frame_marker);
  Pose out{m.p, m.v, m.w, Quat::Identity()};
  stretch_->engine->system().pools().with_body(
      BodyId(body), [&](const auto& b) { out.orientation = b.kernel.orientation(now().q.data() + b.q); });
  return out;
}

}  // namespace alembert
