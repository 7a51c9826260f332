// The output columns of a model: their measures resolved to markers and elements, evaluated at a state.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "system/multibody_problem.h"

namespace alembert {

// Everything known at one output time; filled once, read by all measures.
struct Snapshot {
  const dae::State* state = nullptr;  // a: true accelerations
  Energies energies;
  std::vector<ForceTorque> joints, forces;
};

class Outputs {
 public:
  // Resolves names, with suggestions for unknown ones, and asks `system` to track the angles measured.
  explicit Outputs(System& system);

  // Values of all columns, in the model's units. The problem must be placed at the snapshot's state. Throws
  // IntegrationError naming the column if a value is not finite.
  void evaluate(const MultibodyProblem& problem, const Snapshot& snapshot, std::vector<double>& values);

 private:
  struct Resolved {
    enum class Quantity {
      displacement,
      velocity,
      rotation_rate,
      acceleration,
      rotation_acceleration,  // vectors of markers
      separation_rate,
      angle,
      euler_psi,
      euler_theta,
      euler_phi,
      joint_force,
      joint_torque,
      force_force,
      force_torque,
      kinetic_energy,
      potential_energy,
      total_energy
    };
    Quantity quantity = Quantity::displacement;
    int component = 0;        // 0..2, or 3 for the size of a vector
    int i = 0, j = 0, k = 0;  // markers
    int element = 0;          // joint, force or tracker
    double unit = 1.0;        // value in model units = SI value / unit
  };

  Resolved resolve(System& system, const Measure& measure) const;
  double value(const MultibodyProblem& problem, const Snapshot& snapshot, const Resolved& measure) const;

  std::vector<std::vector<Resolved>> measures_;  // per column
  std::vector<double> scratch_;
};

}  // namespace alembert
