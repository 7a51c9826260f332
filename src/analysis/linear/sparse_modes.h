// Modes of large models: some of the lowest, by iteration with the sparse matrix.
#pragma once

#include <vector>

#include "analysis/linear/mode.h"
#include "system/multibody_problem.h"

namespace alembert {

// The `count` modes of lowest frequency about a state at rest in equilibrium. The pencil
//
//   (s^2 M + s D + K) x + F lambda = 0,   G x = 0
//
// is inverted at a shift near 0: as it is where there is no damping and K is symmetric, in first-order form otherwise.
// Throws Error if iteration does not converge.
std::vector<Mode> sparse_modes(MultibodyProblem& problem, const dae::State& state, int count);

}  // namespace alembert
