#include "system/measures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "elements/joints/coupler.h"
#include "model/units.h"
#include "system/system.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

MarkerMeasure marker_measure(const std::string& name) {
  if (name == "psi") return MarkerMeasure::euler_psi;
  if (name == "theta") return MarkerMeasure::euler_theta;
  if (name == "phi") return MarkerMeasure::euler_phi;
  if (name == "vr") return MarkerMeasure::separation_rate;
  if (name[0] == 'd') return MarkerMeasure::displacement;
  return name[0] == 'v' ? MarkerMeasure::velocity : MarkerMeasure::rotation_rate;
}

// What follows from the position and velocity alone needs no equations solved.
bool needs_reactions(const MeasureRef& m) {
  switch (m.kind) {
    case Kind::of_markers:
    case Kind::turns:
    case Kind::state:
    case Kind::contact:
    case Kind::contact_force:
    case Kind::contact_torque:
    case Kind::kinetic_energy:
    case Kind::potential_energy:
    case Kind::total_energy:
      return false;
    default:
      return true;
  }
}

int component_of(const std::string& name) {
  const char last = name.back();
  return last == 'x' ? 0 : last == 'y' ? 1 : last == 'z' ? 2 : 3;
}

}  // namespace

MeasureResolver::MeasureResolver(System& system) : s_(system), compiled_(&system), counted_(system.trackers_) {
  enter_names();
}

MeasureResolver::MeasureResolver(const System& system, std::vector<AngleTracker>& more)
    : s_(system), counted_(more), first_(system.trackers().size()) {
  enter_names();
  int number = 0;
  for (const std::vector<AngleTracker>* list :
       {&system.trackers(), static_cast<const std::vector<AngleTracker>*>(&more)})
    for (const AngleTracker& tracker : *list) trackers_.emplace(key_of(tracker), number++);
}

std::array<int, 3> MeasureResolver::key_of(const AngleTracker& tracker) {
  return {static_cast<int>(tracker.kind), tracker.marker_i.value, tracker.marker_j.value};
}

void MeasureResolver::enter_names() {
  const Model& model = s_.model();
  const auto enter = [](const auto& list, std::unordered_map<std::string, int>& out) {
    for (std::size_t k = 0; k < list.size(); ++k) out.emplace(list[k].name, static_cast<int>(k));
  };
  enter(model.markers, markers_);
  enter(model.joints, joints_);
  enter(model.forces, forces_);
  enter(model.contacts, contacts_);
  enter(model.motions, motions_);
  enter(model.constraints, constraints_);
  enter(model.variables, variables_);
  enter(model.states, states_);
}

int MeasureResolver::find(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? -1 : found->second;
}

std::string MeasureResolver::nearest(std::initializer_list<const Names*> lists, const std::string& name) {
  std::vector<std::string> names;
  for (const Names* list : lists)
    for (const auto& entry : *list) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  return did_you_mean(name, names);
}

int MeasureResolver::track_angle(const AngleTracker& tracker) {
  const auto [found, added] = trackers_.emplace(key_of(tracker), static_cast<int>(first_ + counted_.size()));
  if (added) {
    counted_.push_back(tracker);
    if (compiled_ != nullptr) compiled_->sizes_.memory += 2;  // angle and rate
  }
  return found->second;
}

MarkerId MeasureResolver::marker(const Measure& m, std::size_t argument) const {
  if (argument >= m.arguments.size()) return s_.model().bodies[0].frame_marker;
  const std::string& name = m.arguments[argument];
  if (const int found = find(markers_, name); found >= 0) return MarkerId(static_cast<std::size_t>(found));
  std::vector<std::string> names;
  for (const Marker& marker : s_.model().markers)
    if (!marker.made_by_shorthand) names.push_back(marker.name);
  throw ModelError(m.where, fmt::format("there is no marker or body `{}`{}", name, did_you_mean(name, names)));
}

MeasureRef MeasureResolver::of_element(const Measure& m, MarkerId k) const {
  const Model& model = s_.model();
  constexpr std::string_view suffix = ".second";
  const bool second = m.arguments[0].ends_with(suffix);
  const std::string name = second ? m.arguments[0].substr(0, m.arguments[0].size() - suffix.size()) : m.arguments[0];
  const int joint = find(joints_, name);
  const int force = joint >= 0 ? -1 : find(forces_, name);
  if (const int contact = find(contacts_, name); contact >= 0) {
    MeasureRef r;
    r.kind = m.name[0] == 't' ? Kind::contact_torque : Kind::contact_force;
    r.element = contact;
    r.second = second;
    r.k = k;
    return r;
  }
  // Motions come first among the constraints that are expressions, the user's own behind them.
  int constraint = joint >= 0 || force >= 0 ? -1 : find(motions_, name);
  if (joint < 0 && force < 0 && constraint < 0) {
    constraint = find(constraints_, name);
    if (constraint >= 0) constraint += static_cast<int>(model.motions.size());
  }
  if (joint < 0 && force < 0 && constraint < 0)
    throw ModelError(m.where, fmt::format("there is no joint or force `{}`{}", name,
                                          nearest({&joints_, &forces_, &contacts_, &motions_, &constraints_}, name)));
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
  if (constraint >= static_cast<int>(model.motions.size())) refuse();
  if (joint >= 0 && model.joints[static_cast<std::size_t>(joint)].kind.is<Coupler>())
    throw ModelError(m.where, fmt::format("`{}` acts on the bodies of several joints: it has no second marker", name));
  std::array<MarkerId, 2> markers;
  if (joint >= 0) markers = model.joints[static_cast<std::size_t>(joint)].markers;
  if (constraint >= 0) markers = model.motions[static_cast<std::size_t>(constraint)].markers;
  if (force >= 0) {
    const ForceParameters& any = model.forces[static_cast<std::size_t>(force)].parameters;
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
  r.i = markers[0];
  r.j = markers[1];
  return r;
}

MeasureRef MeasureResolver::of_markers(const std::string& name, MarkerId i, MarkerId j, MarkerId k) {
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
    r.element = track_angle(tracker);
  } else if (name.starts_with("wdt")) {
    r.kind = Kind::rotation_acceleration;
  } else if (name.starts_with("acc")) {
    r.kind = Kind::acceleration;
  } else {
    r.measure = marker_measure(name);
  }
  r.component = component_of(name);
  return r;
}

