// What a run is made of: its output times, and the stretches between events.
#pragma once

#include <memory>
#include <vector>

#include "analysis/dynamics.h"
#include "analysis/joint_coordinates.h"
#include "analysis/sampler.h"
#include "analysis/work_account.h"

namespace alembert {

// The output times: multiples of the output step, and the end.
class OutputClock {
 public:
  OutputClock(double end, double step) : end_(end), step_(step) {}
  double next() const {
    const double t = static_cast<double>(index_) * step_;
    return t > end_ - 1e-9 * step_ ? end_ : t;
  }
  // The end is another in a run that is continued.
  void exchange(Archive& archive) { archive(index_, finished_); }
  bool done() const { return finished_; }
  void advance() {
    finished_ = next() >= end_;
    ++index_;
  }

 private:
  double end_, step_;
  long index_ = 0;
  bool finished_ = false;
};

// Everything of a run that belongs to one engine: from the start, or from an event, to the next event.
struct Segment {
  explicit Segment(std::unique_ptr<DynamicsEngine> made)
      : engine(std::move(made)),
        sampler(*engine),
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
