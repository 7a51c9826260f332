// The cheapest setting of an engine that is accurate enough for a task.
#pragma once

#include "engine.h"

namespace alembert::race {

struct Timed {
  Setting setting;
  Verdict verdict;
  double seconds = 0.0;
};

// Judges the setting, and times it if it is good enough: the least of several runs, since whatever disturbs a run makes
// it slower.
Timed judge_and_time(Engine& engine, const Setting& setting);

// Tries every candidate of the engine: tolerances, and fixed steps, tighter by decades until the result is good enough,
// then looser again by parts of a decade. Says on standard error what it finds.
std::optional<Timed> cheapest(Engine& engine, double end);

}  // namespace alembert::race
