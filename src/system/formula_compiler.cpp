#include "system/formula_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "system/pools.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

template <class T>
void sort_out(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// In a rising list; -1: not there.
template <class T>
int place_in(const std::vector<T>& list, T value) {
  const auto found = std::lower_bound(list.begin(), list.end(), value);
  return found == list.end() || *found != value ? -1 : static_cast<int>(found - list.begin());
}

}  // namespace

int FormulaCompiler::add(std::string name, const Expression& expression, const SourcePosition& where, double unit,
                         bool implicit) {
  Formula formula;
  formula.name = std::move(name);
  formula.expression = s_.bound(expression);
  formula.where = where;
  formula.unit = unit;
  formula.implicit = implicit;
  out_.all.push_back(std::move(formula));
  return static_cast<int>(out_.all.size()) - 1;
}

int FormulaCompiler::add_own_rate(std::string name, const Expression& expression, const SourcePosition& where,
                                  int force, int component) {
  const int index = add(std::move(name), expression, where, 1.0);
  Formula& formula = out_.all[static_cast<std::size_t>(index)];
  Formula::Leaf leaf;
  leaf.measure.kind = Kind::own_rate;
  leaf.measure.element = force;
  leaf.measure.component = component;
  formula.leaves.push_back(std::move(leaf));
  formula.given = true;
  return index;
}

void FormulaCompiler::finish() {
  for (Formula& formula : out_.all) resolve(formula);
  make_groups();
  for (const std::vector<int>& group : out_.groups) close_over(group);
  for (Formula& formula : out_.all) place_leaves(formula);
  for (const FormulaTarget& target : out_.targets) mark_acting(target.formula);
  for (const FormulaTarget& target : out_.targets)
    if (!out_.all[static_cast<std::size_t>(target.formula)].multipliers.empty()) out_.linear_in_multipliers = false;
}

void FormulaCompiler::resolve(Formula& formula) {
  for (Formula::Leaf& leaf : formula.leaves) add_dependencies(formula, leaf);  // of a formula whose leaf is given
  static const std::vector<Measure> none;
  for (const Measure& measure : formula.given ? none : formula.expression.measures()) {
    Formula::Leaf leaf;
    leaf.measure = measures_.resolve(measure);
    if (leaf.measure.kind == Kind::acceleration || leaf.measure.kind == Kind::rotation_acceleration)
      throw ModelError(measure.where, fmt::format("{}: `{}`: what acts on the motion cannot depend on accelerations; "
                                                  "outputs can",
                                                  formula.name, measure.name));
    if (leaf.measure.kind == Kind::kinetic_energy || leaf.measure.kind == Kind::potential_energy ||
        leaf.measure.kind == Kind::total_energy)
      throw ModelError(measure.where,
                       fmt::format("{}: `{}`: what acts on the motion cannot depend on energies; outputs "
                                   "can",
                                   formula.name, measure.name));
    const bool of_contact = leaf.measure.kind == Kind::contact_force || leaf.measure.kind == Kind::contact_torque;
    if (leaf.measure.second && !of_contact)
      throw ModelError(measure.where, fmt::format("{}: `{}`: what acts on the motion can depend on an element at its "
                                                  "first marker only; outputs at both",
                                                  formula.name, measure.arguments[0]));
    add_dependencies(formula, leaf);
    formula.leaves.push_back(std::move(leaf));
  }
  sort_out(formula.frames);
  sort_out(formula.states);
  sort_out(formula.multipliers);
}

