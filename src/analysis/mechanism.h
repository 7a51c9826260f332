// A model compiled and put together, without an integrator: what analyses other than dynamics begin with.
#pragma once

#include "analysis/sensors.h"
#include "analysis/start.h"
#include "system/outputs.h"
#include "system/system.h"

namespace alembert {

class Mechanism {
 public:
  // Throws AssemblyError where the mechanism cannot be put together.
  explicit Mechanism(const Model& model)
      : system_(model),
        outputs_(system_),
        sensors_(system_),
        problem_(system_),
        initial_(consistent_start(problem_, start_)) {}
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;

  const System& system() const { return system_; }
  Outputs& outputs() { return outputs_; }
  MultibodyProblem& problem() { return problem_; }
  const StartReport& start_report() const { return start_; }
  const dae::State& initial_state() const { return initial_; }

 private:
  System system_;
  Outputs outputs_;
  Sensors sensors_;  // not watched: only so that a state has the same numbers as in dynamics
  MultibodyProblem problem_;
  StartReport start_;
  dae::State initial_;
};

}  // namespace alembert
