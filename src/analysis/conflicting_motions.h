// Motions that contradict each other: equations that always depend on each other, with drives among them, hold together
// only as long as what they ask for agrees. Followed from a state on, without forces, by
//
//   q <- q (+) dt v, then Phi = 0;    v <- the smallest change with Phi_q v + Phi_t = 0
#pragma once

#include <string>
#include <vector>

#include "analysis/mechanism.h"

namespace alembert {

struct ConflictingMotions {
  double t = 0.0;
  int set = -1;                       // of the start report; -1: there is no conflict
  std::vector<std::string> elements;  // as `motion NAME`, `joint NAME`; motions first

  // What to tell of it; empty if there is none.
  std::string text() const;
};

// The first conflict from a state on, until a time. Where motions follow states, or are switched by sensors, nothing is
// looked for: their future is not known before it is there.
ConflictingMotions find_conflicting_motions(Mechanism& mechanism, const dae::State& from, double until);

}  // namespace alembert
