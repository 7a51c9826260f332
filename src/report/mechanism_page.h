// Bodies with their shapes, markers, joints and forces of a run in its page.
#pragma once

#include <string>
#include <vector>

#include "report/model_units.h"
#include "report/page.h"
#include "results/run_data.h"

namespace alembert::report {

// Numbers in another unit.
Json divided(const Json& numbers, double unit);

// From the scene of a run, in the model's units; meshes that cannot be read are noted.
void add_mechanism(const results::RunData& run, const Json& scene, const ModelUnits& units, Json& page, Arrays& arrays,
                   std::vector<std::string>& notes);

}  // namespace alembert::report
