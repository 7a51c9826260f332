// Everything a run stored at its output times as one table.
#pragma once

#include <filesystem>
#include <vector>

#include "results/columns.h"

namespace alembert::results {

// `time [s]` and every column of the output times that is not derived, headed "NAME [UNIT]". Throws
// Error(ExitCode::bad_usage), naming the path, if it cannot be written.
void write_wide_csv(const std::filesystem::path& path, const RunData& run, const std::vector<Column>& columns);

}  // namespace alembert::results
