// What of a session belongs to one engine: from the start, or from an event, to the next event.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "analysis/events.h"
#include "analysis/session.h"

namespace alembert {

struct Session::Stretch {
  explicit Stretch(std::unique_ptr<DynamicsEngine> made)
      : engine(std::move(made)),
        finder(engine->sensors(), engine->problem(), engine->system().model()),
        probe(engine->mechanism()) {}

  void exchange(Archive& archive) { archive(engine->problem(), engine->integrator(), finder, probe); }
  Integrator& integrator() const { return engine->integrator(); }

  std::unique_ptr<DynamicsEngine> engine;
  EventFinder finder;
  Probe probe;
};

// Tells models apart whose states are not each other's.
std::string mark_of(const Model& model);

}  // namespace alembert
