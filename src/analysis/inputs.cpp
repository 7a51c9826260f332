#include "analysis/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/suggest.h"
#include "expression/term.h"
#include "model/inputs.h"
#include "model/model_expressions.h"

namespace alembert {

namespace {

// Inputs that an expression asks for, those of the variables it names among them.
void add_inputs(const Model& model, const Expression& expression, std::set<std::string>& seen,
                std::set<std::string>& out) {
  for (const Measure& m : expression.measures()) {
    if (m.name == "input") out.insert(m.arguments[0]);
    if (m.name != "var" || !seen.insert(m.arguments[0]).second) continue;
    for (const Variable& v : model.variables)
      if (v.name == m.arguments[0]) add_inputs(model, v.expression, seen, out);
  }
}

// The inputs that positions are held to, and by what.
std::map<std::string, std::string> inputs_of_positions(const Model& model) {
  std::map<std::string, std::string> out;
  const auto look = [&](const Expression& expression, const std::string& what) {
    std::set<std::string> seen, found;
    add_inputs(model, expression, seen, found);
    for (const std::string& name : found) out.emplace(name, what);
  };
  for (const Motion& motion : model.motions)
    if (motion.level == Motion::Level::position) look(motion.function, fmt::format("motion `{}`", motion.name));
  for (const UserConstraint& c : model.constraints)
    if (!c.velocity) look(c.expression, fmt::format("constraint `{}`", c.name));
  return out;
}

// `expression` with input(NAME) replaced by itself plus a state.
void add_state(const std::string& argument, const StateVariable& state, Expression& expression) {
  const auto is_it = [&](const Measure& m) { return m.name == "input" && m.arguments[0] == argument; };
  if (std::none_of(expression.measures().begin(), expression.measures().end(), is_it)) return;
  const Expression sum = (Term::measure("input", {argument}) + Term::measure("state", {state.name})).expression();
  std::vector<const Expression*> replaced;
  for (const Measure& m : expression.measures()) replaced.push_back(is_it(m) ? &sum : nullptr);
  expression = expression.inlined(replaced).with_text(expression.text());
}

// What is added to the variable itself.
void add_state(const StateVariable& state, Variable& variable) {
  const Expression sum = (Term::measure("var", {variable.name}) + Term::measure("state", {state.name})).expression();
  std::vector<const Expression*> replaced;
  for (const Measure& m : sum.measures()) replaced.push_back(m.name == "var" ? &variable.expression : nullptr);
  variable.expression = sum.inlined(replaced).with_text(variable.expression.text());
}

}  // namespace

std::vector<std::string> possible_inputs(const Model& model) {
  const auto held = inputs_of_positions(model);
  std::vector<std::string> out = input_names(model);
  std::erase_if(out, [&](const std::string& name) { return held.count(name) > 0; });
  return out;
}

Model with_inputs(const Model& model, const std::vector<std::string>& names) {
  Model out = model;
  const auto held = inputs_of_positions(model);
  for (const std::string& name : names) {
    const int place = find_input(model, name);
    const auto variable =
        std::find_if(out.variables.begin(), out.variables.end(), [&](const Variable& v) { return v.name == name; });
    if (place < 0 && variable == out.variables.end()) {
      std::vector<std::string> known = input_names(model);
      for (const Variable& v : model.variables) known.push_back(v.name);
      throw UsageError(fmt::format("there is no input or variable `{}`{}", name, did_you_mean(name, known)));
    }
    if (const auto found = held.find(name); place >= 0 && found != held.end())
      throw UsageError(
          fmt::format("input `{}` cannot be one of a linear model: {} holds a position to it, which then "
                      "depends on its rates, too; let it give a velocity, or a force",
                      name, found->second));
    StateVariable input;
    input.name = "input_" + name;
    while (std::any_of(out.states.begin(), out.states.end(), [&](const auto& x) { return x.name == input.name; }))
      input.name += "_";
    input.where = place >= 0 ? model.inputs[static_cast<std::size_t>(place)].where : variable->where;
    if (place < 0) {
      add_state(input, *variable);
    } else {
      const auto add = [&](Expression& e, const SourcePosition&) { add_state(name, input, e); };
      for_each_expression(out, add);
      for (Output& o : out.outputs) add(o.expression, o.where);
    }
    out.states.push_back(std::move(input));
  }
  return out;
}

Restart with_inputs(Restart restart, std::size_t inputs) {
  for (Vector* x : {&restart.state.q, &restart.state.v, &restart.state.a}) {
    const Eigen::Index n = x->size();
    x->conservativeResize(n + static_cast<Eigen::Index>(inputs));
    x->tail(static_cast<Eigen::Index>(inputs)).setZero();
  }
  return restart;
}

}  // namespace alembert
