// The report page of a run, of one in memory or of one read back.
#pragma once

#include <filesystem>

#include "results/run_data.h"

namespace alembert {

// With the analyses of a list that have results of their own.
void write_run_report(const std::filesystem::path& file, const results::RunData& run);

}  // namespace alembert
