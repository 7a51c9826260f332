// Reads what a run left in its results folder (docs/results.md).
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "results/run_data.h"

namespace alembert::results {

// The run as it was recorded. Throws Error(ExitCode::bad_usage), naming the file, if it is missing, damaged, foreign or
// of a newer format. Whatever is returned is consistent: every array has the size that the names and times call for.
RunData read_results(const std::filesystem::path& folder);

// summary.json, or what stands for it while the run goes on; nothing if there is neither.
std::optional<nlohmann::json> read_summary(const std::filesystem::path& folder);
// modes.json; nothing if there is none.
std::optional<nlohmann::json> read_modes(const std::filesystem::path& folder);

}  // namespace alembert::results
