// The parts of the studies of Negrut, Jay, Khude 2009 (003), and what they share.
#pragma once

#include "studies/findings.h"
#include "studies/runs.h"

namespace alembert::studies::low_order_2009 {

struct Compared {
  MethodUse method;
  double order;         // in theory
  bool holds_velocity;  // enforces the velocity constraints
  double drift;         // C of the drift C h^2 Phi_q q''' of the velocity constraints, where they are not enforced
};
// Iterations with a new matrix each, as in the paper's sec. 2.1: then nothing but rounding is left of Newton's error.
inline constexpr int kFullNewton = 3;
// The six methods of the paper, with alpha = -0.3 and gamma = 3/4.
const std::vector<Compared>& six_methods();

// Of the curves of errors of the six: "NSTIFF 2.00, Newmark 0.99, ..."; and whether all are as theory says.
struct Slopes {
  std::string text;
  bool right = true;
};
Slopes slopes_of(const std::vector<Series>& curves);

void slider_crank_convergence(Findings& findings);  // figure 3
void seven_body_convergence(Findings& findings);    // figures 5 and 6
void energy_over_time(Findings& findings);          // figures 7 and 8
void energy_over_step(Findings& findings);          // figure 9
void velocity_drift(Findings& findings);            // figures 11 to 15
void running_time(Findings& findings);              // figure 16
void flexible_slider_crank(Findings& findings);     // figures 4 and 10

}  // namespace alembert::studies::low_order_2009
