// The attempted steps of a run in its page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/model_units.h"
#include "report/page.h"
#include "results/run_data.h"

namespace alembert::report {

// `Steps` of viewer/src/data.ts, at most so many; what is left out is noted.
Json steps_of(const results::RunData& run, const ModelUnits& units, std::size_t most, Arrays& arrays,
              std::vector<std::string>& notes);

}  // namespace alembert::report
