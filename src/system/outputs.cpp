#include "system/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"

namespace alembert {

namespace {

int find_marker(const System& system, const std::string& name, const SourcePosition& where) {
  const Model& model = system.model();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.markers.size(); ++k) {
    const Marker& marker = model.markers[k];
    if (marker.made_by_shorthand) continue;
    if (marker.name == name) return system.marker_of(MarkerId(k));
    names.push_back(marker.name);
  }
  throw ModelError(where, fmt::format("there is no marker or body `{}`{}", name, did_you_mean(name, names)));
}

// Index of a joint (first) or force (second), -1 where it is the other.
std::pair<int, int> find_element(const System& system, const std::string& name, const SourcePosition& where) {
  const Model& model = system.model();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    if (model.joints[k].name == name) return {static_cast<int>(k), -1};
    names.push_back(model.joints[k].name);
  }
  for (std::size_t k = 0; k < model.forces.size(); ++k) {
    if (model.forces[k].name == name) return {-1, static_cast<int>(k)};
    names.push_back(model.forces[k].name);
  }
  throw ModelError(where, fmt::format("there is no joint or force `{}`{}", name, did_you_mean(name, names)));
}

double pick(const Vec3& v, const Mat3& axes, int component) {
  return component == 3 ? v.norm() : axes.col(component).dot(v);
}

}  // namespace

Outputs::Outputs(System& system) {
  std::size_t most = 0;
  for (const Output& output : system.model().outputs) {
    std::vector<Resolved> resolved;
    for (const Measure& measure : output.expression.measures()) resolved.push_back(resolve(system, measure));
    most = std::max(most, resolved.size());
    measures_.push_back(std::move(resolved));
  }
  scratch_.resize(most);
}

Outputs::Resolved Outputs::resolve(System& system, const Measure& m) const {
  using Q = Resolved::Quantity;
  const Units& u = system.model().units;
  const std::string& name = m.name;
  Resolved r;
  const double energy = u.force * u.length;
  if (name == "kinetic_energy" || name == "potential_energy" || name == "total_energy") {
    r.quantity = name[0] == 'k' ? Q::kinetic_energy : name[0] == 'p' ? Q::potential_energy : Q::total_energy;
    r.unit = energy;
    return r;
  }
  if (name == "var" || name == "state") {
    throw ModelError(m.where, fmt::format("there is no {} `{}`", name == "var" ? "variable" : name, m.arguments[0]));
  }
  const char last = name.back();
  r.component = last == 'x' ? 0 : last == 'y' ? 1 : last == 'z' ? 2 : 3;
  const auto ground = system.marker_of(system.model().bodies[0].frame_marker);
  const auto marker = [&](std::size_t k) {
    return k < m.arguments.size() ? find_marker(system, m.arguments[k], m.where) : ground;
  };
  if (name.size() == 2 && (name[0] == 'f' || name[0] == 't')) {
    const auto [joint, force] = find_element(system, m.arguments[0], m.where);
    const bool torque = name[0] == 't';
    r.element = joint >= 0 ? joint : force;
    r.quantity = joint >= 0 ? (torque ? Q::joint_torque : Q::joint_force) : (torque ? Q::force_torque : Q::force_force);
    r.k = marker(1);
    r.unit = torque ? energy : u.force;
    return r;
  }
  r.i = marker(0);
  r.j = marker(1);
  r.k = m.arguments.size() > 2 ? marker(2) : ground;
  const double t = u.time;
  if (name == "ax" || name == "ay" || name == "az") {
    AngleTracker tracker;
    tracker.kind = r.component == 0   ? AngleTracker::Kind::ax
                   : r.component == 1 ? AngleTracker::Kind::ay
                                      : AngleTracker::Kind::az;
    tracker.marker_i = r.i;
    tracker.marker_j = r.j;
    r.element = system.track_angle(tracker);
    r.quantity = Q::angle;
    r.unit = u.angle;
  } else if (name == "psi" || name == "theta" || name == "phi") {
    r.quantity = name == "psi" ? Q::euler_psi : name == "theta" ? Q::euler_theta : Q::euler_phi;
    r.unit = u.angle;
  } else if (name == "vr") {
    r.quantity = Q::separation_rate;
    r.unit = u.length / t;
  } else if (name[0] == 'd') {
    r.quantity = Q::displacement;
    r.unit = u.length;
  } else if (name[0] == 'v') {
    r.quantity = Q::velocity;
    r.unit = u.length / t;
  } else if (name.starts_with("wdt")) {
    r.quantity = Q::rotation_acceleration;
    r.unit = u.angle / (t * t);
  } else if (name[0] == 'w') {
    r.quantity = Q::rotation_rate;
    r.unit = u.angle / t;
  } else if (name.starts_with("acc")) {
    r.quantity = Q::acceleration;
    r.unit = u.length / (t * t);
  } else {
    throw ModelError(m.where, fmt::format("the measure `{}` is not supported yet by this version", name));
  }
  return r;
}

