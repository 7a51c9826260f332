// Section `simulation:` of the model file.
#include <fmt/format.h>

#include "model/draft.h"
#include "model/names.h"

namespace alembert {
namespace {

MethodChoice read_method(const Context& context, const Node& node) {
  MethodChoice out;
  out.where = context.position(node);
  if (node.is(Node::Kind::scalar)) {
    out.name = context.new_name(node, "method");
    return out;
  }
  if (!node.is(Node::Kind::map)) {
    context.fail(node,
                 fmt::format("expected the name of a method, or `name` and its parameters, found {}", describe(node)));
  }
  bool named = false;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string key = context.new_name(node.keys[i], "parameter of a method");
    if (key == "name") {
      out.name = context.new_name(node.items[i], "method");
      named = true;
    } else {
      out.parameters[key] = context.number(node.items[i], Quantity::none);
    }
  }
  if (!named) context.fail(node, "`method` needs the key `name`");
  return out;
}

AnalysisKind read_analysis(const std::string& name) {
  for (const AnalysisKind kind : {AnalysisKind::kinematics, AnalysisKind::statics, AnalysisKind::modes}) {
    if (analysis_name(kind) == name) return kind;
  }
  return AnalysisKind::dynamics;
}

}  // namespace

void read_simulation(Draft& draft, const Context& context, const Node& node) {
  const Fields fields(context, node, key_table("simulation"), "`simulation`", "simulation", &draft.positions);
  Simulation& out = draft.model.simulation;
  out.where = context.position(node);
  if (const auto analysis = fields.optional_choice("analysis")) out.analysis = read_analysis(*analysis);
  out.end = fields.number("end", Quantity::time, out.end);
  if (const Node* method = fields.find("method")) out.method = read_method(context, *method);
  out.tolerance = fields.optional_number("tolerance", Quantity::none);
  out.step = fields.optional_number("step", Quantity::time);
  out.output_step = fields.optional_number("output_step", Quantity::time);
  out.initial_step = fields.optional_number("initial_step", Quantity::time);
  out.min_step = fields.optional_number("min_step", Quantity::time);
  out.max_step = fields.optional_number("max_step", Quantity::time);
  out.fixed_iterations = fields.optional_integer("fixed_iterations");
  out.predictor_degree = fields.optional_integer("predictor_degree");
  out.error_estimate = fields.optional_choice("error_estimate");
}

}  // namespace alembert
