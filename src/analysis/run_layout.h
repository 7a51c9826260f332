// What a run of dynamics records: names, and the picture of the mechanism.
#pragma once

#include "analysis/start.h"
#include "results/recorder.h"
#include "system/system.h"

namespace alembert {

ResultsLayout layout_of(const System& system, const StartReport& start, bool fixed_step);

}  // namespace alembert
