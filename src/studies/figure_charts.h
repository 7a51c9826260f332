// The figures of a study as charts.
#pragma once

#include <vector>

#include "plot/chart.h"
#include "studies/findings.h"

namespace alembert::studies {

// To be stacked: one chart, or one a line where the lines are panels.
std::vector<plot::Chart> charts_of(const Figure& figure);

}  // namespace alembert::studies
