// What was found as a page: how many claims hold, and for every paper each claim with the tables and figures behind it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/document.h"
#include "studies/report.h"

namespace alembert::studies {

report::Document page_of(const std::vector<const PaperFindings*>& papers);

// Ours over the published number, where both texts begin with a number and go on with the same unit.
std::optional<double> ratio_of(const std::string& ours, const std::string& published);

}  // namespace alembert::studies
