// What happened in a run, and between which values its outputs were: for the page.
#pragma once

#include <string>
#include <vector>

#include "report/model_units.h"
#include "report/page.h"
#include "results/results_reader.h"

namespace alembert::report {

struct PageEvents {
  Json list = Json::array();  // {time, kind, name, text}, by time, in the model's units
  std::size_t count = 0;      // of all; the list may have fewer
};
// Events that were recorded, of all analyses of a list; impacts and corners, where summary.json tells them.
PageEvents events_of(const results::RunData& run, const ModelUnits& units, std::size_t most);

// A list of {name, unit, least, least_at, largest, largest_at}, over all rows.
Json ranges_of(const results::RunData& run, const ModelUnits& units, const std::vector<std::string>& output_units);

}  // namespace alembert::report
