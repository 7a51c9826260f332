// What a run is made of: its output times, and the stretches between events.
#pragma once

#include <memory>
#include <vector>

#include "analysis/dynamics.h"
#include "analysis/joint_coordinates.h"
#include "analysis/output_clock.h"
#include "analysis/sampler.h"
#include "analysis/work_account.h"

namespace alembert {

// Everything of a run that belongs to one engine: from the start, or from an event, to the next event.
struct Segment {
  explicit Segment(std::unique_ptr<DynamicsEngine> made)
      : engine(std::move(made)),
        sampler(engine->mechanism()),
        coordinates(engine->system(), engine->problem()),
        work(engine->system(), engine->problem(), engine->initial_state(), engine->integrator().energy_consistent()),
        finder(engine->sensors(), engine->problem(), engine->system().model()) {}

  // Between two steps.
  void exchange(Archive& archive) {
    archive(engine->problem(), engine->integrator(), sampler, coordinates, work, finder);
  }

  std::unique_ptr<DynamicsEngine> engine;
  Sampler sampler;
  JointCoordinates coordinates;
  WorkAccount work;
  EventFinder finder;
  std::vector<int> rows;  // place of each unknown among the rows of the results

  Integrator& integrator() { return engine->integrator(); }
};

}  // namespace alembert
