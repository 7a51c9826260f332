#include "analysis/sensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace alembert {

namespace {

constexpr double kLocated = 1e-10;  // of the step
// Where a step is looked at besides its ends. After an event something may come back at once: closer at first.
constexpr std::array kLook{0.5, 1.0};
constexpr std::array kLookCloser{1e-6, 1e-4, 1e-2, 0.1, 0.3, 0.5, 0.75, 1.0};

}  // namespace

Sensors::Sensors(const System& system) : system_(system) {
  std::size_t most = 0;
  const auto count = [&](const ResolvedExpression& e) { most = std::max(most, e.measures.size()); };
  for (const SensorExpressions& sensor : system.sensors()) {
    conditions_.push_back(condition_of(sensor.event.expression));
    count(sensor.event);
    for (const ResolvedExpression& e : sensor.parameters) count(e);
    for (const ResolvedExpression& e : sensor.states) count(e);
    for (const auto& e : sensor.impulse)
      if (e) count(*e);
  }
  leaves_.resize(most);
}

void Sensors::move_to(MultibodyProblem& problem, const dae::State& state) {
  problem_ = &problem;
  state_ = state;
  level_ = Level::none;
}

void Sensors::exchange(Archive& archive, MultibodyProblem& problem) {
  archive.optional(accelerations_, [&] { return std::make_unique<AccelerationSolver>(problem); });
}

// `name` is the sensor that asks.
void Sensors::reach(Level level, const std::string& name) {
  if (level_ >= level) return;
  if (level == Level::reactions) {
    if (!accelerations_) accelerations_ = std::make_unique<AccelerationSolver>(*problem_);
    if (accelerations_->solve(state_) > AccelerationSolver::kSolved)
      throw IntegrationError(
          fmt::format("sensor {} needs accelerations or reactions, which cannot be found in the "
                      "singular position at t = {:.9g} s",
                      name, state_.t));
  }
  snapshot_.state = &state_;
  snapshot_.energies = problem_->energies(state_);
  if (level == Level::reactions)
    problem_->reactions(state_.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
  level_ = level;
}

double Sensors::value(const ResolvedExpression& formula, const Expression& expression, const std::string& name) {
  reach(formula.needs_reactions ? Level::reactions : Level::motion, name);
  for (std::size_t k = 0; k < formula.measures.size(); ++k)
    leaves_[k] = measured(*problem_, snapshot_, formula.measures[k]) / formula.measures[k].unit;
  const double time = state_.t / system_.model().units.time;
  const std::span<const double> leaves{leaves_.data(), formula.measures.size()};
  const double out = expression.evaluate(time, leaves);
  if (!std::isfinite(out))
    throw IntegrationError(fmt::format("sensor {}: `{}` is not finite at t = {:.9g}: {}", name, expression.text(), time,
                                       expression.domain_problem(time, leaves)));
  return out;
}

double Sensors::event(std::size_t sensor) {
  const ResolvedExpression& event = system_.sensors()[sensor].event;
  return value(event, conditions_[sensor] ? conditions_[sensor]->margin : event.expression,
               system_.model().sensors[sensor].name);
}

double Sensors::watched(std::size_t sensor, MultibodyProblem& problem, const Snapshot& at) {
  const ResolvedExpression& event = system_.sensors()[sensor].event;
  const Expression& expression = conditions_[sensor] ? conditions_[sensor]->margin : event.expression;
  for (std::size_t k = 0; k < event.measures.size(); ++k)
    leaves_[k] = measured(problem, at, event.measures[k]) / event.measures[k].unit;
  const double out =
      expression.evaluate(at.state->t / system_.model().units.time, {leaves_.data(), event.measures.size()});
  return std::isfinite(out) ? out : std::numeric_limits<double>::quiet_NaN();
}

bool Sensors::holds(std::size_t sensor) {
  return value(system_.sensors()[sensor].event, system_.model().sensors[sensor].name) != 0.0;
}

std::vector<double> Sensors::parameters(std::size_t sensor) {
  std::vector<double> out;
  for (const ResolvedExpression& f : system_.sensors()[sensor].parameters)
    out.push_back(value(f, system_.model().sensors[sensor].name));
  return out;
}

std::vector<double> Sensors::states(std::size_t sensor) {
  std::vector<double> out;
  for (const ResolvedExpression& f : system_.sensors()[sensor].states)
    out.push_back(value(f, system_.model().sensors[sensor].name));
  return out;
}

void Sensors::add_impulse(std::size_t sensor, Vector& out) {
  const auto& impulse = system_.model().sensors[sensor].impulse;
  if (!impulse) return;
  const std::string& name = system_.model().sensors[sensor].name;
  Vec3 force = impulse->force, torque = impulse->torque;
  const Units& units = system_.model().units;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto& formula = system_.sensors()[sensor].impulse[k];
    if (!formula) continue;
    const double unit = units.force * units.time * (k < 3 ? 1.0 : units.length);
    (k < 3 ? force : torque)[static_cast<Eigen::Index>(k % 3)] = unit * value(*formula, name);
  }
  reach(Level::motion, name);
  if (impulse->frame.valid()) {
    const Mat3& R = problem_->marker(impulse->frame).R;
    force = (R * force).eval();
    torque = (R * torque).eval();
  }
  const MarkerId on = impulse->on;
  problem_->add_generalised(on, force, torque, out);
  if (!impulse->reaction.valid()) return;
  const MarkerId reaction = impulse->reaction;
  const Vec3 arm = problem_->marker(on).p - problem_->marker(reaction).p;
  problem_->add_generalised(reaction, -force, -torque - arm.cross(force), out);
}

