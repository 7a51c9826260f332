// Where everything of a picture goes: the areas the data are drawn in, and the legends outside of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plot/chart.h"
#include "plot/geometry.h"
#include "plot/scale.h"
#include "plot/ticks.h"

namespace alembert::plot {

inline constexpr double letters = 13.0;        // size of tick labels and legends, pixels
inline constexpr double title_letters = 15.0;  // of titles
inline constexpr double note_letters = 11.5;   // of notes and the labels of marks
inline constexpr double legend_row = 19.0;     // from one line of a legend to the next
inline constexpr double legend_sample = 30.0;  // the piece of line before a name
inline constexpr double legend_gap = 7.0;      // between the two

// A line of a legend. `series` counts from 0; one more than there are series stands for those that did not fit.
struct LegendEntry {
  std::size_t series = 0;
  std::string name;
  Point at;  // the middle of its left end
};

struct ChartPlace {
  Rectangle area;  // the data's
  double title_y = 0.0;
  std::string title;
  Range::Ends y{0.0, 1.0}, right{0.0, 1.0};
  Ticks y_ticks, right_ticks;
  double right_label_x = 0.0;
  std::vector<LegendEntry> legend;
};

struct Layout {
  double width = 0.0, height = 0.0;
  Range::Ends x{0.0, 1.0};
  Ticks x_ticks;
  std::vector<ChartPlace> charts;
  std::vector<std::string> notes;
  double y_label_x = 0.0, x_label_y = 0.0;
};

// Width of a text of some size (bold or not) in pixels.
using MeasureText = std::function<double(const std::string& text, double size, bool bold)>;

// Does the chart need names for its lines, or do title and axis say it all?
bool has_legend(const Chart& chart);

// The height of a picture that was given none.
double automatic_height(std::size_t charts);

// Needs a height.
Layout layout_of(const std::vector<Chart>& charts, const ChartOptions& options, const MeasureText& measure);

}  // namespace alembert::plot
