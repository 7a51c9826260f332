// The page of a step limit: the largest stable steps, and the largest frequency along the run.
#pragma once

#include <filesystem>

namespace alembert::report {

// True: the folder holds what `alembert step_limit` wrote, and no results.h5 of its own.
bool is_step_limit(const std::filesystem::path& folder);

// Writes the page whole or not at all; throws Error(ExitCode::bad_usage) naming the file that cannot be read or
// written.
void write_step_limit_page(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace alembert::report
