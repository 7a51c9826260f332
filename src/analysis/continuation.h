// Runs that go on where others ended: what is stored for that, and the model it gives again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "model/model.h"
#include "results/results_reader.h"

namespace alembert {

// What sensors have changed in a model since its start.
struct ModelChanges {
  std::vector<std::pair<std::string, double>> parameters;                     // that are set, by the user or by sensors
  std::vector<char> joints, motions, constraints, forces, contacts, sensors;  // what is active
  void exchange(Archive& archive) { archive(parameters, joints, motions, constraints, forces, contacts, sensors); }
};
ModelChanges changes_of(const Model& now);
Model with_changes(const Model& start, const ModelChanges& changes);

// The run as the user asked for it, as JSON: empty if the model has no text it could be read from again, or calls
// functions of a program.
std::string run_text(const Model& model);

// The model of a stored run, to be simulated until `end`, in its unit of time: later than what was reached. Without an
// `end` it is the run's own. Throws Error(ExitCode::bad_usage) saying why a run cannot be continued.
Model continued_model(const results::StoredRun& past, std::optional<double> end);

}  // namespace alembert
