// The times at which a model's functions of time begin, end or have kinks (expression/kinks.h).
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace alembert {

// Of all motions, constraints, forces, variables, states and sensors, also of those that are not active; outputs have
// no part in the motion. In seconds, rising, within [begin, end]. Variables that depend on time alone count as written
// out where they are used. `left_out`, when not null, receives the functions with too many.
std::vector<double> kink_times(const Model& model, double begin, double end,
                               std::vector<std::string>* left_out = nullptr);

// Refuses an active motion whose displacement or angle, a function of time alone, jumps within (begin, end): no body
// can follow it. Throws ModelError with its place, the time and by how much. Where sensors may switch it off before,
// nothing is known.
void refuse_jumps(const Model& model, double begin, double end);

}  // namespace alembert
