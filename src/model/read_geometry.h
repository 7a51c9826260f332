// The shapes of a body: `geometry`.
#pragma once

#include "model/draft.h"

namespace alembert {

// Gives the density of each shape: 0 where neither it nor the body has one, and of lines, planes and hollows.
std::vector<double> read_geometry(const Draft& draft, const Fields& fields, Body& body);

// Mass, com and inertia of a body whose shapes have these densities; where shapes overlap, both count.
void add_mass_of_shapes(const Model& model, const std::vector<double>& densities, Body& body);

}  // namespace alembert
