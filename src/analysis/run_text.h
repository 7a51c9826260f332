// What is told on the console where an analysis has ended: how far it came, why it ended early, what happened on the
// way, and between which values its outputs were. Lists are short: the rest is in summary.json.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "results/records.h"

namespace alembert {

// Least and largest of each output in the rows that were written, from row `first` on, in the model's units; values
// that are not finite do not count.
std::vector<OutputRange> output_ranges(const std::vector<std::string>& names, const std::vector<double>& times,
                                       const std::vector<std::vector<double>>& rows, std::size_t first = 0);
// The same as a table; empty where there are none.
std::string ranges_text(const std::vector<OutputRange>& ranges, const Model& model);

// Of a dynamics: how far it came, what it cost, its balance of energy, events, outputs.
std::string dynamics_text(const RunSummary& summary, const Model& model);

}  // namespace alembert
