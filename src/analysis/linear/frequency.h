// The largest natural frequency of a constrained mechanism in motion (004 sec. 5): of the reduced matrices
//
//   M_R = N^T M N,   K_R = N^T (K N + D X1 + M X2)        G X1 = -G' N,   G X2 = -2 G' X1 - G'' N
//
// with N an orthonormal basis of null(G), X1 and X2 of minimum norm: they say how velocities and accelerations have to
// follow a change of position for the constraints to hold. Without X1 and X2 it is `largest_frequency` of
// solve/stability.h.
#pragma once

#include "dae/problem.h"

namespace alembert {

struct FrequencyInMotion {
  double omega = 0.0;  // rad/s; sqrt of the largest eigenvalue of M_R^-1 K_R, 0 if none is positive
  Vector direction;    // of its mode, in the problem's tangent
};

// The state has to be consistent.
FrequencyInMotion frequency_in_motion(dae::Problem& problem, const dae::State& state);

}  // namespace alembert
