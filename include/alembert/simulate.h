// What can be asked of a model: does it go together, how does it move, where does it rest, how does it vibrate
// (docs/analyses.md).
#pragma once

#include <alembert/error.h>
#include <alembert/model.h>
#include <alembert/results.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace alembert::ALEMBERT_INLINE api {
// How far a run is.
struct Progress {
  double time = 0.0, end = 0.0, step = 0.0;  // s
  long rejected_steps = 0;
  double elapsed = 0.0;  // s of the clock on the wall
};

// An integration method by its name, with parameters that are not to have their default values.
struct Method {
  std::string name;
  Settings parameters = {};
};
Method hht(double alpha);
Method newmark(double gamma, std::optional<double> beta = {});

// What to change against the model's own `simulation:`; times in s.
struct SimulationOptions {
  std::optional<Method> method = {};
  std::optional<double> end = {};
  std::optional<double> tolerance = {};  // variable step
  std::optional<double> step = {};       // fixed step
  std::optional<double> output_step = {};
  std::string folder = {};           // write the results there too
  Listener<Progress> progress = {};  // told a few times a second; where it returns false, the run ends there
  Listener<std::string> warn = {};   // told of warnings
};

// A run that failed, with what it had until then.
class RunFailure : public IntegrationError {
 public:
  RunFailure(const IntegrationError& error, Run run) : IntegrationError(error), run_(static_cast<Run&&>(run)) {}
  const Run& run() const { return run_; }

 private:
  Run run_;
};

// Checks the model and runs its dynamics, or the list of its analyses: the result is the motion. Throws ModelError,
// AssemblyError, RunFailure or UsageError, and FunctionError where a function of the program's threw.
Run simulate(const Model& model, const SimulationOptions& options = {});

// Constraint equations that depend on each other.
struct DependentSet {
  std::vector<std::string> equations;
  int redundant = 0;   // so many could be left out
  bool always = true;  // false: only in this position
};

// What `alembert check` tells.
struct Check {
  bool ok = true;       // the mechanism can be put together
  std::string problem;  // else why not
  int degrees_of_freedom = 0;
  std::vector<DependentSet> dependent_sets;
  double position_violation = 0.0, velocity_violation = 0.0;  // of the start as it was given
  std::vector<std::string> warnings;
  std::string text;  // all of it for a person
};
Check check(const Model& model);

// Analyses over time, as the model's `simulation:` says, with rows as a run has them.
Run kinematics(const Model& model, const SimulationOptions& options = {});
Run quasi_statics(const Model& model, const SimulationOptions& options = {});
// `actuators`: the variables to be found, as many as there are motions; as the model says where none is given.
Run inverse_dynamics(const Model& model, const std::vector<std::string>& actuators = {},
                     const SimulationOptions& options = {});

// An equilibrium: one row of results, and whether it is stable.
struct Equilibrium {
  Run run;
  std::string stability;                      // stable, neutral, unstable, no freedom
  std::optional<double> smallest_eigenvalue;  // of stiffness against mass, 1/s^2
};
Equilibrium statics(const Model& model, const SimulationOptions& options = {});

// Small motions about a state.
struct AboutOptions {
  std::string about = {};  // initial, equilibrium, or a time in s; as the model says where empty
  std::vector<std::string> inputs = {},
                           outputs = {};  // of the linear model: inputs or variables, and outputs; all where empty
  std::optional<int> count = {};          // so many modes, from the lowest frequency on
};
struct Mode {
  double real = 0.0, imaginary = 0.0;  // of the eigenvalue, 1/s; of a conjugate pair the one above the real axis
  double frequency = 0.0;              // Hz, as if it were not damped
  double damping_ratio = 0.0;
  std::string carried_by;  // what moves most
};
std::vector<Mode> modes(const Model& model, const AboutOptions& options = {});

// Numbers row by row.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};
// x' = A x + B w, y = C x + D w: x displacements, rates and states, w added to inputs, y changes of outputs.
struct LinearModel {
  Matrix A, B, C, D;
  std::vector<std::string> states, inputs, outputs;
  bool at_rest = true;
};
LinearModel linearise(const Model& model, const AboutOptions& options = {});

// How far outputs can be trusted: the run as it is, and again more accurately.
struct Verification {
  std::string verdict;        // "good: ...", "fair: ...", "poor: ...", with the reason
  double largest_change = 0;  // of an output, relative to its peak
  std::string text;
};
Verification verify(const Model& model, const SimulationOptions& options = {});
}  // namespace alembert::ALEMBERT_INLINEapi
