// Dead positions: where drives and joints come to depend on each other, so that a drive cannot be followed any further.
//
//   sum over rows c_r w_r ~ 0,   w_r: row r of G M^-1/2, scaled to length 1
//
// where no such sum was there at the start. A drive among the rows then asks for velocities that grow without bound,
// and beyond the dead position for ones that do not exist.
#pragma once

#include <string>
#include <vector>

#include "analysis/mechanism.h"

namespace alembert {

struct DeadPosition {
  double t = 0.0;
  std::vector<int> rows;            // that depend on each other, or nearly so; empty: none do
  std::vector<std::string> drives;  // among them, as `motion NAME`: rows that change with time by themselves
  std::vector<std::string> others;  // the joints and constraints of the other rows
  bool locked = false;  // drives cannot be followed beyond it; false: it is a change point, where joints can be closed

  // What to tell of it; empty if there is none.
  std::string text() const;
};

// Looks at the last state of a motion that failed, and if there is nothing there at the position that comes nearest to
// closing all joints a time `ahead`, where these cannot be closed.
DeadPosition find_dead_position(Mechanism& mechanism, const dae::State& last, double ahead);

}  // namespace alembert
