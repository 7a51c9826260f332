// Section `simulation:` of the model file.
#include <fmt/format.h>

#include <algorithm>

#include "model/draft.h"
#include "model/names.h"

namespace alembert {
namespace {

MethodChoice read_method(const Context& context, const Node& node) {
  MethodChoice out{"", {}, context.position(node)};
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
  for (const AnalysisKind kind :
       {AnalysisKind::kinematics, AnalysisKind::statics, AnalysisKind::quasi_statics, AnalysisKind::modes,
        AnalysisKind::linearise, AnalysisKind::inverse_dynamics, AnalysisKind::step_limit}) {
    if (analysis_name(kind) == name) return kind;
  }
  return AnalysisKind::dynamics;
}

// One name or a list of them, each one of `known`, none twice.
std::vector<std::string> read_known_names(const Context& context, const Node& node, std::string_view what,
                                          const std::vector<std::string>& known) {
  std::vector<std::string> out;
  const auto add = [&](const Node& item) {
    const std::string name = context.text(item);
    if (std::find(known.begin(), known.end(), name) == known.end()) context.fail_unknown(item, what, name, known);
    if (std::find(out.begin(), out.end(), name) != out.end())
      context.fail(item, fmt::format("{} `{}` is named twice", what, name));
    out.push_back(name);
  };
  if (node.is(Node::Kind::list))
    for (const Node& item : node.items) add(item);
  else
    add(node);
  return out;
}

void read_linear_model(const Draft& draft, const Context& context, const Fields& fields, Simulation& out) {
  if (const Node* about = fields.find("about")) {
    const bool word = about->is(Node::Kind::scalar);
    if (word && about->text == "equilibrium") {
      out.about = Simulation::About::equilibrium;
    } else if (!word || about->text != "initial") {
      out.about = Simulation::About::time;
      out.about_time = context.number(*about, Quantity::time);
    }
  }
  out.mode_count = fields.optional_integer("modes");
  if (const Node* frame = fields.find("frame")) out.frame = draft.find_marker(context, *frame);
  std::vector<std::string> variables, outputs;
  for (const Variable& v : draft.model.variables) variables.push_back(v.name);
  for (const Output& o : draft.model.outputs) outputs.push_back(o.name);
  if (const Node* node = fields.find("inputs")) out.inputs = read_known_names(context, *node, "variable", variables);
  if (const Node* node = fields.find("outputs")) out.outputs = read_known_names(context, *node, "output", outputs);
  if (const Node* node = fields.find("actuators"))
    out.actuators = read_known_names(context, *node, "variable", variables);
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
  out.modal_every_step = fields.optional_choice("modal").value_or("outputs") == "every_step";
  out.initial_step = fields.optional_number("initial_step", Quantity::time);
  out.min_step = fields.optional_number("min_step", Quantity::time);
  out.max_step = fields.optional_number("max_step", Quantity::time);
  out.contact_accuracy = fields.optional_number("contact_accuracy", Quantity::none);
  read_linear_model(draft, context, fields, out);
}

}  // namespace alembert
