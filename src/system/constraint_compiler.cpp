#include "system/constraint_compiler.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "expression/term.h"
#include "model/units.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

bool of_velocities(const MeasureRef& m) {
  if (m.kind != Kind::of_markers) return false;
  return m.measure == MarkerMeasure::velocity || m.measure == MarkerMeasure::rotation_rate ||
         m.measure == MarkerMeasure::separation_rate || m.measure == MarkerMeasure::displacement_rate;
}

Quantity quantity_of(const Motion& motion) {
  if (motion.level == Motion::Level::position) return motion.rotation ? Quantity::angle : Quantity::length;
  return motion.rotation ? Quantity::angular_velocity : Quantity::velocity;
}

// SI per unit of an expression: that of its measures where it is a sum of such, else 1.
double unit_of(const Units& units, const Expression& expression) {
  if (expression.measures().empty()) return 1.0;
  const Quantity quantity = measure_quantity(expression.measures().front().name);
  for (const Measure& m : expression.measures())
    if (measure_quantity(m.name) != quantity) return 1.0;
  return factor_to_si(units, quantity);
}

}  // namespace

std::vector<ConstraintEntry> ConstraintCompiler::run() {
  std::vector<ConstraintEntry> out;
  for (const Motion& motion : s_.model().motions) out.push_back(of_motion(motion));
  for (const UserConstraint& constraint : s_.model().constraints) out.push_back(of_user(constraint));
  s_.joint_constraints_.resize(s_.model().joints.size());
  for (int k = 0; k < static_cast<int>(s_.model().joints.size()); ++k) {
    const std::size_t before = out.size();
    add_equations(k, out);
    for (std::size_t c = before; c < out.size(); ++c)
      s_.joint_constraints_[static_cast<std::size_t>(k)].push_back(static_cast<int>(c));
  }
  for (ConstraintEntry& entry : out)
    for (const MarkerId marker : entry.markers) entry.frames.push_back(s_.markers()[marker].frame);
  return out;
}

Expression ConstraintCompiler::without_variables(const Expression& expression, const std::string& name,
                                                 std::vector<std::string>& open) {
  std::vector<Expression> written;
  std::vector<const Expression*> replacements;
  written.reserve(expression.measures().size());
  for (const Measure& m : expression.measures()) {
    replacements.push_back(nullptr);
    if (m.name != "var") continue;
    const std::string& variable = m.arguments[0];
    if (std::find(open.begin(), open.end(), variable) != open.end())
      throw ModelError(m.where, fmt::format("{}: variable `{}` is part of a loop of variables; what holds the motion "
                                            "cannot depend on one",
                                            name, variable));
    const int found = measures_.variable(variable);
    if (found < 0) continue;  // resolving the measure says so
    open.push_back(variable);
    const Expression& meant = s_.model().variables[static_cast<std::size_t>(found)].expression;
    written.push_back(without_variables(meant, name, open));
    open.pop_back();
    replacements.back() = &written.back();
  }
  return s_.bound(expression.inlined(replacements));
}

int ConstraintCompiler::place(ConstraintEntry& entry, MarkerId marker) const {
  const auto found = std::find(entry.markers.begin(), entry.markers.end(), marker);
  if (found != entry.markers.end()) return static_cast<int>(found - entry.markers.begin());
  entry.markers.push_back(marker);
  return static_cast<int>(entry.markers.size()) - 1;
}

void ConstraintCompiler::add_leaf(ConstraintEntry& entry, const MeasureRef& measure) {
  ConstraintEntry::Leaf leaf;
  leaf.measure = measure;
  if (measure.kind == Kind::state) {
    if (std::find(entry.states.begin(), entry.states.end(), measure.element) == entry.states.end())
      entry.states.push_back(measure.element);
  } else {
    leaf.place = {place(entry, measure.i), place(entry, measure.j), place(entry, measure.k)};
    if (entry.first < 0) entry.first = leaf.place[0];
  }
  entry.leaves.push_back(leaf);
}

