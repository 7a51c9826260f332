// summary.json: what was run, how it went, and what it cost.
#pragma once

#include <string>

#include "results/recorder.h"

namespace alembert::results {

// The text of summary.json. Numbers that are not finite become null.
std::string summary_text(const ResultsLayout& layout, const RunSummary& summary);

}  // namespace alembert::results
