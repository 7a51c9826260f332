// The cheapest setting of an engine that is accurate enough for a task.
#pragma once

#include "engine.h"

namespace alembert::race {

struct Timed {
  Setting setting;
  Verdict verdict;
  double seconds = 0.0;
};

// Judges settings, and times those that are good enough, in turns: the least of several runs each, since whatever
// disturbs a run makes it slower.
void judge_and_time(const std::vector<Engine*>& engines, const std::vector<Timed*>& runs);

// Tries every candidate of the engine: tolerances, and fixed steps, tighter by decades until the result is good enough,
// then looser again by parts of a decade. Says on standard error what it finds.
std::optional<Timed> cheapest(Engine& engine, double end);

}  // namespace alembert::race
