// How an analysis begins where another has ended: what of the model has been switched since, and the state.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/joint_coordinates.h"
#include "analysis/mechanism.h"
#include "base/archive.h"
#include "model/model.h"

namespace alembert {

// What sensors, and the analyses of a list, have changed in a model since its start.
struct ModelChanges {
  std::vector<std::pair<std::string, double>> parameters;                     // that are set, by the user or by sensors
  std::vector<char> joints, motions, constraints, forces, contacts, sensors;  // what is active
  void exchange(Archive& archive) { archive(parameters, joints, motions, constraints, forces, contacts, sensors); }
};
ModelChanges changes_of(const Model& now);
Model with_changes(const Model& start, const ModelChanges& changes);

struct AnalysisStart {
  ModelChanges changes;
  Restart restart;
  std::vector<double> coordinates;  // of the joints, whole turns counted
  void exchange(Archive& archive) { archive(changes, restart, coordinates); }

  // Goes on counting the turns of joints.
  void count_on(JointCoordinates& joints) const;
};
// Of a mechanism that has come to this state.
AnalysisStart start_from(const Mechanism& mechanism, const dae::State& state, JointCoordinates& joints);

// As numbers to be stored, and back.
std::vector<double> stored(AnalysisStart start);
AnalysisStart restored(const std::vector<double>& numbers);

}  // namespace alembert
