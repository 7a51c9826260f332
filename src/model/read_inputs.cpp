// Section `inputs:` of the model file.
#include <fmt/format.h>

#include "expression/functions.h"
#include "model/draft.h"
#include "model/inputs.h"
#include "model/read_points.h"

namespace alembert {
namespace {

InputSignal read_signal(Draft& draft, const Context& context, const Node& node, const std::string& name) {
  InputSignal out;
  if (node.is(Node::Kind::scalar)) {
    out.value =
        context.number(node, Quantity::none, "an input is a number; what depends on time has `x` and `y`, or `file`");
    return out;
  }
  const std::string label = fmt::format("input `{}`", name);
  const Fields fields(context, node, key_table("input"), label, "inputs." + name, &draft.positions);
  if (const Node* value = fields.find("default")) {
    for (const char* key : {"x", "y", "file", "columns", "interpolation", "extrapolate"})
      if (const Node* other = fields.find(key))
        context.fail(*other, fmt::format("{} has a `default`, and `{}` is for points: give one of them", label, key));
    out.value = context.number(*value, Quantity::none);
    return out;
  }
  if (!fields.has("x") && !fields.has("y") && !fields.has("file"))
    context.fail(node, label + " needs a number, `default`, `x` and `y`, or `file`");
  out.curve = read_curve_of_points(fields, name, Extrapolation::constant, name);
  if (const auto kind = fields.optional_choice("interpolation")) out.kind = *find_spline_kind(*kind);
  if (const std::string problem = input_problem(out); !problem.empty()) context.fail(node, label + ": " + problem);
  return out;
}

}  // namespace

void read_inputs(Draft& draft, const Context& context, const Node& node) {
  require_map(context, node, "inputs");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    Input input;
    input.name = context.new_name(node.keys[i], "input");
    input.where = context.position(node.keys[i]);
    input.signal = read_signal(draft, context, node.items[i], input.name);
    draft.model.inputs.push_back(std::move(input));
  }
}

}  // namespace alembert
