// What follows from positions and velocities at the start: accelerations, multipliers, states that are steady.
#pragma once

#include "system/multibody_problem.h"

namespace alembert {

// Throws AssemblyError where they cannot be found.
void solve_accelerations(MultibodyProblem& problem, dae::State& state);
// States with `initial: steady` get the values for which they do not change.
void settle_states(MultibodyProblem& problem, dae::State& state);

}  // namespace alembert