double Outputs::value(const MultibodyProblem& problem, const Snapshot& s, const Resolved& r) const {
  using Q = Resolved::Quantity;
  const MarkerState<double>&i = problem.marker(r.i), &j = problem.marker(r.j), &k = problem.marker(r.k);
  const std::size_t e = static_cast<std::size_t>(r.element);
  switch (r.quantity) {
    case Q::displacement:
      return pick(i.p - j.p, k.R, r.component);
    case Q::velocity:
      return pick(i.v - j.v, k.R, r.component);
    case Q::rotation_rate:
      return pick(i.w - j.w, k.R, r.component);
    case Q::acceleration:
      return pick(
          problem.marker_acceleration(r.i, s.state->a).force - problem.marker_acceleration(r.j, s.state->a).force, k.R,
          r.component);
    case Q::rotation_acceleration:
      return pick(
          problem.marker_acceleration(r.i, s.state->a).torque - problem.marker_acceleration(r.j, s.state->a).torque,
          k.R, r.component);
    case Q::separation_rate: {
      const Vec3 d = i.p - j.p;
      return d.dot(i.v - j.v) / d.norm();
    }
    case Q::angle:
      return problem.tracked_angle(r.element);
    // 3-1-3 angles of i relative to j.
    case Q::euler_psi:
      return std::atan2(i.R.col(2).dot(j.R.col(0)), -i.R.col(2).dot(j.R.col(1)));
    case Q::euler_theta:
      return std::acos(std::clamp(i.R.col(2).dot(j.R.col(2)), -1.0, 1.0));
    case Q::euler_phi:
      return std::atan2(i.R.col(0).dot(j.R.col(2)), i.R.col(1).dot(j.R.col(2)));
    case Q::joint_force:
      return pick(s.joints[e].force, k.R, r.component);
    case Q::joint_torque:
      return pick(s.joints[e].torque, k.R, r.component);
    case Q::force_force:
      return pick(s.forces[e].force, k.R, r.component);
    case Q::force_torque:
      return pick(s.forces[e].torque, k.R, r.component);
    case Q::kinetic_energy:
      return s.energies.kinetic;
    case Q::potential_energy:
      return s.energies.potential;
    case Q::total_energy:
      return s.energies.kinetic + s.energies.potential;
  }
  return 0.0;
}

void Outputs::evaluate(const MultibodyProblem& problem, const Snapshot& snapshot, std::vector<double>& values) {
  const Model& model = problem.system().model();
  values.resize(measures_.size());
  for (std::size_t c = 0; c < measures_.size(); ++c) {
    for (std::size_t k = 0; k < measures_[c].size(); ++k)
      scratch_[k] = value(problem, snapshot, measures_[c][k]) / measures_[c][k].unit;
    const double time = snapshot.state->t / model.units.time;
    values[c] = model.outputs[c].expression.evaluate(time, {scratch_.data(), measures_[c].size()});
    if (!std::isfinite(values[c]))
      throw IntegrationError(
          fmt::format("{}: output `{}` = {} is not finite at t = {:.9g}: {}", model.outputs[c].where.text(),
                      model.outputs[c].name, model.outputs[c].expression.text(), time,
                      model.outputs[c].expression.domain_problem(time, {scratch_.data(), measures_[c].size()})));
  }
}

}  // namespace alembert
