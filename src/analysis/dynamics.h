// Dynamics: a Model integrated over time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/analysis_options.h"
#include "analysis/integrators.h"
#include "analysis/mechanism.h"
#include "methods/method.h"
#include "solve/stepper.h"

namespace alembert {

// What the model asks of its integrator. Throws ModelError where no machine can do that.
// `left_out`, when not null, receives the functions of time with too many kinks for steps to end at.
IntegrationOptions integration_options(const Model& model, std::vector<std::string>* left_out = nullptr);
// Throws for a method that does not exist, parameters of it out of range and settings that no machine can meet.
void check_integration(const Model& model, dae::Problem& problem);

// A mechanism and the integrator that carries it through time, started.
class DynamicsEngine {
 public:
  // Goes on from a state of another mechanism, made of nearly the same model, or, where there is none, from the start.
  explicit DynamicsEngine(const Model& model, const Restart* from = nullptr);
  // Stands at a state that is consistent, for its integrator and problem to be read from an archive.
  DynamicsEngine(const Model& model, const dae::State& state, std::vector<linear::RankComponent> ranks = {});

  Mechanism& mechanism() { return mechanism_; }
  const System& system() const { return mechanism_.system(); }
  MultibodyProblem& problem() { return mechanism_.problem(); }
  Integrator& integrator() { return *integrator_; }
  // The integrator where it is one of our own methods.
  Stepper& stepper() { return dynamic_cast<Stepper&>(*integrator_); }
  Outputs& outputs() { return mechanism_.outputs(); }
  Sensors& sensors() { return mechanism_.sensors(); }
  // Of a restart: the time integrals of the multipliers when velocities jumped.
  const Vector& impulses() const { return mechanism_.impulses(); }
  const StartReport& start_report() const { return mechanism_.start_report(); }
  // Of the constraint equations.
  const std::vector<linear::RankComponent>& ranks() const { return start_report().ranks; }
  const dae::State& initial_state() const { return mechanism_.initial_state(); }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void start(const IntegrationOptions& options);

  Mechanism mechanism_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<std::string> warnings_;
};

struct DynamicsOptions : AnalysisOptions {
  // The run that this one continues. The model is `continued_model`, and `from` what that run began with.
  const results::RunData* past = nullptr;
};

struct DynamicsResult {
  RunSummary summary;
  std::shared_ptr<const results::RunData> data;  // everything that was recorded; null unless it was to be
  StartReport start;
  std::vector<std::string> columns;
  std::vector<double> times;                 // in the model's units
  std::vector<std::vector<double>> outputs;  // per time, in the model's units
  dae::State final_state;                    // of the method itself, accelerations moved to the end time
  AnalysisStart end;                         // where another analysis can begin
};

// Runs the model's dynamics. On failure the results so far are written, marked incomplete, and the error is thrown on.
DynamicsResult run_dynamics(const Model& model, const DynamicsOptions& options = {});

inline constexpr double kDefaultTolerance = 1e-8;
inline constexpr int kDefaultOutputIntervals = 500;
// Time between two rows of the outputs.
inline double output_step_of(const Simulation& s) { return s.output_step.value_or(s.end / kDefaultOutputIntervals); }

}  // namespace alembert
