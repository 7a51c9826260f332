// What has no inertia must be held by constraints: with N a basis of the directions in which M is 0, body by body,
//
//   G N x = 0   only for   x = 0
//
// Then [M G^T; G -eps] is regular, and what such bodies do follows from the others. Forces alone, springs among them,
// do not determine accelerations.
#pragma once

#include <string>

#include "system/multibody_problem.h"

namespace alembert {

// What to tell of directions that neither inertia nor constraints determine in this state, or hardly; empty: there are
// none.
std::string undetermined_motions(MultibodyProblem& problem, const dae::State& state, double tolerance = 1e-8);

}  // namespace alembert