void ConstraintCompiler::add_leaves(ConstraintEntry& entry, const std::vector<Measure>& measures, std::size_t from) {
  for (std::size_t k = from; k < measures.size(); ++k) {
    const Measure& measure = measures[k];
    const MeasureRef m = measures_.resolve(measure);
    const auto refuse = [&](const char* why) {
      throw ModelError(measure.where, fmt::format("{}: `{}`: {}", entry.name, measure.name, why));
    };
    if (m.kind == Kind::state) {
      if (!entry.velocity) refuse("a position cannot be held to a state; a velocity can (`velocity:`)");
    } else if (m.kind != Kind::of_markers && m.kind != Kind::turns) {
      refuse("what holds the motion can depend on positions, velocities, states and time only");
    } else if (!entry.velocity && of_velocities(m)) {
      refuse("an equation of positions cannot depend on velocities; write it as `velocity:`");
    }
    add_leaf(entry, m);
  }
}

ConstraintEntry ConstraintCompiler::of_motion(const Motion& motion) {
  const MarkerId first = motion.markers[0], second = motion.markers[1];
  MeasureRef coordinate;
  coordinate.i = second;
  coordinate.j = coordinate.k = first;
  coordinate.component = motion.axis;
  coordinate.unit = factor_to_si(s_.model().units, quantity_of(motion));
  ConstraintEntry entry;
  entry.velocity = motion.level != Motion::Level::position;
  const char* what = "displacement";
  if (entry.velocity) {
    coordinate.measure = motion.rotation ? MarkerMeasure::rotation_rate : MarkerMeasure::displacement_rate;
    what = motion.rotation ? "angular velocity" : "velocity";
  } else if (motion.rotation) {
    constexpr std::array trackers{AngleTracker::Kind::ax, AngleTracker::Kind::ay, AngleTracker::Kind::az};
    constexpr std::array measures{MarkerMeasure::angle_x, MarkerMeasure::angle_y, MarkerMeasure::angle_z};
    coordinate.kind = Kind::turns;
    coordinate.measure = measures[static_cast<std::size_t>(motion.axis)];
    coordinate.element = entry.tracker =
        measures_.track_angle({trackers[static_cast<std::size_t>(motion.axis)], second, first});
    what = "angle";
  }
  entry.name = fmt::format("motion {}: {}", motion.name, what);
  entry.where = motion.where;
  entry.active = motion.active;
  entry.unit = coordinate.unit;
  std::vector<std::string> open;
  const Expression function = without_variables(motion.function, entry.name, open);
  // coordinate - function; the names are replaced at once, and never looked up.
  static const Expression difference =
      (Term::measure("dx", {"coordinate"}) - Term::measure("dx", {"function"})).expression();
  const std::array<const Expression*, 2> replacements{nullptr, &function};
  entry.expression = difference.inlined(replacements).with_text(motion.function.text());
  add_leaf(entry, coordinate);
  entry.first = entry.leaves[0].place[1];
  add_leaves(entry, entry.expression.measures(), 1);
  return entry;
}

ConstraintEntry ConstraintCompiler::of_user(const UserConstraint& constraint) {
  ConstraintEntry entry;
  entry.velocity = constraint.velocity;
  entry.name = fmt::format("constraint {}: {}", constraint.name, constraint.velocity ? "velocity" : "position");
  entry.where = constraint.where;
  entry.active = constraint.active;
  entry.unit = unit_of(s_.model().units, constraint.expression);
  std::vector<std::string> open;
  entry.expression = without_variables(constraint.expression, entry.name, open);
  add_leaves(entry, entry.expression.measures(), 0);
  const bool moves =
      std::any_of(entry.markers.begin(), entry.markers.end(), [&](MarkerId m) { return s_.frame_of(m).moves(); });
  if (!moves)
    throw ModelError(constraint.where, fmt::format("constraint `{}` depends on no body that moves", constraint.name));
  return entry;
}

}  // namespace alembert
