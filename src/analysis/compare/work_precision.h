// The work-precision diagram: error of the positions at the end over CPU time, both logarithmic, one line a method.
#pragma once

#include <string>

#include "analysis/compare/compare.h"
#include "plot/chart.h"

namespace alembert::compare {

plot::Chart work_precision_chart(const CompareResult& result);
// As a whole SVG file.
std::string work_precision_svg(const CompareResult& result);

// The same in letters, for a terminal: A for the first method, and so on; empty: nothing to show.
std::string work_precision_letters(const CompareResult& result);

}  // namespace alembert::compare
