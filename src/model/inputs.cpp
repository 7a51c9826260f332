#include "model/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "expression/functions.h"
#include "model/csv_columns.h"

namespace alembert {
namespace {

Input& known_input(Model& model, const std::string& name) {
  const int found = find_input(model, name);
  if (found >= 0) return model.inputs[static_cast<std::size_t>(found)];
  throw UsageError(model.inputs.empty()
                       ? fmt::format("there is no input `{}`: the model has no `inputs:`", name)
                       : fmt::format("there is no input `{}`{}", name, did_you_mean(name, input_names(model))));
}

}  // namespace

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

void give_input(Model& model, const std::string& name, double value) {
  Input& input = known_input(model, name);
  input.signal = InputSignal{};
  input.signal.value = value;
  input.given = true;
}

void give_input(Model& model, const std::string& name, const std::filesystem::path& csv) {
  Input& input = known_input(model, name);
  CsvColumns points = read_csv_columns(csv, "1", "2", name);
  const SplineProblem problem = check_spline_points(points.first, points.second);
  if (!problem.message.empty()) throw ModelError({csv.string(), points.lines.at(problem.point), 0}, problem.message);
  InputSignal signal;
  signal.kind = input.signal.kind;
  signal.curve = std::make_shared<const Spline>(
      name, std::move(points.first), std::move(points.second),
      input.signal.curve ? input.signal.curve->extrapolation() : Extrapolation::constant);
  if (const std::string few = input_problem(signal); !few.empty())
    throw ModelError({csv.string(), 0, 0}, fmt::format("input `{}`: {}", name, few));
  input.signal = std::move(signal);
  input.given = true;
}

}  // namespace alembert
