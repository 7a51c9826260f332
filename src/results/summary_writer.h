// summary.json: what was run, how it went, and what it cost.
#pragma once

#include <functional>
#include <string>

#include "results/layout.h"
#include "results/records.h"

namespace alembert::results {

// The text of summary.json. Numbers that are not finite become null.
std::string summary_text(const ResultsLayout& layout, const RunSummary& summary);
// Makes that text later, also when the layout is gone.
std::function<std::string()> summary_maker(const ResultsLayout& layout, const RunSummary& summary);

}  // namespace alembert::results
