// A start at rest in an unstable equilibrium: nothing moves until rounding errors have grown, and what happens then is
// theirs.
#pragma once

#include <optional>
#include <string>

#include "analysis/mechanism.h"

namespace alembert {

// The warning, where the mechanism starts so: v = 0 and a = 0, now and later, and K has a negative eigenvalue in the
// free directions. None for models with states of their own: K does not decide their stability.
std::optional<std::string> unstable_start(Mechanism& mechanism);

}  // namespace alembert
