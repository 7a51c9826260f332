// Sections `variables:` and `states:` of the model file.
#include <fmt/format.h>

#include "model/read_expressions.h"

namespace alembert {

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
    draft.model.states.push_back(std::move(state));
  });
}

}  // namespace alembert
