// The settings that `bench_simbody --search` found.
#pragma once

#include "engine.h"

namespace alembert::race {

struct Settled {
  Setting simbody, alembert;
};

// Of a task, by name.
Settled settled_settings(const std::string& task);

}  // namespace alembert::race
