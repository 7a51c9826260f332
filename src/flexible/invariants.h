// What of a part's masses enters the equations of a moving body (part.h): P0, P1, P2, J0, and masses of modes.
#pragma once

#include "flexible/discrete_part.h"

namespace alembert::flexible {

// P1 and P2 of masses mu between points at X, which move by U (3 points x modes).
void set_invariants(Part& part, const Eigen::Matrix3Xd& X, const Sparse& mu, const Eigen::MatrixXd& U);

// Mass, centre, P0, J0, P1, P2, N_rotary and mu of a part whose modes, in coordinates of the discrete part, are Phi.
void set_invariants(Part& part, const DiscretePart& discrete, const Eigen::MatrixXd& Phi);

// How far P1 is from symmetric, which it is in mean axes: largest |P1 - P1^T| over the largest |P1|, or over what mass,
// size and modes of 1 m could make of it where P1 is 0.
double asymmetry_of_P1(const Part& part);

}  // namespace alembert::flexible
