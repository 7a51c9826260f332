// The output columns of a model: their measures resolved to markers and elements, evaluated at a state.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "system/measures.h"
#include "system/multibody_problem.h"

namespace alembert {

// Everything known at one output time; filled once, read by all measures.
struct Snapshot {
  const dae::State* state = nullptr;  // a: true accelerations
  Energies energies;
  std::vector<ForceTorque> joints, forces, constraints;
};

// The value of a measure, SI. The problem must be placed at the snapshot's state.
double measured(const MultibodyProblem& problem, const Snapshot& snapshot, const MeasureRef& measure);

class Outputs {
 public:
  explicit Outputs(const System& system);

  // Values of all columns, in the model's units. The problem must be placed at the snapshot's state. Throws
  // IntegrationError naming the column if a value is not finite.
  void evaluate(const MultibodyProblem& problem, const Snapshot& snapshot, std::vector<double>& values);

 private:
  std::vector<double> scratch_;  // measures of one column
};

}  // namespace alembert
