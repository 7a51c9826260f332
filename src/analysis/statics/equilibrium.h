// Equilibrium: positions in which nothing begins to move.
//
//   f(t, q, v = 0, lambda) = 0,   Phi(t, q) = 0,   and the derivatives of the user's states are 0
//
// Velocities count as 0, also where motions prescribe others. Constraints of velocities (rolling) allow a change of
// position only along what they allow as a velocity. States of forces whose derivatives are velocities, x' = B(q) v, as
// the slips of a standing tire, have any value at rest: they follow the way the bodies take, dx = B dq.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/mechanism.h"
#include "base/interruption.h"

namespace alembert {

struct Equilibrium {
  dae::State state;  // at rest
  int iterations = 0;
  double moved = 0.0;  // on the way from the start, once its joints were closed: rad, or of the mechanism's size
  // Of the stiffness in the free directions, against the masses: omega^2, 1/s^2; none where nothing is free.
  std::optional<double> smallest_eigenvalue;
  std::optional<double> smallest_positive;  // of those above 0
  enum class Stability { stable, neutral, unstable, no_freedom };
  Stability stability = Stability::stable;
  std::vector<std::string> neutral;  // directions in which it may be moved without any force
  int left_unstable = 0;             // so many unstable equilibria were met and left before this one
  std::vector<std::string> warnings;

  std::string stability_text() const;
};

// Goes downhill from a state, in steps of a motion without velocity (implicit, of a length that grows as the forces
// come into balance, until it is Newton's iteration): so it comes to the equilibrium a slow, heavily damped motion
// would come to. An unstable one is left in the direction in which it is unstable. Throws IntegrationError naming what
// does not come to rest, and SearchInterrupted as soon as the watch, if there is one, is asked.
Equilibrium find_equilibrium(Mechanism& mechanism, const dae::State& from, const Interruption::Watch* watch = nullptr);

struct SearchInterrupted {};

// Rows of states of forces that follow displacements at rest: nothing but velocities changes them. `by_velocity` is the
// Newton matrix of the damping alone.
std::vector<int> following_states(const MultibodyProblem& problem, const linear::SparseMatrix& by_velocity);

// The smallest eigenvalue and the neutral directions at an equilibrium, of stiffness and mass alone: dampers move no
// equilibrium, nor make one stable. `direction`: a tangent direction with a part in every unstable one, 0 where none
// is.
void find_stability(MultibodyProblem& problem, Equilibrium& at, Vector& direction);

}  // namespace alembert
