// What there is to record of a system.
#pragma once

#include <filesystem>
#include <string>

#include "analysis/start.h"
#include "results/layout.h"
#include "system/system.h"

namespace alembert {

// What blames a contact for the size of a step, among the names of the unknowns.
inline std::string contact_row_name(const std::string& contact) { return "contact " + contact; }

// Writes parts that no file holds, as those that stand in the model, into the folder: parts/NAME.flex.h5. Those of an
// older run are removed; files that no run has written are never touched. The folder must be claimed.
void keep_parts(const System& system, const std::filesystem::path& folder, ResultsLayout& layout);

// Whatever has channels in the results, by group.
results::GroupNames owner_names(const Model& model);

ResultsLayout layout_of(const System& system, const StartReport& start, bool fixed_step);

}  // namespace alembert
