// Method, settings, counts, energy audit, residuals and freedom as names and texts, for the page of a run.
#pragma once

#include "report/model_units.h"
#include "report/page.h"
#include "results/results_reader.h"

namespace alembert::report {

// A list of {group, name, value}. Of an analysis without an integrator only what it has.
Json facts_of(const results::RunData& run);
// Degrees of freedom, and each redundant set of constraints in words, from /model/scene.
Json freedom_of(const Json& scene);
// Of each contact what summary.json says of its impacts, in the model's units: {name, count, peak, impulse, list}.
Json impacts_of(const results::RunData& run, const ModelUnits& units);
// A list of {name, seconds}: where the time of the integration went.
Json phases_of(const results::RunData& run);

}  // namespace alembert::report
