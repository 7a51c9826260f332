#include "fmu/variables.h"

#include <set>
#include <utility>

namespace alembert::fmu {

namespace {

// Where its measures tell.
Quantity quantity_of(const Expression& expression) {
  if (expression.measures().empty() || !expression.keeps_units()) return Quantity::none;
  const Quantity first = measure_quantity(expression.measures().front().name);
  for (const Measure& m : expression.measures())
    if (measure_quantity(m.name) != first) return Quantity::none;
  return first;
}

}  // namespace

std::vector<Variable> variables_of(const Model& model) {
  std::vector<Variable> out;
  std::set<std::string> taken;
  const auto add = [&](Variable v, const char* kind) {
    if (taken.count(v.name) > 0) v.name = std::string(kind) + "." + v.name;
    taken.insert(v.name);
    out.push_back(std::move(v));
  };
  Variable time;
  time.name = "time";
  time.quantity = Quantity::time;
  add(std::move(time), "time");
  for (std::size_t k = 0; k < model.inputs.size(); ++k) {
    Variable v;
    v.name = model.inputs[k].name;
    v.kind = Variable::Kind::input;
    v.index = k;
    v.start = model.inputs[k].signal.at(0.0);
    if (model.inputs[k].signal.curve) v.description = "follows the points of its file until it is set";
    add(std::move(v), "input");
  }
  for (std::size_t k = 0; k < model.outputs.size(); ++k) {
    Variable v;
    v.name = model.outputs[k].name;
    v.kind = Variable::Kind::output;
    v.index = k;
    v.quantity = quantity_of(model.outputs[k].expression);
    v.description = model.outputs[k].expression.text();
    add(std::move(v), "output");
  }
  for (const auto& [name, value] : model.parameters) {
    Variable v;
    v.name = v.key = name;
    v.kind = Variable::Kind::parameter;
    v.start = value;
    add(std::move(v), "parameter");
  }
  return out;
}

}  // namespace alembert::fmu
