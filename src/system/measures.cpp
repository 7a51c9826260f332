#include "system/measures.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/suggest.h"
#include "model/units.h"
#include "system/system.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

int find_marker(const System& system, const std::string& name, const SourcePosition& where) {
  const Model& model = system.model();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.markers.size(); ++k) {
    const Marker& marker = model.markers[k];
    if (marker.name == name) return system.marker_of(MarkerId(k));
    if (!marker.made_by_shorthand) names.push_back(marker.name);
  }
  throw ModelError(where, fmt::format("there is no marker or body `{}`{}", name, did_you_mean(name, names)));
}

// Index of the named entry of a list, or -1 with its names added to `names`.
template <class List>
int find_named(const List& list, const std::string& name, std::vector<std::string>& names) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].name == name) return static_cast<int>(k);
    names.push_back(list[k].name);
  }
  return -1;
}

MeasureRef of_element(const System& system, const Measure& m, int k) {
  constexpr std::string_view suffix = ".second";
  const bool second = m.arguments[0].ends_with(suffix);
  const std::string name = second ? m.arguments[0].substr(0, m.arguments[0].size() - suffix.size()) : m.arguments[0];
  std::vector<std::string> names;
  const int joint = find_named(system.model().joints, name, names);
  const int force = joint >= 0 ? -1 : find_named(system.model().forces, name, names);
  // Motions come first among the constraints that are expressions, the user's own behind them.
  int constraint = joint >= 0 || force >= 0 ? -1 : find_named(system.model().motions, name, names);
  if (joint < 0 && force < 0 && constraint < 0) {
    constraint = find_named(system.model().constraints, name, names);
    if (constraint >= 0) constraint += static_cast<int>(system.model().motions.size());
  }
  if (joint < 0 && force < 0 && constraint < 0)
    throw ModelError(m.where, fmt::format("there is no joint or force `{}`{}", name, did_you_mean(name, names)));
  MeasureRef r;
  const bool torque = m.name[0] == 't';
  r.element = joint >= 0 ? joint : force >= 0 ? force : constraint;
  r.kind = joint >= 0   ? (torque ? Kind::joint_torque : Kind::joint_force)
           : force >= 0 ? (torque ? Kind::force_torque : Kind::force_force)
                        : (torque ? Kind::constraint_torque : Kind::constraint_force);
  r.k = k;
  if (!second) return r;
  // Action and reaction: at the second marker the opposite acts, with the moment of the way there.
  r.second = true;
  const auto refuse = [&] {
    throw ModelError(m.where, fmt::format("`{}` acts on one body only: it has no second marker", name));
  };
  if (constraint >= static_cast<int>(system.model().motions.size())) refuse();
  if (joint >= 0 && system.model().joints[static_cast<std::size_t>(joint)].kind == JointKind::coupler)
    throw ModelError(m.where, fmt::format("`{}` acts on the bodies of several joints: it has no second marker", name));
  std::array<MarkerId, 2> markers;
  if (joint >= 0) markers = system.model().joints[static_cast<std::size_t>(joint)].markers;
  if (constraint >= 0) markers = system.model().motions[static_cast<std::size_t>(constraint)].markers;
  if (force >= 0) {
    const ForceParameters& any = system.model().forces[static_cast<std::size_t>(force)].parameters;
    if (const auto* applied = std::get_if<AppliedForce>(&any)) {
      if (!applied->reaction.valid()) refuse();
      markers = {applied->on, applied->reaction};
    } else {
      std::visit(
          [&](const auto& p) {
            if constexpr (requires { p.markers; }) markers = p.markers;
          },
          any);
    }
  }
  r.i = system.marker_of(markers[0]);
  r.j = system.marker_of(markers[1]);
  return r;
}

MarkerMeasure marker_measure(const std::string& name) {
  if (name == "psi") return MarkerMeasure::euler_psi;
  if (name == "theta") return MarkerMeasure::euler_theta;
  if (name == "phi") return MarkerMeasure::euler_phi;
  if (name == "vr") return MarkerMeasure::separation_rate;
  if (name[0] == 'd') return MarkerMeasure::displacement;
  return name[0] == 'v' ? MarkerMeasure::velocity : MarkerMeasure::rotation_rate;
}

}  // namespace

