// Velocities in a singular position. Those with G v + Phi_t = 0 need not be of any motion: G a = gamma(v) must have a
// solution, too. With u a velocity that the singular position sets free besides, and n the direction in which it is
// open,
//
//   n^T (G a - gamma)(v + s u) = 0
//
// is quadratic in s: its roots are the ways in which the mechanism may go on.
#pragma once

#include "analysis/assembler.h"

namespace alembert {

// Changes velocities that no motion has into the nearest of one of the ways, found by a small step along them. False:
// they are left as they are, because they are those of a motion, or because no way was found.
bool choose_branch(MultibodyProblem& problem, Assembler& assembler, dae::State& state, double size);

}  // namespace alembert
