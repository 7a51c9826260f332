// The Jacobian of the constraints with weights of the velocities, for questions of rank.
#pragma once

#include <vector>

#include "linear/rank.h"
#include "system/multibody_problem.h"

namespace alembert {

// G M^-1/2 with the diagonal of M over the mass of each body, of bodies alone: whether equations depend on each other
// is a matter of lengths, not of how much heavier one body is than the other. As entries for `linear::analyse_rank`.
std::vector<linear::RowEntry> weighed_constraints(MultibodyProblem& problem, double t, const Vector& q,
                                                  const Vector& v);

}  // namespace alembert
