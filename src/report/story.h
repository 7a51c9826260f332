// What the integrator did, in words: what limited the step, what was rejected and why, what could be changed.
#pragma once

#include <string>
#include <vector>

#include "results/results_reader.h"

namespace alembert::report {

std::vector<std::string> story_of(const results::RunData& run);

}  // namespace alembert::report
