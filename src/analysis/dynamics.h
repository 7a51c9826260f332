// Dynamics: a Model integrated over time.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/integrators.h"
#include "analysis/sensors.h"
#include "analysis/start.h"
#include "base/interruption.h"
#include "methods/method.h"
#include "results/recorder.h"
#include "solve/stepper.h"
#include "system/outputs.h"
#include "system/system.h"

namespace alembert {

// What the model asks of its integrator. Throws ModelError where no machine can do that.
IntegrationOptions integration_options(const Model& model);

// Everything that takes part in a run, made from a model and started consistently.
class DynamicsEngine {
 public:
  explicit DynamicsEngine(const Model& model);
  // Goes on from a state of another engine, made of nearly the same model.
  DynamicsEngine(const Model& model, const Restart& from);
  // Stands at a state that is consistent, for its integrator and problem to be read from an archive.
  DynamicsEngine(const Model& model, const dae::State& state, std::vector<linear::RankComponent> ranks = {});

  const System& system() const { return system_; }
  MultibodyProblem& problem() { return problem_; }
  Integrator& integrator() { return *integrator_; }
  // The integrator where it is one of our own methods.
  Stepper& stepper() { return dynamic_cast<Stepper&>(*integrator_); }
  Outputs& outputs() { return outputs_; }
  Sensors& sensors() { return sensors_; }
  // Of a restart: the time integrals of the multipliers when velocities jumped.
  const Vector& impulses() const { return impulses_; }
  const StartReport& start_report() const { return start_; }
  // Of the constraint equations.
  const std::vector<linear::RankComponent>& ranks() const { return start_.ranks; }
  const dae::State& initial_state() const { return initial_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  System system_;
  Outputs outputs_;
  Sensors sensors_;
  MultibodyProblem problem_;
  StartReport start_;
  Vector impulses_;
  dae::State initial_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<std::string> warnings_;
};

namespace results {
struct StoredRun;
}

struct DynamicsOptions {
  std::optional<std::filesystem::path> folder;  // where to write results; none: keep them in memory only
  bool show_progress = false;
  Interruption* interruption = nullptr;          // once asked for: stop after the current step
  std::function<void(const std::string&)> warn;  // told of every warning before the first step
  const results::StoredRun* past = nullptr;      // the run that this one continues; the model is `continued_model`
};

struct DynamicsResult {
  RunSummary summary;
  StartReport start;
  std::vector<std::string> columns;
  std::vector<double> times;                 // in the model's units
  std::vector<std::vector<double>> outputs;  // per time, in the model's units
  dae::State final_state;                    // of the method itself, accelerations moved to the end time
};

// Runs the model's dynamics. On failure the results so far are written, marked incomplete, and the error is thrown on.
DynamicsResult run_dynamics(const Model& model, const DynamicsOptions& options = {});

inline constexpr double kDefaultTolerance = 1e-5;
inline constexpr int kDefaultOutputIntervals = 500;
// Time between two rows of the outputs.
inline double output_step_of(const Simulation& s) { return s.output_step.value_or(s.end / kDefaultOutputIntervals); }

}  // namespace alembert
