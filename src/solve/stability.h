// The step a conditionally stable method can take: it follows from the largest frequency of the motion the constraints
// leave free (004 eq. 11).
#pragma once

#include <string>

#include "dae/problem.h"

namespace alembert {

struct LargestFrequency {
  double omega = 0.0;      // rad/s; 0: nothing is stiff
  bool settled = false;    // else the iteration has not found more than a lower bound
  std::string carried_by;  // the unknowns with most of the mode's energy, by name
};

// The largest frequency of M x'' + K x = 0 in the tangent space of the constraints at a state with its multipliers,
// K = df/dq (the geometric stiffness of the multipliers included), by power iteration. Damping is left out.
LargestFrequency largest_frequency(dae::Problem& problem, const dae::State& state);

}  // namespace alembert
