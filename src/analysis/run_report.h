// The report page of a run, with its flexible bodies and, of a list, all its analyses.
#pragma once

#include <filesystem>

#include "results/run_data.h"

namespace alembert {

void write_report_page(const std::filesystem::path& file, const results::RunData& run);

}  // namespace alembert
