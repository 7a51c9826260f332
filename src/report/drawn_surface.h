// What of a part's surface a page draws: all of it, or, where that is too much, one node for each cell of a grid.
#pragma once

#include <array>
#include <vector>

#include "flexible/part.h"

namespace alembert::report {

struct DrawnSurface {
  std::vector<int> nodes;                     // of the part
  std::vector<int> drawn;                     // of each node of the part: which of `nodes` stands for it; -1: none
  std::vector<std::array<int, 3>> triangles;  // of `nodes`
  std::vector<std::array<int, 2>> lines;
  std::vector<double> radii;
  std::size_t whole = 0;  // nodes the surface has; more than are drawn: it was thinned
};

// `weight` of each node of the part: of the nodes of a cell the heaviest is kept, so that peaks stay. Cells are made
// larger until `most` nodes are left; triangles and lines within a cell vanish.
DrawnSurface drawn_surface(const flexible::Part& part, const std::vector<double>& weight, std::size_t most);

}  // namespace alembert::report
