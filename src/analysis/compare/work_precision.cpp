#include "analysis/compare/work_precision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace alembert::compare {

namespace {

struct Point {
  double x = 0.0, y = 0.0;  // log10 of CPU time and error
};

std::vector<std::vector<Point>> points_of(const CompareResult& result) {
  std::vector<std::vector<Point>> out(result.methods.size());
  for (const CompareRow& row : result.rows) {
    if (!row.error || !((*row.error)[0] > 0.0) || !std::isfinite((*row.error)[0]) || !(row.run.cpu_seconds > 0.0))
      continue;
    out[row.method].push_back({std::log10(row.run.cpu_seconds), std::log10((*row.error)[0])});
  }
  return out;
}

// The smallest and largest of what is shown.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

void ranges_of(const std::vector<std::vector<Point>>& lines, Range& x, Range& y) {
  for (const std::vector<Point>& line : lines)
    for (const Point& p : line) {
      x.include(p.x);
      y.include(p.y);
    }
}

}  // namespace

plot::Chart work_precision_chart(const CompareResult& result) {
  plot::Chart chart;
  chart.title = "Work and precision" + (result.title.empty() ? "" : ": " + result.title);
  chart.x = {"CPU time of the integration", "s", true};
  chart.y = {"error of the positions at the end", "", true};
  for (const ComparedMethod& method : result.methods) {
    plot::Series line;
    line.name = method.label;
    line.style = plot::Style::both;
    chart.series.push_back(std::move(line));
  }
  for (const CompareRow& row : result.rows) {
    if (!row.error) continue;
    plot::Series& line = chart.series[row.method];
    line.x.push_back(row.run.cpu_seconds);
    line.y.push_back((*row.error)[0]);
    line.hollow.push_back(row.hidden[0]);
  }
  for (plot::Series& line : chart.series)
    if (line.x.empty()) line.name += " (no result)";
  if (result.recommendation)
    chart.horizontal.push_back(
        {result.recommendation->accuracy, fmt::format("accuracy {:.2g}", result.recommendation->accuracy)});
  if (result.reference)
    chart.horizontal.push_back({kClear * result.reference->uncertainty[0], "hidden by the reference below this"});
  return chart;
}

std::string work_precision_svg(const CompareResult& result) {
  return plot::chart_file({work_precision_chart(result)}, plot::Format::svg);
}

std::string work_precision_letters(const CompareResult& result) {
  constexpr int kColumns = 60, kRows = 14;
  const std::vector<std::vector<Point>> lines = points_of(result);
  Range x, y;
  ranges_of(lines, x, y);
  if (x.empty() || x.high - x.low < 1e-9 || y.high - y.low < 1e-9) return "";
  std::vector<std::string> grid(kRows + 1, std::string(kColumns + 1, ' '));
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (const Point& p : lines[k]) {
      const auto row = static_cast<std::size_t>(std::lround((y.high - p.y) / (y.high - y.low) * kRows));
      const auto column = static_cast<std::size_t>(std::lround((p.x - x.low) / (x.high - x.low) * kColumns));
      char& cell = grid[row][column];
      cell = cell == ' ' ? static_cast<char>('A' + static_cast<int>(k % 26)) : '*';
    }
  std::string out = "error of q at the end, over CPU time (both logarithmic; *: several)\n";
  for (std::size_t k = 0; k < grid.size(); ++k) {
    std::string label(8, ' ');
    if (k == 0 || k == kRows) label = fmt::format("{:8.1e}", std::pow(10.0, k == 0 ? y.high : y.low));
    out += fmt::format("  {} |{}\n", label, grid[k].substr(0, grid[k].find_last_not_of(' ') + 1));
  }
  const std::string least = fmt::format("{:.2g} s", std::pow(10.0, x.low));
  const std::string most = fmt::format("{:.2g} s", std::pow(10.0, x.high));
  out += fmt::format("  {:8} +{:-<61}\n  {:8}  {}{:>{}}\n", "", "", "", least, most,
                     kColumns + 1 - static_cast<int>(least.size()));
  return out;
}

}  // namespace alembert::compare
