#include "analysis/result_charts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace alembert {
namespace {

using results::Clock;
using results::Column;
using results::RunData;

// More than this nobody can read, and `*` of a large model would draw for minutes.
constexpr std::size_t most_lines = 200, most_charts = 24;

std::vector<const Column*> chosen_columns(const RunData& run, const std::vector<Column>& columns,
                                          const std::vector<std::string>& names) {
  std::vector<const Column*> out;
  if (names.empty()) {
    for (std::size_t i = 0; i < run.names(results::Group::outputs).size(); ++i) out.push_back(&columns[i]);
    if (out.empty()) throw UsageError("the model has no outputs; give names of what to draw (--list shows them)");
  }
  for (const std::string& name : names)
    for (const Column* column : results::find_columns(columns, name))
      if (std::find(out.begin(), out.end(), column) == out.end()) out.push_back(column);
  if (out.size() > most_lines)
    throw UsageError(fmt::format("these are {} lines; a picture shows at most {}", out.size(), most_lines));
  return out;
}

const Column* x_column(const std::vector<Column>& columns, const std::string& name,
                       const std::vector<const Column*>& drawn) {
  if (name.empty()) return nullptr;
  const std::vector<const Column*> found = results::find_columns(columns, name);
  if (found.size() > 1) throw UsageError(fmt::format("`{}` are {} names; the x axis needs one", name, found.size()));
  for (const Column* column : drawn)
    if (column->clock != found[0]->clock)
      throw UsageError(fmt::format("{} and {} are not stored at the same times", column->name, found[0]->name));
  return found[0];
}

plot::Series line_of(const RunData& run, const Column& column, const Column* x, const ChartSelection& selection) {
  plot::Series line;
  line.name = column.name;
  if (column.clock == Clock::steps)
    line.style = plot::Style::points;  // steps that failed stand beside their successors
  const std::vector<double>& times = results::times_of(run, column.clock);
  for (std::size_t row = 0; row < times.size(); ++row) {
    if (times[row] < selection.from || times[row] > selection.to) continue;
    line.x.push_back(x ? x->value(row) : times[row]);
    line.y.push_back(column.value(row));
  }
  return line;
}

// The name of the line, or of the quantity if all lines show the same.
std::string label_of(const std::vector<const Column*>& columns) {
  if (columns.size() == 1) return columns[0]->name;
  const bool same = std::all_of(columns.begin(), columns.end(),
                                [&](const Column* column) { return column->quantity == columns[0]->quantity; });
  std::string label = same ? columns[0]->quantity : "";
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

// Columns of one unit together, in the order of their first; those without a unit if they show the same quantity.
std::vector<std::vector<const Column*>> grouped(const std::vector<const Column*>& columns, bool separate) {
  std::vector<std::vector<const Column*>> groups;
  for (const Column* column : columns) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& other) {
      const bool known = !column->unit.empty() || column->quantity == other[0]->quantity;
      return known && column->unit == other[0]->unit;
    });
    if (separate || group == groups.end())
      groups.push_back({column});
    else
      group->push_back(column);
  }
  if (groups.size() > most_charts)
    throw UsageError(fmt::format("these are {} charts; a picture holds at most {}", groups.size(), most_charts));
  return groups;
}

}  // namespace

std::vector<plot::Chart> charts_of(const RunData& run, const std::vector<Column>& columns,
                                   const ChartSelection& selection) {
  const std::vector<const Column*> drawn = chosen_columns(run, columns, selection.names);
  const Column* x = x_column(columns, selection.x, drawn);
  std::vector<plot::Chart> charts;
  bool anything = false;
  for (const std::vector<const Column*>& group : grouped(drawn, selection.separate)) {
    plot::Chart chart;
    if (charts.empty()) chart.title = run.layout.title;
    chart.x = x ? plot::Axis{x->name, x->unit} : plot::Axis{"time", "s"};
    chart.y = {label_of(group), group[0]->unit, selection.logarithmic};
    for (const Column* column : group) chart.series.push_back(line_of(run, *column, x, selection));
    for (const plot::Series& line : chart.series) anything = anything || !line.x.empty();
    charts.push_back(std::move(chart));
  }
  if (!anything) throw UsageError("there are no results between the times given, or none at all");
  if (!run.complete())
    charts.back().note = fmt::format("incomplete: {}{}", run.status, run.message.empty() ? "" : ", " + run.message);
  return charts;
}

}  // namespace alembert
