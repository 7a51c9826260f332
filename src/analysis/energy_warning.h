// What is told of the energy that the method itself added or removed.
#pragma once

#include <optional>
#include <string>

#include "results/records.h"

namespace alembert {

// None where it is little of what was turned over, or where nothing moved.
std::optional<std::string> energy_warning(const RunSummary& summary);

}  // namespace alembert