// What a single measure depends on, other formulas aside.
void FormulaCompiler::add_dependencies(Formula& formula, Formula::Leaf& leaf) {
  const MeasureRef& m = leaf.measure;
  const auto frame_of = [&](MarkerId marker) { return s_.markers()[marker].frame; };
  const auto add_frame = [&](FrameId frame) {
    if (s_.frames()[frame].moves()) formula.frames.push_back(frame);
  };
  switch (m.kind) {
    case Kind::of_markers:
    case Kind::turns:
      for (const MarkerId marker : {m.i, m.j, m.k}) add_frame(frame_of(marker));
      break;
    case Kind::joint_force:
    case Kind::joint_torque:
      add_frame(frame_of(m.k));
      s_.pools().with_joint(m.element, [&](const auto& e) {
        for (const FrameId frame : e.frame) add_frame(frame);
        for (int r = 0; r < e.rows; ++r) formula.multipliers.push_back(e.first_row + r);
      });
      for (const int constraint : s_.constraints_of_joint(m.element)) {
        const ConstraintEntry& e = s_.constraints()[static_cast<std::size_t>(constraint)];
        if (e.row < 0) continue;
        for (const FrameId frame : e.frames) add_frame(frame);
        formula.multipliers.push_back(e.row);
      }
      break;
    case Kind::own_rate:
    case Kind::force_force:
    case Kind::force_torque:
      add_frame(frame_of(m.k));
      s_.pools().with_force(m.element, [&](const auto& e) {
        for (const FrameId frame : e.frame) add_frame(frame);
        for (const int state : e.state)
          if (state >= 0) formula.states.push_back(state);
      });
      if (const auto found = components_.find(m.element); found != components_.end())
        for (const int component : found->second)
          if (component >= 0) leaf.formulas.push_back(component);
      break;
    case Kind::constraint_force:
    case Kind::constraint_torque: {
      const ConstraintEntry& e = s_.constraints()[static_cast<std::size_t>(m.element)];
      add_frame(frame_of(m.k));
      if (e.row < 0) break;
      for (const FrameId frame : e.frames) add_frame(frame);
      formula.states.insert(formula.states.end(), e.states.begin(), e.states.end());
      formula.multipliers.push_back(e.row);
      break;
    }
    case Kind::contact:
    case Kind::contact_force:
    case Kind::contact_torque: {
      const Contacts& all = s_.contacts();
      const ContactEntry& entry = all.contacts[static_cast<std::size_t>(m.element)];
      if (m.kind != Kind::contact) add_frame(frame_of(m.k));
      for (int k = entry.first; k < entry.last; ++k) {
        const ContactPair& pair = all.pairs[static_cast<std::size_t>(k)];
        if (m.shape >= 0 && pair.a != m.shape && pair.b != m.shape) continue;
        for (const int shape : {pair.a, pair.b}) add_frame(all.shapes[static_cast<std::size_t>(shape)].frame);
      }
      break;
    }
    case Kind::rate:
      leaf.formulas.push_back(s_.states()[static_cast<std::size_t>(m.element)].formula);
      break;
    case Kind::variable:
      leaf.formulas.push_back(out_.variables[static_cast<std::size_t>(m.element)]);
      break;
    case Kind::state:
      formula.states.push_back(m.element);
      break;
    default:
      break;
  }
}

void FormulaCompiler::make_groups() {
  const std::size_t n = out_.all.size();
  number_.assign(n, -1);
  low_.assign(n, 0);
  on_stack_.assign(n, false);
  for (std::size_t k = 0; k < n; ++k)
    if (number_[k] < 0) visit(static_cast<int>(k));
}

// Strongly connected components come out in the order in which they can be evaluated. An explicit stack: a chain of
// thousands of variables must not exhaust the program's own.
void FormulaCompiler::visit(int root) {
  struct Frame {
    int formula;
    std::vector<int> next;
    std::size_t at = 0;
  };
  std::vector<Frame> frames;
  const auto enter = [&](int f) {
    const auto k = static_cast<std::size_t>(f);
    number_[k] = low_[k] = count_++;
    stack_.push_back(f);
    on_stack_[k] = true;
    Frame frame{f, {}};
    for (const Formula::Leaf& leaf : out_.all[k].leaves)
      frame.next.insert(frame.next.end(), leaf.formulas.begin(), leaf.formulas.end());
    frames.push_back(std::move(frame));
  };
  enter(root);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const auto k = static_cast<std::size_t>(frame.formula);
    if (frame.at < frame.next.size()) {
      const int other = frame.next[frame.at++];
      const auto o = static_cast<std::size_t>(other);
      if (number_[o] < 0)
        enter(other);
      else if (on_stack_[o])
        low_[k] = std::min(low_[k], number_[o]);
      continue;
    }
    if (low_[k] == number_[k]) {
      std::vector<int> group;
      for (int f = -1; f != frame.formula;) {
        f = stack_.back();
        stack_.pop_back();
        on_stack_[static_cast<std::size_t>(f)] = false;
        group.push_back(f);
      }
      std::sort(group.begin(), group.end());
      const bool itself = std::count(frame.next.begin(), frame.next.end(), frame.formula) > 0;
      const Formula& formula = out_.all[k];
      if (formula.implicit && group.size() == 1 && !itself)
        throw ModelError(formula.where,
                         fmt::format("{}: the residual `{}` does not depend on the rate of the state; an unknown "
                                     "without one belongs to `variables`",
                                     formula.name, formula.expression.text()));
      out_.loop.push_back(group.size() > 1 || itself);
      out_.groups.push_back(std::move(group));
    }
    const int done = frame.formula;
    frames.pop_back();
    if (!frames.empty()) {
      const auto p = static_cast<std::size_t>(frames.back().formula);
      low_[p] = std::min(low_[p], low_[static_cast<std::size_t>(done)]);
    }
  }
}

