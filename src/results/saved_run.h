// A run in memory, written as the results folder that it would have left.
#pragma once

#include <filesystem>

#include "results/run_data.h"

namespace alembert::results {

// With the folders of analyses that have results of their own. Throws as a Recorder with a folder does.
void save_run(const RunData& run, const std::filesystem::path& folder);

}  // namespace alembert::results
