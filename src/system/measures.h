// Measures of expressions, resolved to markers and elements of a system while it is compiled.
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "elements/measure_kind.h"
#include "expression/expression.h"
#include "math/types.h"

namespace alembert {

class System;
struct AngleTracker;

struct MeasureRef {
  enum class Kind {
    of_markers,  // `measure` of i, j, k
    turns,       // an angle counted over whole turns: tracker `element`
    acceleration,
    rotation_acceleration,
    joint_force,
    joint_torque,
    force_force,
    force_torque,
    variable,       // formula `element`
    state,          // state `element`
    rate,           // of change of state `element`
    own_rate,       // of the `component`-th state that force `element` owns; only as the derivative of it
    curve_contact,  // row `component` of curve contact `element`; only in constraints
    constraint_force,
    constraint_torque,
    contact,        // `contact` of contact `element`; `shape` of it, or all
    contact_force,  // and what it exerts on its first shape's body, or the second's
    contact_torque,
    kinetic_energy,
    potential_energy,
    total_energy
  };
  Kind kind = Kind::of_markers;
  MarkerMeasure measure = MarkerMeasure::displacement;
  int component = 0;  // 0..2, or 3 for the size of a vector
  MarkerId i{0u}, j{0u}, k{0u};
  int element = 0;  // joint, force, constraint, tracker, formula, state or contact
  enum class OfContact { normal_force, friction_force, penetration, gap, slip, touching };
  OfContact contact = OfContact::normal_force;
  int shape = -1;       // of a contact: its place among the system's shapes
  bool second = false;  // of an element: at its second marker instead of its first
  double unit = 1.0;    // value in the model's units = SI value / unit
};

// The direction in which a vector counts: an axis, or its own.
inline Vec3 direction_of(const Vec3& x, const Mat3& axes, int component) {
  if (component < 3) return axes.col(component);
  const double size = x.norm();
  return size > 0.0 ? Vec3(x / size) : Vec3(Vec3::Zero());
}

inline double pick(const Vec3& x, const Mat3& axes, int component) {
  return component < 3 ? axes.col(component).dot(x) : x.norm();
}

// An expression that nothing in the equations depends on.
struct ResolvedExpression {
  Expression expression;
  std::vector<MeasureRef> measures;
  bool needs_reactions = false;  // or accelerations
};
struct SensorExpressions {
  ResolvedExpression event;
  std::vector<ResolvedExpression> parameters, states;
  std::array<std::optional<ResolvedExpression>, 6> impulse;
};

class MeasureResolver {
 public:
  // While a system is compiled; and of one that is complete, where angles it does not count are added to `more`, with
  // the numbers behind its own.
  explicit MeasureResolver(System& system);
  MeasureResolver(const System& system, std::vector<AngleTracker>& more);

  // Resolves names, with suggestions for unknown ones; angles over whole turns are tracked from here on.
  MeasureRef resolve(const Measure& measure);
  // The place of a variable of the model; -1: there is none of this name.
  int variable(const std::string& name) const { return find(variables_, name); }
  // A measure of markers by name, in SI units.
  MeasureRef of_markers(const std::string& name, MarkerId i, MarkerId j, MarkerId k);
  ResolvedExpression resolve(const Expression& expression);
  // Adds an angle to be counted over whole turns; returns its index.
  int track_angle(const AngleTracker& tracker);

 private:
  using Names = std::unordered_map<std::string, int>;
  void enter_names();
  static std::array<int, 3> key_of(const AngleTracker& tracker);
  static int find(const Names& names, const std::string& name);  // -1: not there
  static std::string nearest(std::initializer_list<const Names*> lists, const std::string& name);
  MarkerId marker(const Measure& measure, std::size_t argument) const;  // ground unless given
  MeasureRef of_element(const Measure& measure, MarkerId k) const;
  MeasureRef of_formula(const Measure& measure) const;
  MeasureRef of_joint(const Measure& measure);
  MeasureRef of_contact(const Measure& measure) const;
  int contact_shape(const Measure& measure, int contact) const;  // the second argument; -1: all

  const System& s_;
  System* compiled_ = nullptr;  // null: it is complete
  std::vector<AngleTracker>& counted_;
  std::size_t first_ = 0;  // number of the first of these
  Names markers_, joints_, forces_, contacts_, motions_, constraints_, variables_, states_;
  std::map<std::array<int, 3>, int> trackers_;
};

}  // namespace alembert