MeasureRef MeasureResolver::of_formula(const Measure& m) const {
  const bool variable = m.name == "var";
  const std::string& name = m.arguments[0];
  MeasureRef r;
  r.element = find(variable ? variables_ : states_, name);
  if (r.element < 0 && m.name == "state") {  // an algebraic one is a variable
    r.element = find(variables_, name);
    r.kind = Kind::variable;
    if (r.element >= 0) return r;
  }
  if (r.element < 0 && m.name == "rate")
    throw ModelError(m.where, fmt::format("state `{}` has no rate that could be asked for: its own equation does not "
                                          "contain it",
                                          name));
  if (r.element < 0)
    throw ModelError(m.where,
                     fmt::format("there is no {} `{}`{}", variable ? "variable" : "state", name,
                                 variable ? nearest({&variables_}, name) : nearest({&states_, &variables_}, name)));
  r.kind = variable ? Kind::variable : m.name == "state" ? Kind::state : Kind::rate;
  r.unit = m.name == "rate" ? factor_to_si(s_.model().units, Quantity::frequency) : 1.0;
  return r;
}

// The coordinate of a joint: an angle about, or a displacement along the first's z axis.
MeasureRef MeasureResolver::of_joint(const Measure& m) {
  const std::string& name = m.name;
  const int joint = find(joints_, m.arguments[0]);
  if (joint < 0)
    throw ModelError(m.where,
                     fmt::format("there is no joint `{}`{}", m.arguments[0], nearest({&joints_}, m.arguments[0])));
  const std::array<MarkerId, 2>& pair = s_.model().joints[static_cast<std::size_t>(joint)].markers;
  const char* measure = name == "angle" ? "az" : name.starts_with("angle") ? "wz" : "dz";
  MeasureRef r = of_markers(measure, pair[1], pair[0], pair[0]);
  if (name == "displacement_rate") r.measure = MarkerMeasure::displacement_rate;
  return r;
}

int MeasureResolver::contact_shape(const Measure& m, int contact) const {
  if (m.arguments.size() < 2) return -1;
  const Contacts& all = s_.contacts();
  const ContactEntry& entry = all.contacts[static_cast<std::size_t>(contact)];
  std::vector<std::string> names;
  for (int k = entry.first; k < entry.last; ++k)
    for (const int shape : {all.pairs[static_cast<std::size_t>(k)].a, all.pairs[static_cast<std::size_t>(k)].b}) {
      names.push_back(all.shapes[static_cast<std::size_t>(shape)].name);
      if (names.back() == m.arguments[1]) return shape;
    }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  throw ModelError(m.where, fmt::format("contact `{}` has no shape `{}`{}", entry.name, m.arguments[1],
                                        did_you_mean(m.arguments[1], names)));
}

MeasureRef MeasureResolver::of_contact(const Measure& m) const {
  using Of = MeasureRef::OfContact;
  MeasureRef r;
  r.kind = Kind::contact;
  r.element = find(contacts_, m.arguments[0]);
  if (r.element < 0)
    throw ModelError(m.where,
                     fmt::format("there is no contact `{}`{}", m.arguments[0], nearest({&contacts_}, m.arguments[0])));
  r.shape = contact_shape(m, r.element);
  r.contact = m.name == "normal_force"     ? Of::normal_force
              : m.name == "friction_force" ? Of::friction_force
              : m.name == "penetration"    ? Of::penetration
              : m.name == "gap"            ? Of::gap
              : m.name == "slip"           ? Of::slip
                                           : Of::touching;
  r.unit = factor_to_si(s_.model().units, measure_quantity(m.name));
  return r;
}

MeasureRef MeasureResolver::resolve(const Measure& m) {
  const std::string& name = m.name;
  for (const char* of : {"normal_force", "friction_force", "penetration", "gap", "slip", "touching"})
    if (name == of) return of_contact(m);
  if (name == "var" || name == "state" || name == "rate") return of_formula(m);
  MeasureRef r;
  if (name.ends_with("_energy")) {
    r.kind = name[0] == 'k' ? Kind::kinetic_energy : name[0] == 'p' ? Kind::potential_energy : Kind::total_energy;
  } else if (name.size() == 2 && (name[0] == 'f' || name[0] == 't')) {
    r = of_element(m, marker(m, 1));
    r.component = component_of(name);
  } else if (name.starts_with("angle") || name.starts_with("displacement")) {
    r = of_joint(m);
  } else {
    r = of_markers(name, marker(m, 0), marker(m, 1), marker(m, 2));
  }
  r.unit = factor_to_si(s_.model().units, measure_quantity(name));
  return r;
}

ResolvedExpression MeasureResolver::resolve(const Expression& expression) {
  ResolvedExpression out;
  out.expression = s_.bound(expression);
  for (const Measure& measure : out.expression.measures()) {
    out.measures.push_back(resolve(measure));
    out.needs_reactions = out.needs_reactions || needs_reactions(out.measures.back());
  }
  return out;
}

}  // namespace alembert
