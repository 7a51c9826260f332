// Points that cannot be told apart on the picture are left out, so that files stay small.
#pragma once

#include <vector>

#include "plot/geometry.h"

namespace alembert::plot {

// A line: of consecutive points in the same column of pixels the first, the lowest, the highest and the last stay, so
// no peak is lost. A point that is not finite breaks the line and stays, one for a gap.
std::vector<Point> thinned_line(const std::vector<Point>& points);

// Indices of the points to draw: one for each half of a pixel in both directions, and only finite ones.
std::vector<std::size_t> thinned_points(const std::vector<Point>& points);

}  // namespace alembert::plot
