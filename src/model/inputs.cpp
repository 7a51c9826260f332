#include "model/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "expression/functions.h"

namespace alembert {

int find_input(const Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.inputs.begin(), model.inputs.end(), [&](const Input& i) { return i.name == name; });
  return found == model.inputs.end() ? -1 : static_cast<int>(found - model.inputs.begin());
}

std::vector<std::string> input_names(const Model& model) {
  std::vector<std::string> out;
  for (const Input& input : model.inputs) out.push_back(input.name);
  return out;
}

std::string input_problem(const InputSignal& signal) {
  if (!signal.curve || signal.curve->size() >= fewest_points(signal.kind)) return "";
  return fmt::format("`interpolation: {}` needs {} points or more, not {}", spline_kind_name(signal.kind),
                     fewest_points(signal.kind), signal.curve->size());
}

Expression input_function(const Input& input) {
  const InputSignal& s = input.signal;
  if (!s.curve)
    return parse_expression(fmt::format("({}) + ({})*(time - ({}))", s.value, s.rate, s.since), input.where, {});
  return parse_expression(fmt::format("{}({}, time)", spline_kind_name(s.kind), "points"), input.where, {},
                          {{"points", s.curve}});
}

}  // namespace alembert
