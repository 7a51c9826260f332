// Section `splines:` of the model file.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "model/csv_columns.h"
#include "model/draft.h"

namespace alembert {
namespace {

struct Points {
  std::vector<double> x, y;
  std::vector<SourcePosition> where;
};

std::vector<double> read_numbers(const Context& context, const Node& node, std::vector<SourcePosition>* where) {
  if (!node.is(Node::Kind::list)) context.fail(node, "expected a list of numbers, found " + describe(node));
  std::vector<double> out;
  for (const Node& item : node.items) {
    out.push_back(context.number(item, Quantity::none));
    if (where != nullptr) where->push_back(context.position(item));
  }
  return out;
}

Points read_file(const Fields& fields, const Node& file) {
  const Context& context = fields.context();
  std::string names[2] = {"1", "2"};
  if (const Node* columns = fields.find("columns")) {
    const std::vector<Node>& items = context.list(*columns, 2, "a list of two columns");
    for (std::size_t k = 0; k < 2; ++k) names[k] = context.text(items[k]);
  }
  const std::filesystem::path path = context.file_named(file);
  CsvColumns read;
  try {
    read = read_csv_columns(path, names[0], names[1]);
  } catch (const ModelError& error) {
    if (error.where().line > 0) throw;
    context.fail(file, fmt::format("{}: {}", path.string(), message_of(error)));
  }
  Points points{std::move(read.first), std::move(read.second), {}};
  for (const int line : read.lines) points.where.push_back({path.string(), line, 0});
  return points;
}

Points read_points(const Fields& fields) {
  const Context& context = fields.context();
  const Node* file = fields.find("file");
  if (file != nullptr && (fields.has("x") || fields.has("y"))) {
    context.fail(*file, fields.label() + " has both `file` and points of its own: give one of them");
  }
  if (file != nullptr) return read_file(fields, *file);
  if (const Node* columns = fields.find("columns")) context.fail(*columns, "`columns` needs `file`");
  if (!fields.has("x") && !fields.has("y"))
    context.fail(fields.node(), fields.label() + " needs `x` and `y`, or `file`");
  Points points;
  points.x = read_numbers(context, fields.need("x"), &points.where);
  points.y = read_numbers(context, fields.need("y"), nullptr);
  return points;
}

}  // namespace

SplineMap read_splines(const Context& context, const Node& node, Positions* positions) {
  SplineMap out;
  require_map(context, node, "splines");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string name = context.new_name(node.keys[i], "spline");
    const Fields fields(context, node.items[i], key_table("spline"), fmt::format("spline `{}`", name),
                        "splines." + name, positions);
    Points points = read_points(fields);
    const SplineProblem problem = check_spline_points(points.x, points.y);
    if (!problem.message.empty()) {
      const bool known = problem.point > 0 && problem.point < points.where.size();
      throw ModelError(known ? points.where[problem.point] : context.position(node.items[i]), problem.message);
    }
    const std::string outside = fields.optional_choice("extrapolate").value_or("linear");
    const Extrapolation extrapolation = outside == "linear"     ? Extrapolation::linear
                                        : outside == "constant" ? Extrapolation::constant
                                                                : Extrapolation::error;
    out[name] = std::make_shared<const Spline>(name, std::move(points.x), std::move(points.y), extrapolation);
  }
  return out;
}

}  // namespace alembert
