// A flexible body of a run as pages and ParaView files show it: its part, how it deforms, where its stress is largest.
#pragma once

#include <string>
#include <vector>

#include "flexible/part.h"
#include "flexible/stress.h"

namespace alembert::report {

// The peak of a node's stress, and the history of the point that has it.
struct StressSpot {
  int node = 0;  // index
  std::string place;
  double von_mises = 0.0, time = 0.0;
  std::vector<double> history;  // von Mises at `DeformingBody::stress_time`
};

struct DeformingBody {
  std::string name, file;    // of its part
  flexible::Part part;       // with the modes that were used
  flexible::Coordinates xi;  // at the output times
  bool every_step = false;   // stress was looked at after every step
  std::vector<double> stress_time;
  std::vector<flexible::Peak> peaks;  // of each point of stress
  std::vector<StressSpot> spots;      // the largest first
};

struct DeformingBodies {
  std::vector<DeformingBody> bodies;
  std::vector<std::string> notes;  // what is missing, and why
};

}  // namespace alembert::report
