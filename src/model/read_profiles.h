// Ready profiles of section `curves:`.
#pragma once

#include <vector>

#include "model/context.h"

namespace alembert {

// The points of a curve with one of the keys sprocket, involute, geneva and radial, in SI units; none: it has none of
// them.
std::vector<Vec3> read_ready_profile(const Fields& curve);

}  // namespace alembert
