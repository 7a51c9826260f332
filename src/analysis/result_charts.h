// Charts of stored results.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "plot/chart.h"
#include "results/columns.h"

namespace alembert {

struct ChartSelection {
  std::vector<std::string> names;  // of columns, with * for any letters; none: all outputs
  std::string x;                   // column of the x axis; empty: time
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();  // s
  bool separate = false;     // a chart for each line
  bool logarithmic = false;  // the y axes
};

// To be stacked: one for each unit. Throws UsageError for names that are not there, or if nothing is left to draw.
std::vector<plot::Chart> charts_of(const results::RunData& run, const std::vector<results::Column>& columns,
                                   const ChartSelection& selection);

}  // namespace alembert
