// Sensors: functions of the motion that are watched, and the moments at which they pass through 0; conditions, and the
// moments at which they become true.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expression/condition.h"
#include "solve/acceleration_solver.h"
#include "solve/integrator.h"
#include "system/outputs.h"

namespace alembert {

// The expressions of a model's sensors, and their values at a state. What they measure is computed once for
// all of them, and no more than they ask for: reactions only where an expression has one.
class Sensors {
 public:
  explicit Sensors(const System& system);

  std::size_t size() const { return system_.sensors().size(); }
  // Values below are those at `state`, until the next call. `problem` is that of the system, always the same, and stays
  // at this state as long as values are asked for.
  void move_to(MultibodyProblem& problem, const dae::State& state);
  // The event function of a sensor: of a condition, its margin. Throws IntegrationError if it is not finite.
  double event(std::size_t sensor);
  // Its event is a condition that becomes true, not a function that passes through 0; and whether it is true.
  bool is_condition(std::size_t sensor) const { return conditions_[sensor] && !conditions_[sensor]->equality; }
  bool holds(std::size_t sensor);
  // The function of a sensor, as `event`, at a state that somebody else has measured. NaN if it is not finite.
  double watched(std::size_t sensor, MultibodyProblem& problem, const Snapshot& at);
  bool of_time_alone(std::size_t sensor) const { return system_.sensors()[sensor].event.measures.empty(); }

  // What the actions of a sensor ask for, in the model's units.
  std::vector<double> parameters(std::size_t sensor);
  std::vector<double> states(std::size_t sensor);
  // Adds the impulse to a generalised one.
  void add_impulse(std::size_t sensor, Vector& out);

  // The pivots that later solutions go on with.
  void exchange(Archive& archive, MultibodyProblem& problem);

 private:
  // What has been computed at the state: nothing, all that follows from positions and velocities, reactions too.
  enum class Level { none, motion, reactions };
  void reach(Level level, const std::string& name);
  double value(const ResolvedExpression& formula, const std::string& name) {
    return value(formula, formula.expression, name);
  }
  // Of an expression with the measures of the formula.
  double value(const ResolvedExpression& formula, const Expression& expression, const std::string& name);

  const System& system_;
  std::vector<std::optional<Condition>> conditions_;  // of each sensor
  MultibodyProblem* problem_ = nullptr;
  std::unique_ptr<AccelerationSolver> accelerations_;  // made when a reaction is first asked for
  dae::State state_;
  Level level_ = Level::none;
  Snapshot snapshot_;
  std::vector<double> leaves_;
};

// Finds the events in the steps of an integrator, to 1e-10 of the step, on its dense output; those of time alone
// exactly.
class EventFinder {
 public:
  EventFinder(Sensors& sensors, MultibodyProblem& problem, const Model& model)
      : sensors_(sensors), problem_(problem), model_(model) {}

  // Begins to watch; sensors that have just acted count as being at 0, and must leave it before they act again.
  // `before`: the finder that has watched until here, null at the beginning.
  void start(const dae::State& state, const std::vector<std::size_t>& acted, const EventFinder* before = nullptr);
  // Sensors whose condition is true at the start.
  std::vector<std::size_t> true_at_start() const;
  // Sensors whose function passed through 0 by the jump from where another finder left it to the start of this one, and
  // those that begin to watch here a condition that is true already.
  std::vector<std::size_t> jumped(const EventFinder& before, const std::vector<std::size_t>& acted) const;
  struct Event {
    double time = 0.0;
    std::vector<std::size_t> sensors;  // that act at this moment
  };
  void exchange(Archive& archive) {
    archive(watched_until_, fresh_, now_, state_);
    sensors_.exchange(archive, problem_);
  }
  // The next event in the last step of the integrator, if there is one.
  std::optional<Event> next(Integrator& integrator);

 private:
  void values(Integrator& integrator, double t, std::vector<double>& out);
  bool crosses(std::size_t sensor, double from, double to) const;
  bool acts_when_true(std::size_t sensor) const;
  double locate(Integrator& integrator, std::size_t sensor, double a, double fa, double b, double fb, double width);

  Sensors& sensors_;
  MultibodyProblem& problem_;
  const Model& model_;
  double watched_until_ = 0.0;
  bool fresh_ = true;  // no step has been watched since the start
  std::vector<double> now_, there_;
  std::vector<bool> held_;  // conditions at the start
  dae::State state_;
};

}  // namespace alembert