MeasureRef resolve_marker_measure(System& system, const std::string& name, int i, int j, int k) {
  MeasureRef r;
  r.i = i;
  r.j = j;
  r.k = k;
  if (name == "ax" || name == "ay" || name == "az") {
    const bool x = name == "ax", y = name == "ay";
    r.kind = Kind::turns;
    r.measure = x ? MarkerMeasure::angle_x : y ? MarkerMeasure::angle_y : MarkerMeasure::angle_z;
    AngleTracker tracker;
    tracker.kind = x ? AngleTracker::Kind::ax : y ? AngleTracker::Kind::ay : AngleTracker::Kind::az;
    tracker.marker_i = r.i;
    tracker.marker_j = r.j;
    r.element = system.track_angle(tracker);
  } else if (name.starts_with("wdt")) {
    r.kind = Kind::rotation_acceleration;
  } else if (name.starts_with("acc")) {
    r.kind = Kind::acceleration;
  } else {
    r.measure = marker_measure(name);
  }
  const char last = name.back();
  r.component = last == 'x' ? 0 : last == 'y' ? 1 : last == 'z' ? 2 : 3;
  return r;
}

MeasureRef resolve_measure(System& system, const Measure& m) {
  const std::string& name = m.name;
  MeasureRef r;
  const auto ground = system.marker_of(system.model().bodies[0].frame_marker);
  const auto marker = [&](std::size_t k) {
    return k < m.arguments.size() ? find_marker(system, m.arguments[k], m.where) : ground;
  };
  if (name == "var" || name == "state" || name == "rate") {
    std::vector<std::string> names;
    const bool variable = name == "var";
    r.element = variable ? find_named(system.model().variables, m.arguments[0], names)
                         : find_named(system.model().states, m.arguments[0], names);
    if (r.element < 0 && name == "state") {  // an algebraic one is a variable
      r.element = find_named(system.model().variables, m.arguments[0], names);
      r.kind = Kind::variable;
      if (r.element >= 0) return r;
    }
    if (r.element < 0 && name == "rate")
      throw ModelError(m.where, fmt::format("state `{}` has no rate that could be asked for: its own equation does not "
                                            "contain it",
                                            m.arguments[0]));
    if (r.element < 0)
      throw ModelError(m.where, fmt::format("there is no {} `{}`{}", variable ? "variable" : "state", m.arguments[0],
                                            did_you_mean(m.arguments[0], names)));
    r.kind = variable ? Kind::variable : name == "state" ? Kind::state : Kind::rate;
    r.unit = name == "rate" ? factor_to_si(system.model().units, Quantity::frequency) : 1.0;
    return r;
  }
  const double unit = factor_to_si(system.model().units, measure_quantity(name));
  if (name.ends_with("_energy")) {
    r.kind = name[0] == 'k' ? Kind::kinetic_energy : name[0] == 'p' ? Kind::potential_energy : Kind::total_energy;
  } else if (name.size() == 2 && (name[0] == 'f' || name[0] == 't')) {
    r = of_element(system, m, marker(1));
  } else if (const bool angle = name.starts_with("angle"); angle || name.starts_with("displacement")) {
    std::vector<std::string> names;
    const int joint = find_named(system.model().joints, m.arguments[0], names);
    if (joint < 0)
      throw ModelError(m.where,
                       fmt::format("there is no joint `{}`{}", m.arguments[0], did_you_mean(m.arguments[0], names)));
    const std::array<MarkerId, 2>& pair = system.model().joints[static_cast<std::size_t>(joint)].markers;
    const int first = system.marker_of(pair[0]), second = system.marker_of(pair[1]);
    r = resolve_marker_measure(system, name == "angle" ? "az" : angle ? "wz" : "dz", second, first, first);
    if (name == "displacement_rate") r.measure = MarkerMeasure::displacement_rate;
    r.unit = unit;
    return r;
  } else {
    r = resolve_marker_measure(system, name, marker(0), marker(1), m.arguments.size() > 2 ? marker(2) : ground);
    r.unit = unit;
    return r;
  }
  const char last = name.back();
  r.component = last == 'x' ? 0 : last == 'y' ? 1 : last == 'z' ? 2 : 3;
  r.unit = unit;
  return r;
}

}  // namespace alembert
