// Sections `variables:` and `states:` of the model file.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expression/term.h"
#include "model/read_expressions.h"

namespace alembert {
namespace {

// A residual r without the rate of its state makes it algebraic: a variable y = y - r(y), whose value is found from
// `initial` on. Where that is not 0, y = initial + change, and Newton's iteration begins with change = 0.
void add_algebraic(Draft& draft, const Context& context, const Node& key, const StateVariable& state) {
  const auto add = [&](const std::string& name, Expression expression) {
    if (!draft.variables.insert(name).second)
      context.fail(key,
                   fmt::format("state `{}` needs a variable `{}`, but there is one of that name", state.name, name));
    draft.model.variables.push_back({name, std::move(expression), state.where});
  };
  const bool shifted = state.initial != 0.0;
  const std::string unknown = shifted ? state.name + "_change" : state.name;
  const Term variable = Term::measure("var", {unknown});
  const Expression value = (shifted ? state.initial + variable : variable).expression();
  std::vector<const Expression*> by;
  for (const Measure& m : state.derivative.measures())
    by.push_back(m.name == "state" && m.arguments[0] == state.name ? &value : nullptr);
  const Expression residual = state.derivative.inlined(by);
  const std::array<const Expression*, 2> parts{nullptr, &residual};
  const Expression difference = (variable - Term::measure("residual", {})).expression();
  add(unknown, difference.inlined(parts).with_text(fmt::format("var({}) - ({})", unknown, state.derivative.text())));
  if (shifted) add(state.name, value);
}

}  // namespace

void read_variables(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    Variable variable;
    variable.name = context.new_name(key, "variable");
    if (!draft.variables.insert(variable.name).second)
      context.fail(key, fmt::format("variable `{}` exists already", variable.name));
    variable.where = context.position(value);
    variable.expression = read_expression(context, value);
    draft.model.variables.push_back(std::move(variable));
  });
}

void read_states(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    StateVariable state;
    state.name = context.new_name(key, "state");
    if (!draft.states.insert(state.name).second)
      context.fail(key, fmt::format("state `{}` exists already", state.name));
    const Fields fields(context, value, key_table("state"), fmt::format("state `{}`", state.name),
                        "states." + state.name, &draft.positions);
    state.implicit = fields.has("residual");
    if (state.implicit == fields.has("derivative"))
      context.fail(value, fmt::format("{} needs either `derivative` or `residual`", fields.label()));
    const Node& equation = fields.need(state.implicit ? "residual" : "derivative");
    state.where = context.position(equation);
    state.derivative = read_expression(context, equation);
    if (const Node* initial = fields.find("initial")) {
      state.steady = initial->is(Node::Kind::scalar) && initial->text == "steady";
      if (!state.steady) state.initial = context.number(*initial, Quantity::none);
    }
    state.scale = fields.number("scale", Quantity::none, 1.0);
    if (!(state.scale > 0.0))
      context.fail(fields.need("scale"), fmt::format("the scale of {} must be positive", fields.label()));
    const auto& measures = state.derivative.measures();
    const bool has_rate = std::any_of(measures.begin(), measures.end(), [&](const Measure& m) {
      return m.name == "rate" && m.arguments[0] == state.name;
    });
    const bool has_unknown = std::any_of(measures.begin(), measures.end(), [&](const Measure& m) {
      return m.name == "var" || (m.name == "state" && m.arguments[0] == state.name);
    });
    if (state.implicit && !has_rate && !has_unknown)
      context.fail(equation, fmt::format("the residual of {} contains neither state({}) nor rate({})", fields.label(),
                                         state.name, state.name));
    if (state.implicit && !has_rate)
      add_algebraic(draft, context, key, state);
    else
      draft.model.states.push_back(std::move(state));
  });
}

}  // namespace alembert
