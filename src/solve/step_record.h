// What happened in one attempted step, and the counts of a whole run.
#pragma once

#include <array>
#include <limits>

#include "base/archive.h"

namespace alembert {

enum class StepOutcome {
  accepted,
  error_test,         // local error above the tolerance
  newton_diverged,    // corrections grew or shrank too slowly
  newton_iterations,  // no convergence within the allowed iterations
  singular,           // the Newton matrix could not be factored
  not_finite,         // a NaN or infinity appeared
  passed_through,     // bodies in contact are deeper in each other than they may be
};
inline constexpr int kStepOutcomes = 7;

struct StepRecord {
  double time = 0.0;  // at the start of the attempted step
  double h = 0.0;
  int predictor_degree = 0;
  int newton_iterations = 0;
  bool new_jacobian = false;  // the Jacobian was evaluated in this step
  double error_ratio = 0.0;   // local error over tolerance; 0 with a fixed step
  StepOutcome outcome = StepOutcome::accepted;
  int worst_row = -1;      // unknown that dominated the error (or the failed correction); names: dae::Problem
  int worst_contact = -1;  // contact that dominated instead of it; names: dae::Problem
  // Largest residual of the constraints in the accepted state: positions, velocities, accelerations. Not the
  // integrator's business: whoever records the steps fills it in.
  std::array<double, 3> violation{kNotMeasured, kNotMeasured, kNotMeasured};

  static constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
};

struct RunStatistics {
  long steps = 0;  // accepted
  long rejected_steps = 0;
  long newton_iterations = 0;
  long jacobian_evaluations = 0;
  long factorizations = 0;      // full and repeated
  long unclosed_steps = 0;      // accepted with rates, accelerations or balance far from where the method holds them
  double first_unclosed = 0.0;  // the time of the first of these
  double max_position_violation = 0.0;
  double max_velocity_violation = 0.0;
  double max_acceleration_violation = 0.0;

  void exchange(Archive& archive) {
    archive(steps, rejected_steps, newton_iterations, jacobian_evaluations, factorizations, unclosed_steps,
            first_unclosed, max_position_violation, max_velocity_violation, max_acceleration_violation);
  }
};

}  // namespace alembert
