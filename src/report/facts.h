// Method, settings, counts, energy audit and residuals as names and texts, for the page of a run.
#pragma once

#include "report/page.h"
#include "results/results_reader.h"

namespace alembert::report {

// A list of {group, name, value}. Of an analysis without an integrator only what it has.
Json facts_of(const results::StoredRun& run);
// A list of {name, seconds}: where the time of the integration went.
Json phases_of(const results::StoredRun& run);

}  // namespace alembert::report
