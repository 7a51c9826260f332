// What carries a mode: the shares of bodies in its kinetic energy, of forces in its potential energy and in what is
// dissipated.
#pragma once

#include "analysis/linear/mode.h"
#include "system/multibody_problem.h"

namespace alembert {

// Fills in the shares of a mode about a state, and `carried_by`. Diagnoses for a table: derivatives of single forces
// are central differences, good to six digits.
void find_energies(MultibodyProblem& problem, const dae::State& state, Mode& mode);

}  // namespace alembert
