// What a chart shows; `write_chart` draws it into a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace alembert::plot {

struct Axis {
  std::string label = {};
  std::string unit = {};  // "m/s"; empty: none
  bool logarithmic = false;
};

enum class Style { line, points, both };

// A point that is not finite, or beyond 1e300, or not positive on a logarithmic axis, breaks the line.
struct Series {
  std::string name = {};
  std::vector<double> x = {}, y = {};
  Style style = Style::line;
  bool right = false;             // on the right axis
  std::vector<bool> hollow = {};  // markers that are not filled; empty: none
};

// A thin line across the chart, drawn if it lies within what the series span.
struct Mark {
  double at = 0.0;
  std::string label = {};
};

struct Chart {
  std::string title = {};
  Axis x = {}, y = {};
  std::optional<Axis> right = {};
  std::vector<Series> series = {};
  std::vector<Mark> vertical = {};    // at places on the x axis
  std::vector<Mark> horizontal = {};  // at places on the left y axis
  std::string note = {};              // below the chart, small
};

struct ChartOptions {
  double width = 900.0;               // in pixels of 1/96 inch
  std::optional<double> height = {};  // default: 560, and more for several charts
  double dpi = 96.0;                  // of a PNG file
  bool dark = false;
};

// Draws the charts below each other over one x axis, that of the first, which spans what all of them hold. The file's
// ending says what it is, .svg or .png. It is written as NAME.part first and then renamed. Throws
// Error(ExitCode::bad_usage) for another ending, for options that make no picture and, naming the path, if it cannot be
// written.
void write_chart(const std::filesystem::path& path, const std::vector<Chart>& stacked,
                 const ChartOptions& options = {});

// The bytes of that file.
enum class Format { svg, png };
std::string chart_file(const std::vector<Chart>& stacked, Format format, const ChartOptions& options = {});

}  // namespace alembert::plot
