// What an analysis without an integrator found, in words: equilibria and their stability, modes, rows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "results/results_reader.h"

namespace alembert::report {

// `modes`: of modes.json, where there is one. Empty where nothing was found; why it failed is the run's `message`.
std::vector<std::string> analysis_story(const results::RunData& run, const std::optional<nlohmann::json>& modes);

}  // namespace alembert::report
