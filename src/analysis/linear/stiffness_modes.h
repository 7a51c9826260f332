// Modes of large models as if nothing damped them: K x = omega^2 M x on the tangent space of the constraints.
#pragma once

#include <vector>

#include "analysis/linear/pencil.h"

namespace alembert {

struct StiffnessMode {
  double square = 0.0;  // omega^2, 1/s^2; below 0: the stiffness pushes away. Its real part where K is not symmetric
  Vector x;
};

// The `count` modes nearest to a shift of omega^2, which must not be an eigenvalue itself, or one more; rising. Fewer
// where the mechanism has no more freedoms. `largest`: the largest omega^2 there is, about. Throws Error if iteration
// does not converge.
std::vector<StiffnessMode> stiffness_modes(Pencil& pencil, double shift, double largest, int count);

}  // namespace alembert
