// The Jacobian of the constraints in the metric of the masses, for questions of rank.
#pragma once

#include <vector>

#include "linear/rank.h"
#include "system/multibody_problem.h"

namespace alembert {

// G M^-1/2 with the diagonal of M, of bodies alone; as entries for `linear::analyse_rank`.
std::vector<linear::RowEntry> weighed_constraints(MultibodyProblem& problem, double t, const Vector& q,
                                                  const Vector& v);

}  // namespace alembert