// Every formula depends on all that the formulas it names depend on; those of a loop on the same.
void FormulaCompiler::close_over(const std::vector<int>& group) {
  std::vector<FrameId> frames;
  std::vector<int> states, multipliers;
  const auto take = [&](const Formula& f) {
    frames.insert(frames.end(), f.frames.begin(), f.frames.end());
    states.insert(states.end(), f.states.begin(), f.states.end());
    multipliers.insert(multipliers.end(), f.multipliers.begin(), f.multipliers.end());
  };
  for (const int k : group) {
    const Formula& formula = out_.all[static_cast<std::size_t>(k)];
    take(formula);
    for (const Formula::Leaf& leaf : formula.leaves)
      for (const int other : leaf.formulas) take(out_.all[static_cast<std::size_t>(other)]);
  }
  sort_out(frames);
  sort_out(states);
  sort_out(multipliers);
  for (const int k : group) {
    Formula& formula = out_.all[static_cast<std::size_t>(k)];
    formula.frames = frames;
    formula.states = states;
    formula.multipliers = multipliers;
    for (const FrameId id : frames) {
      const FrameEntry& frame = s_.frames()[id];
      for (int c = 0; c < frame.columns; ++c) formula.columns.push_back(frame.v + c);
    }
    for (const int x : states) formula.columns.push_back(s_.states()[static_cast<std::size_t>(x)].v);
    for (const int r : multipliers) formula.columns.push_back(s_.sizes().velocities + r);
  }
}

void FormulaCompiler::place_leaves(Formula& formula) {
  const auto place = [&](MarkerId marker) { return place_in(formula.frames, s_.markers()[marker].frame); };
  const int first_state = static_cast<int>(12 * formula.frames.size());
  const int first_multiplier = first_state + static_cast<int>(formula.states.size());
  for (Formula::Leaf& leaf : formula.leaves) {
    leaf.place = {place(leaf.measure.i), place(leaf.measure.j), place(leaf.measure.k)};
    for (const int other : leaf.formulas) {
      const Formula& o = out_.all[static_cast<std::size_t>(other)];
      std::vector<int> places;
      for (const FrameId frame : o.frames) {
        const int first = 12 * place_in(formula.frames, frame);
        for (int c = 0; c < 12; ++c) places.push_back(first + c);
      }
      for (const int x : o.states) places.push_back(first_state + place_in(formula.states, x));
      for (const int r : o.multipliers) places.push_back(first_multiplier + place_in(formula.multipliers, r));
      leaf.places.push_back(std::move(places));
    }
  }
}

void FormulaCompiler::mark_acting(int root) {
  std::vector<int> open{root};
  while (!open.empty()) {
    Formula& formula = out_.all[static_cast<std::size_t>(open.back())];
    open.pop_back();
    if (formula.acts) continue;
    formula.acts = true;
    for (const Formula::Leaf& leaf : formula.leaves)
      open.insert(open.end(), leaf.formulas.begin(), leaf.formulas.end());
  }
}

}  // namespace alembert
