#include "analysis/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "model/reader.h"
#include "model/switches.h"
#include "system/pools.h"

namespace alembert {

namespace {

// So many moments with events within this share of the time: something bounces without end.
constexpr std::size_t kMostEvents = 6;
constexpr double kEventWindow = 1e-9;

template <class List>
void copy_active(const List& from, List& to) {
  for (std::size_t k = 0; k < from.size() && k < to.size(); ++k) to[k].active = from[k].active;
}

// A body's coordinates are those of its centre of mass: where that moves in the body, the body stays where it is.
void keep_frames(const Model& before, const Model& after, const System& system, dae::State& state) {
  for (std::size_t k = 0; k < before.bodies.size(); ++k) {
    const Vec3 shift = after.bodies[k].com - before.bodies[k].com;
    if (shift.isZero(0.0)) continue;
    system.pools().with_body(BodyId(k), [&](const auto& b) {
      double *q = state.q.data() + b.q, *v = state.v.data() + b.v;
      std::vector<FrameState> frames(static_cast<std::size_t>(b.kernel.sizes().frames), standing_frame());
      b.kernel.place(q, frames.data());
      b.kernel.turn(q, v, frames.data());
      b.kernel.move_origin(shift, frames.data(), q, v);
    });
  }
}

}  // namespace

Model read_again(const Model& now, const std::map<std::string, double>& values, const SourcePosition& where) {
  if (!now.description)
    throw ModelError(where, "a sensor can set parameters only of a model that was read, or built with a ModelBuilder");
  Model out = with_parameters(now, values);
  bool same = out.bodies.size() == now.bodies.size() && out.joints.size() == now.joints.size() &&
              out.forces.size() == now.forces.size() && out.states.size() == now.states.size() &&
              out.motions.size() == now.motions.size() && out.constraints.size() == now.constraints.size() &&
              out.variables.size() == now.variables.size() && out.sensors.size() == now.sensors.size() &&
              out.outputs.size() == now.outputs.size() && out.markers.size() == now.markers.size() &&
              out.contacts.size() == now.contacts.size();
  for (std::size_t k = 0; same && k < out.bodies.size(); ++k) same = out.bodies[k].kind == now.bodies[k].kind;
  if (!same)
    throw ModelError(where, "a sensor cannot set a parameter that changes how many bodies or elements there are");
  out.inputs = now.inputs;
  out.simulation = now.simulation;
  out.analyses = now.analyses;
  copy_active(now.joints, out.joints);
  copy_active(now.motions, out.motions);
  copy_active(now.constraints, out.constraints);
  copy_active(now.forces, out.forces);
  copy_active(now.contacts, out.contacts);
  copy_active(now.sensors, out.sensors);
  return out;
}

void guard_events(std::vector<double>& times, double t, const std::string& sensor) {
  times.push_back(t);
  if (times.size() < kMostEvents) return;
  const double since = times[times.size() - kMostEvents];
  if (t - since > kEventWindow * t) return;
  throw IntegrationError(fmt::format(
      "sensor {} has acted {} times within {:.3g} s, at t = {:.9g} s: what it watches comes back faster and faster; "
      "let it stop the run, deactivate itself, or lock what it watches when little motion is left",
      sensor, kMostEvents, t - since, t));
}

bool changes_anything(const Model& model, const std::vector<std::size_t>& sensors) {
  return std::any_of(sensors.begin(), sensors.end(), [&](std::size_t k) {
    const Sensor& s = model.sensors[k];
    return s.once || s.impulse || !s.set.empty() || !s.reset.empty() || !s.activate.empty() || !s.deactivate.empty();
  });
}

std::vector<std::string> switching_of(const std::vector<std::string>& activate,
                                      const std::vector<std::string>& deactivate) {
  std::vector<std::string> out;
  if (!activate.empty()) out.push_back(fmt::format("activates {}", fmt::join(activate, " and ")));
  if (!deactivate.empty()) out.push_back(fmt::format("deactivates {}", fmt::join(deactivate, " and ")));
  return out;
}

std::vector<std::string> actions_of(const Sensor& sensor) {
  std::vector<std::string> out = switching_of(sensor.activate, sensor.deactivate);
  if (sensor.impulse) out.emplace_back("gives an impulse");
  for (const auto& [name, value] : sensor.set) out.push_back("sets " + name);
  for (const auto& [name, value] : sensor.reset) out.push_back("resets " + name);
  if (sensor.stop) out.emplace_back("stops the run");
  return out;
}

ChangedModel apply_events(DynamicsEngine& engine, const std::vector<std::size_t>& sensors, const dae::State& state) {
  const System& system = engine.system();
  const Model& now = system.model();
  ChangedModel out;
  out.model = now;
  for (std::size_t k = 0; k < out.model.inputs.size(); ++k) out.model.inputs[k].signal = system.inputs()[k];
  out.restart.state = state;
  for (int row = 0; row < system.sizes().multipliers; ++row) out.restart.row_names.push_back(system.row_name(row));
  out.restart.impulse.setZero(system.sizes().velocities);
  std::map<std::string, double> parameters;
  SourcePosition where;
  engine.sensors().move_to(engine.problem(), state);
  for (const std::size_t k : sensors) {
    const Sensor& sensor = now.sensors[k];
    const std::vector<double> set = engine.sensors().parameters(k);
    for (std::size_t p = 0; p < set.size(); ++p) parameters[sensor.set[p].first] = set[p];
    if (!set.empty()) where = sensor.where;
    const std::vector<double> reset = engine.sensors().states(k);
    std::unordered_map<std::string, double> resets;
    for (std::size_t p = 0; p < reset.size(); ++p) resets[sensor.reset[p].first] = reset[p];
    for (const StateEntry& x : system.states())
      if (const auto found = resets.find(x.name); found != resets.end()) out.restart.state.v[x.v] = found->second;
    engine.sensors().add_impulse(k, out.restart.impulse);
    switch_elements(out.model, sensor.activate, sensor.deactivate);
    if (sensor.once) out.model.sensors[k].active = false;
  }
  out.restart.ranks = engine.ranks();
  if (!parameters.empty()) {
    out.restart.ranks.clear();
    Model changed = read_again(out.model, parameters, where);
    keep_frames(now, changed, system, out.restart.state);
    out.model = std::move(changed);
  }
  return out;
}

std::vector<EventRecord::Impulse> impulses_of(DynamicsEngine& engine) {
  std::vector<EventRecord::Impulse> out;
  const Vector& impulses = engine.impulses();
  const dae::State& state = engine.initial_state();
  if (impulses.size() == 0) return out;
  engine.problem().place(state.t, state.q, state.v);
  std::vector<ForceTorque> joints, forces, constraints;
  engine.problem().reactions(impulses, joints, forces, constraints);
  const Model& model = engine.system().model();
  const auto add = [&](const std::string& name, const ForceTorque& x) {
    // Below this it is rounding of velocities that did not jump.
    if (x.force.norm() + x.torque.norm() < 1e-9) return;
    out.push_back({name, {x.force[0], x.force[1], x.force[2]}, {x.torque[0], x.torque[1], x.torque[2]}});
  };
  for (std::size_t k = 0; k < joints.size(); ++k) add(model.joints[k].name, joints[k]);
  for (std::size_t k = 0; k < constraints.size(); ++k)
    add(k < model.motions.size() ? model.motions[k].name : model.constraints[k - model.motions.size()].name,
        constraints[k]);
  return out;
}

}  // namespace alembert