void EventFinder::start(const dae::State& state, const std::vector<std::size_t>& acted, const EventFinder* before) {
  now_.assign(sensors_.size(), 0.0);
  sensors_.move_to(problem_, state);
  held_.assign(sensors_.size(), false);
  for (std::size_t k = 0; k < sensors_.size(); ++k) {
    if (!model_.sensors[k].active) continue;
    now_[k] = sensors_.event(k);
    if (!sensors_.is_condition(k)) continue;
    held_[k] = sensors_.holds(k);
    // What is equal when it is first looked at, and not yet larger, may still become so.
    const bool first = before == nullptr || !before->model_.sensors[k].active;
    if (first && now_[k] == 0.0 && !held_[k]) now_[k] = -std::numeric_limits<double>::min();
  }
  for (const std::size_t k : acted) now_[k] = 0.0;
  watched_until_ = state.t;
  state_ = state;
  fresh_ = true;
}

bool EventFinder::acts_when_true(std::size_t sensor) const {
  return sensors_.is_condition(sensor) && model_.sensors[sensor].active &&
         model_.sensors[sensor].direction != Sensor::Direction::falling;
}

std::vector<std::size_t> EventFinder::true_at_start() const {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < now_.size(); ++k)
    if (held_[k] && acts_when_true(k)) out.push_back(k);
  return out;
}

std::vector<std::size_t> EventFinder::jumped(const EventFinder& before, const std::vector<std::size_t>& acted) const {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < now_.size(); ++k) {
    if (std::find(acted.begin(), acted.end(), k) != acted.end()) continue;
    const bool passed =
        before.model_.sensors[k].active ? crosses(k, before.now_[k], now_[k]) : held_[k] && acts_when_true(k);
    if (passed) out.push_back(k);
  }
  return out;
}

void EventFinder::values(Integrator& integrator, double t, std::vector<double>& out) {
  out.resize(sensors_.size());
  integrator.interpolate(t, state_);
  sensors_.move_to(problem_, state_);
  for (std::size_t k = 0; k < sensors_.size(); ++k) out[k] = model_.sensors[k].active ? sensors_.event(k) : 0.0;
}

bool EventFinder::crosses(std::size_t sensor, double from, double to) const {
  if (!model_.sensors[sensor].active) return false;
  const Sensor::Direction direction = model_.sensors[sensor].direction;
  const bool rising = from < 0.0 && to >= 0.0, falling = from > 0.0 && to <= 0.0;
  return (rising && direction != Sensor::Direction::falling) || (falling && direction != Sensor::Direction::rising);
}

// Regula falsi with the Illinois modification, halving where that is slow; gives the end of the bracket where the
// function has passed through 0.
double EventFinder::locate(Integrator& integrator, std::size_t sensor, double a, double fa, double b, double fb,
                           double width) {
  int same_side = 0;
  double wa = fa, wb = fb;  // weighted values
  for (int k = 0; k < 200 && b - a > width; ++k) {
    double t = k % 3 == 2 ? 0.5 * (a + b) : a + (b - a) * wa / (wa - wb);
    t = std::clamp(t, a + 0.25 * std::min(width, b - a), b - 0.25 * std::min(width, b - a));
    if (t <= a || t >= b) t = 0.5 * (a + b);
    if (t <= a || t >= b) break;  // no number lies between
    integrator.interpolate(t, state_);
    sensors_.move_to(problem_, state_);
    const double f = sensors_.event(sensor);
    if ((f > 0.0) == (fa > 0.0) && f != 0.0) {
      a = t;
      fa = wa = f;
      if (same_side == 1) wb *= 0.5;
      same_side = 1;
    } else {
      b = t;
      fb = wb = f;
      if (same_side == -1) wa *= 0.5;
      same_side = -1;
    }
  }
  return b;
}

std::optional<EventFinder::Event> EventFinder::next(Integrator& integrator) {
  const double begin = integrator.previous().t, end = integrator.state().t, h = end - begin;
  const std::span<const double> look = fresh_ ? std::span<const double>(kLookCloser) : std::span<const double>(kLook);
  for (const double part : look) {
    const double t = part == 1.0 ? end : begin + part * h;
    if (t <= watched_until_) continue;
    values(integrator, t, there_);
    Event event;
    event.time = t;
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t k = 0; k < sensors_.size(); ++k)
      if (crosses(k, now_[k], there_[k]))
        found.emplace_back(locate(integrator, k, watched_until_, now_[k], t, there_[k],
                                  sensors_.of_time_alone(k) ? 0.0 : kLocated * h),
                           k);
    if (found.empty()) {
      // A function that has left 0 counts from there on.
      now_ = there_;
      watched_until_ = t;
      continue;
    }
    std::sort(found.begin(), found.end());
    event.time = found.front().first;
    for (const auto& [time, sensor] : found)
      if (time <= event.time + kLocated * h) event.sensors.push_back(sensor);
    values(integrator, event.time, now_);
    watched_until_ = event.time;
    return event;
  }
  fresh_ = false;
  return std::nullopt;
}

}  // namespace alembert
