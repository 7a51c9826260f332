// A comparison as a page: the recommendation with the numbers behind it, charts to point into, orders against theory,
// what failed, what was measured against.
#pragma once

#include "analysis/compare/compare.h"
#include "report/document.h"

namespace alembert::compare {

report::Document page_of(const CompareResult& result);

// Is an observed order the method's own? Nothing: theory says nothing of it, or it is larger than it.
report::Judgement judged_order(double observed, std::optional<int> in_theory, bool fixed_step);

}  // namespace alembert::compare
