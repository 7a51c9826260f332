// Accelerations and multipliers from the equations of motion themselves.
#pragma once

#include "dae/problem.h"
#include "linear/factorisation.h"

namespace alembert {

// Solves M a + f = 0, and the acceleration constraints, for (a, lambda) at a state's position and velocity. Where
// constraints are redundant lambda is the choice of smallest lambda^T eps lambda, a norm in which forces and torques
// compare by the motion they could cause.
class AccelerationSolver {
 public:
  explicit AccelerationSolver(dae::Problem& problem);
  // Overwrites a and lambda (first guesses, where lambda acts in a nonlinear way); returns the last correction of a,
  // relative: above kSolved it has not converged, which happens only in singular positions. Throws AssemblyError,
  // naming what is singular or not finite.
  double solve(dae::State& state);
  static constexpr double kSolved = 1e-6;
  // The pivots that later solutions go on with.
  void exchange(Archive& archive) { factors_.exchange(archive, problem_.pattern()); }

 private:
  void factor(const dae::State& state);
  void drop_idle_part(dae::State& state);

  dae::Problem& problem_;
  linear::SparseMatrix matrix_;
  linear::Factorisation factors_;
  Vector zero_, violation_, f_, phi_, Ma_, e_, w_, part_, mu_;
};

}  // namespace alembert
