// Inputs that are given other values than the model file has.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "expression/functions.h"
#include "model/csv_columns.h"
#include "model/inputs.h"

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
