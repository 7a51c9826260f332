// Section `curves:` of the model file.
#include <fmt/format.h>

#include <filesystem>

#include "elements/curve.h"
#include "model/csv_columns.h"
#include "model/draft.h"
#include "model/read_profiles.h"

namespace alembert {
namespace {

constexpr int default_count = 200, largest_count = 100000;

std::vector<Vec3> read_points(const Context& context, const Node& node) {
  if (!node.is(Node::Kind::list)) context.fail(node, "expected a list of points, found " + describe(node));
  std::vector<Vec3> out;
  for (const Node& item : node.items) {
    if (!item.is(Node::Kind::list) || item.items.size() < 2 || item.items.size() > 3)
      context.fail(item, "expected a point [x, y] or [x, y, z], found " + describe(item));
    const std::vector<double> numbers = context.numbers(item, item.items.size(), Quantity::length);
    out.emplace_back(numbers[0], numbers[1], numbers.size() > 2 ? numbers[2] : 0.0);
  }
  return out;
}

std::vector<Vec3> read_file(const Fields& fields, const Node& file, double unit) {
  const Context& context = fields.context();
  std::vector<std::string> names{"1", "2"};
  if (const Node* columns = fields.find("columns")) {
    if (!columns->is(Node::Kind::list) || columns->items.size() < 2 || columns->items.size() > 3)
      context.fail(*columns, "expected a list of two or three columns");
    names.clear();
    for (const Node& item : columns->items) names.push_back(context.text(item));
  }
  const std::filesystem::path path = context.file_named(file);
  try {
    const CsvColumns xy = read_csv_columns(path, names[0], names[1]);
    std::vector<Vec3> out;
    for (std::size_t k = 0; k < xy.first.size(); ++k) out.emplace_back(xy.first[k] * unit, xy.second[k] * unit, 0.0);
    if (names.size() > 2) {
      const CsvColumns z = read_csv_columns(path, names[0], names[2]);
      for (std::size_t k = 0; k < out.size(); ++k) out[k][2] = z.second[k] * unit;
    }
    return out;
  } catch (const ModelError& error) {
    if (error.where().line > 0) throw;
    context.fail(file, fmt::format("{}: {}", path.string(), message_of(error)));
  }
}

// Formulas of `s` at equal steps.
std::vector<Vec3> sample_formulas(const Fields& fields, bool closed) {
  const Context& context = fields.context();
  const double from = context.number(fields.need("from"), Quantity::none);
  const double to = context.number(fields.need("to"), Quantity::none);
  const int count = fields.optional_integer("count").value_or(default_count);
  if (count < 3 || count > largest_count)
    context.fail(fields.node(), fmt::format("`count` must be 3 to {}, not {}", largest_count, count));
  if (context.values().count("s") > 0)
    context.fail(fields.node(),
                 "a parameter is called `s`, which is the parameter of the curve here: give it another "
                 "name");
  std::vector<Vec3> out;
  for (int k = 0; k < count; ++k) {
    const double s = from + (to - from) * k / (closed ? count : count - 1);
    const Context at = context.with_indices({{"s", s}});
    Vec3 p = Vec3::Zero();
    for (int c = 0; c < 3; ++c)
      if (const Node* node = fields.find(c == 0 ? "x" : c == 1 ? "y" : "z")) p[c] = at.number(*node, Quantity::length);
    out.push_back(p);
  }
  return out;
}

}  // namespace

void read_curves(Draft& draft, const Context& context, const Node& node) {
  require_map(context, node, "curves");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    CurveDefinition curve;
    curve.name = context.new_name(node.keys[i], "curve");
    curve.where = context.position(node.keys[i]);
    const Fields fields(context, node.items[i], key_table("curve"), fmt::format("curve `{}`", curve.name),
                        "curves." + curve.name, &draft.positions);
    const Node *points = fields.find("points"), *file = fields.find("file"), *x = fields.find("x");
    const bool radial = fields.has("radial");
    const bool ready = radial || fields.has("sprocket") || fields.has("involute") || fields.has("geneva");
    curve.closed = fields.boolean("closed", ready);
    if (ready && !curve.closed) context.fail(*fields.find("closed"), fields.label() + " is always closed");
    int given = 0;
    for (const char* key : {"points", "file", "x", "radial", "sprocket", "involute", "geneva"})
      given += fields.has(key);
    if (given != 1)
      context.fail(node.items[i], fields.label() +
                                      " needs one of `points`, `file`, `x`, `radial`, `sprocket`, `involute` and "
                                      "`geneva`");
    if (x == nullptr)
      for (const char* key : {"y", "z", "from", "to", "count"})
        if (const Node* found = fields.find(key); found != nullptr && !(radial && key[0] == 'c'))
          context.fail(*found, fmt::format("`{}` needs `x`", key));
    if (points != nullptr) curve.points = read_points(context, *points);
    if (file != nullptr) curve.points = read_file(fields, *file, draft.model.units.length);
    if (x != nullptr) curve.points = sample_formulas(fields, curve.closed);
    if (ready) curve.points = read_ready_profile(fields);
    if (const std::string problem = curve_problem(curve.points, curve.closed); !problem.empty())
      context.fail(node.items[i], fmt::format("{}: {}", fields.label(), problem));
    draft.model.curves.push_back(std::move(curve));
  }
}

}  // namespace alembert
