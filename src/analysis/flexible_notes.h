// What is said of flexible bodies: in `check`, and in warnings of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "system/system.h"

namespace alembert {

// "134 modes, 56.6 Hz to 13.1 kHz, coupling full, damping 1 % to 100 % of critical"
std::string flexible_text(const Flexibility& flexible);

// Joints and forces on nodes for which the modes of a part were not made.
std::vector<std::string> interface_warnings(const Model& model);

// How far flexible bodies deform: modes are good for displacements that are small against the body, and small
// rotations.
class DeformationWatch {
 public:
  explicit DeformationWatch(const System& system);
  void see(const dae::State& state);
  std::vector<std::string> warnings() const;

 private:
  struct Seen {
    std::string name;
    int first = 0;  // of its modes among the positions
    Flexibility flexible;
    double size = 0.0;                          // across the part
    double displacement = 0.0, rotation = 0.0;  // the largest of any node, of any frame
    double displacement_time = 0.0, rotation_time = 0.0;
  };
  std::vector<Seen> seen_;
};

}  // namespace alembert
