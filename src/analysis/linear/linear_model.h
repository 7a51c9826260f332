// A mechanism's small motions about a state, as a linear model in independent coordinates:
//
//   x' = A x + B w,   y = C x + D w        x = (z, u, s): coordinates, velocities, the user's states
//
// z are independent displacements and rotations of bodies (free_motions.h), u their rates (where constraints of
// velocities tie these, as many as are independent), w what is added to chosen variables, y the changes of outputs.
//
// With zeta = N z seen by the observer, and N' and N'' its rates of change along the motion,
//   G N = 0,   G N' = -G' N,   G N'' = -2 G' N' - G'' N       (independent rows of N' and N'' are 0)
//   M da + D dv + K dq + F dlambda = 0                        the equations of motion, linearised
//   dq = E zeta,  dv = E zeta' + S1 zeta,  da = E zeta'' + S2 zeta' + S3 zeta,  zeta'' = N z'' + 2 N' z' + N'' z
// which is the exact derivative of z'' = g(t, z, z') also while the mechanism moves. At rest N' = N'' = 0.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "analysis/linear/free_motions.h"
#include "analysis/mechanism.h"

namespace alembert {

struct LinearModel {
  dae::State state;                               // it is about
  int positions = 0, velocities = 0, states = 0;  // numbers in z, u, s
  std::vector<std::string> state_names, input_names, output_names;
  Eigen::MatrixXd A, B, C, D;
  // What a unit of each x, and behind these of each input, is in the problem's own numbers.
  Eigen::MatrixXd dq, dv, da, dlambda;
  bool at_rest = true;
  bool steady = true;  // the model stays the same as the motion goes on
};

// About a consistent state with its accelerations and multipliers. The last `inputs` states of the mechanism are what
// is added to variables (inputs.h). `outputs`: which columns.
LinearModel linear_model(Mechanism& mechanism, const dae::State& state, const Observer& observer, int inputs,
                         const std::vector<int>& outputs);

// Axes that turn with a marker at a state; ground's where it is invalid.
Observer observer_at(MultibodyProblem& problem, const dae::State& state, MarkerId marker);

}  // namespace alembert
