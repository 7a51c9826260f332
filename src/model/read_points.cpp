#include "model/read_points.h"

#include <fmt/format.h>

#include <filesystem>

#include "model/csv_columns.h"

namespace alembert {
namespace {

struct Points {
  std::vector<double> x, y;
  std::vector<SourcePosition> where;
};

std::vector<double> numbers_in(const Context& context, const Node& node, std::vector<SourcePosition>* where) {
  if (!node.is(Node::Kind::list)) context.fail(node, "expected a list of numbers, found " + describe(node));
  std::vector<double> out;
  for (const Node& item : node.items) {
    out.push_back(context.number(item, Quantity::none));
    if (where != nullptr) where->push_back(context.position(item));
  }
  return out;
}

Points points_of_file(const Fields& fields, const Node& file, const std::string& usual) {
  const Context& context = fields.context();
  const std::filesystem::path path = context.file_named(file);
  std::string names[2] = {"1", "2"};
  if (const Node* columns = fields.find("columns")) {
    const std::vector<Node>& items = context.list(*columns, 2, "a list of two columns");
    for (std::size_t k = 0; k < 2; ++k) names[k] = context.text(items[k]);
  }
  CsvColumns read;
  try {
    read = read_csv_columns(path, names[0], names[1], fields.has("columns") ? "" : usual);
  } catch (const ModelError& error) {
    if (error.where().line > 0) throw;
    context.fail(file, fmt::format("{}: {}", path.string(), message_of(error)));
  }
  Points points{std::move(read.first), std::move(read.second), {}};
  for (const int line : read.lines) points.where.push_back({path.string(), line, 0});
  return points;
}

Points points_of(const Fields& fields, const std::string& usual) {
  const Context& context = fields.context();
  const Node* file = fields.find("file");
  if (file != nullptr && (fields.has("x") || fields.has("y"))) {
    context.fail(*file, fields.label() + " has both `file` and points of its own: give one of them");
  }
  if (file != nullptr) return points_of_file(fields, *file, usual);
  if (const Node* columns = fields.find("columns")) context.fail(*columns, "`columns` needs `file`");
  if (!fields.has("x") && !fields.has("y"))
    context.fail(fields.node(), fields.label() + " needs `x` and `y`, or `file`");
  Points points;
  points.x = numbers_in(context, fields.need("x"), &points.where);
  points.y = numbers_in(context, fields.need("y"), nullptr);
  return points;
}

}  // namespace

std::shared_ptr<const Spline> read_curve_of_points(const Fields& fields, const std::string& name,
                                                   Extrapolation unless_given, const std::string& usual_column) {
  Points points = points_of(fields, usual_column);
  const SplineProblem problem = check_spline_points(points.x, points.y);
  if (!problem.message.empty()) {
    const bool known = problem.point > 0 && problem.point < points.where.size();
    throw ModelError(known ? points.where[problem.point] : fields.context().position(fields.node()), problem.message);
  }
  Extrapolation outside = unless_given;
  if (const auto given = fields.optional_choice("extrapolate"))
    outside = *given == "linear"     ? Extrapolation::linear
              : *given == "constant" ? Extrapolation::constant
                                     : Extrapolation::error;
  return std::make_shared<const Spline>(name, std::move(points.x), std::move(points.y), outside);
}

}  // namespace alembert
