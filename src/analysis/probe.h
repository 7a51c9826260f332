// What there is to be known of a mechanism at a state: outputs, any expression, poses. Reactions and accelerations are
// found only where something asks for them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/mechanism.h"
#include "solve/acceleration_solver.h"
#include "system/angles.h"

namespace alembert {

class Probe {
 public:
  explicit Probe(Mechanism& mechanism);

  // Values below are those at this state, until the next call.
  void move_to(const dae::State& state);
  // Angles that expressions have added are counted from accepted step to step.
  void accept(const dae::State& state);

  // In the model's units. Throws IntegrationError if one is not finite.
  std::span<const double> outputs();
  // Of expressions in the order in which they were added. An angle that the system does not count is counted from
  // `state` on, where it is within half a turn of 0. Throws ModelError for what there is not.
  void add(const Expression& expression, const dae::State& state);
  double value(std::size_t expression);
  // A marker's pose and twist.
  const MarkerState<double>& marker(MarkerId marker);

  // Takes over what another has counted, of the same model and with the same expressions.
  void continue_from(const Probe& other);
  void exchange(Archive& archive);

 private:
  enum class Level { none, motion, reactions };
  void reach(Level level);
  double leaf(const MeasureRef& measure) const;

  const System& system_;
  MultibodyProblem& problem_;
  Outputs& outputs_;
  bool outputs_need_reactions_ = false;
  std::unique_ptr<AccelerationSolver> accelerations_;  // made when a reaction is first asked for
  dae::State state_;
  Level level_ = Level::none;
  bool outputs_known_ = false;
  Snapshot snapshot_;
  std::vector<double> values_, leaves_;
  std::vector<ResolvedExpression> expressions_;
  std::vector<AngleTracker> trackers_;  // beside those of the system
  std::unique_ptr<Angles> angles_;
  std::vector<double> turns_;  // what is remembered of them, and when that was
  double counted_at_ = 0.0;
};

}  // namespace alembert
