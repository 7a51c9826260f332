// A model compiled and put together, without an integrator: what every analysis begins with.
#pragma once

#include <vector>

#include "analysis/sensors.h"
#include "analysis/start.h"
#include "system/outputs.h"
#include "system/system.h"

namespace alembert {

class Mechanism {
 public:
  // Put together from what the user gave. Throws AssemblyError where that cannot be.
  explicit Mechanism(const Model& model);
  // Goes on from a state of another mechanism, made of nearly the same model.
  Mechanism(const Model& model, const Restart& from);
  // The same, or, where there is none, put together.
  Mechanism(const Model& model, const Restart* from);
  // Stands at a state that is consistent. Throws UsageError if it belongs to a different model.
  Mechanism(const Model& model, const dae::State& state, std::vector<linear::RankComponent> ranks);
  // Only compiled: for `put_together`.
  struct InParts {};
  Mechanism(const Model& model, InParts);
  Mechanism(const Mechanism&) = delete;
  Mechanism& operator=(const Mechanism&) = delete;

  // Throws AssemblyError where that cannot be; the report then says as much as was found.
  void put_together();

  const System& system() const { return system_; }
  Outputs& outputs() { return outputs_; }
  Sensors& sensors() { return sensors_; }
  MultibodyProblem& problem() { return problem_; }
  const MultibodyProblem& problem() const { return problem_; }
  const StartReport& start_report() const { return start_; }
  const dae::State& initial_state() const { return initial_; }
  // Of a restart: the time integrals of the multipliers when velocities jumped.
  const Vector& impulses() const { return impulses_; }

 private:
  System system_;
  Outputs outputs_;
  Sensors sensors_;
  MultibodyProblem problem_;
  StartReport start_;
  Vector impulses_;
  dae::State initial_;
};

}  // namespace alembert
