// Section `simulation:` of the model file.
#include <fmt/format.h>

#include <algorithm>

#include "model/draft.h"
#include "model/inputs.h"
#include "model/names.h"
#include "model/switches.h"

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
  std::vector<std::string> variables, outputs, inputs = input_names(draft.model);
  for (const Variable& v : draft.model.variables) variables.push_back(v.name);
  for (const Output& o : draft.model.outputs) outputs.push_back(o.name);
  inputs.insert(inputs.end(), variables.begin(), variables.end());
  if (const Node* node = fields.find("inputs"))
    out.inputs = read_known_names(context, *node, "input or variable", inputs);
  if (const Node* node = fields.find("outputs")) out.outputs = read_known_names(context, *node, "output", outputs);
  if (const Node* node = fields.find("actuators"))
    out.actuators = read_known_names(context, *node, "variable", variables);
}

Simulation read_analysis_entry(Draft& draft, const Context& context, const Node& node, const std::string& label,
                               const std::string& path) {
  const Fields fields(context, node, key_table("simulation"), label, path, &draft.positions);
  Simulation out;
  out.where = context.position(node);
  if (const auto analysis = fields.optional_choice("analysis")) out.analysis = read_analysis(*analysis);
  out.end = fields.number("end", Quantity::time, out.end);
  if (const Node* method = fields.find("method")) out.method = read_method(context, *method);
  out.tolerance = fields.optional_number("tolerance", Quantity::none);
  out.step = fields.optional_number("step", Quantity::time);
  out.output_step = fields.optional_number("output_step", Quantity::time);
  out.modal_every_step = fields.optional_choice("modal").value_or("outputs") == "every_step";
  out.step_history = fields.optional_integer("step_history");
  out.initial_step = fields.optional_number("initial_step", Quantity::time);
  out.min_step = fields.optional_number("min_step", Quantity::time);
  out.max_step = fields.optional_number("max_step", Quantity::time);
  out.contact_accuracy = fields.optional_number("contact_accuracy", Quantity::none);
  out.activate = read_switched(draft, context, fields.find("activate"));
  out.deactivate = read_switched(draft, context, fields.find("deactivate"));
  for (const std::string& name : out.activate)
    if (std::count(out.deactivate.begin(), out.deactivate.end(), name) > 0)
      context.fail(fields.need("deactivate"), fmt::format("{} both activates and deactivates `{}`", label, name));
  read_linear_model(draft, context, fields, out);
  return out;
}

// What makes no sense behind another analysis.
void check_entry(const Context& context, const Node& node, const Simulation& entry) {
  const std::string name(analysis_name(entry.analysis));
  if (entry.analysis == AnalysisKind::inverse_dynamics || entry.analysis == AnalysisKind::step_limit)
    context.fail(node, fmt::format("`{}` cannot be one of a list of analyses: ask for it alone", name));
  if (entry.about == Simulation::About::time)
    context.fail(node, fmt::format("in a list, `{}` is `about` the state before it, `initial`, or the `equilibrium` "
                                   "from there on, not about a time: put a dynamics with that `end` before it",
                                   name));
}

}  // namespace

void read_simulation(Draft& draft, const Context& context, const Node& node) {
  Model& model = draft.model;
  if (!node.is(Node::Kind::list)) {
    model.simulation = read_analysis_entry(draft, context, node, "`simulation`", "simulation");
    switch_elements(model, model.simulation.activate, model.simulation.deactivate);
    return;
  }
  if (node.items.empty()) context.fail(node, "`simulation`: the list has no analysis");
  for (std::size_t k = 0; k < node.items.size(); ++k) {
    const std::string label = fmt::format("analysis {} of `simulation`", k + 1);
    model.analyses.push_back(
        read_analysis_entry(draft, context, node.items[k], label, fmt::format("simulation.{}", k + 1)));
    check_entry(context, node.items[k], model.analyses.back());
  }
  model.simulation = main_analysis(model.analyses);
}

}  // namespace alembert
