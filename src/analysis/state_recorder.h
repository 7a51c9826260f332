// Results of analyses that are made of single states, one a row: the same folder as a run's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/analysis_options.h"
#include "analysis/joint_coordinates.h"
#include "analysis/mechanism.h"
#include "analysis/sampler.h"
#include "results/recorder.h"

namespace alembert {

// What every such analysis hands back.
struct StatesResult {
  RunSummary summary;
  std::shared_ptr<const results::RunData> data;  // everything that was recorded; null unless it was to be
  std::vector<std::string> columns;
  std::vector<double> times;                 // in the model's units
  std::vector<std::vector<double>> outputs;  // per time, in the model's units
  AnalysisStart end;                         // where another analysis can begin
};

class StateRecorder {
 public:
  StateRecorder(Mechanism& mechanism, const AnalysisOptions& options, AnalysisKind analysis);

  // A row of the results; accelerations and multipliers are taken as they are.
  void take(const dae::State& state);
  RunSummary& summary() { return result_.summary; }
  // Writes everything; returns it.
  StatesResult finish(const std::string& status, const std::string& message = "");

 private:
  Mechanism& mechanism_;
  Sampler sampler_;
  JointCoordinates coordinates_;
  const AnalysisOptions options_;
  SharedResults* shared_;
  StatesResult result_;
  std::unique_ptr<Recorder> own_;
  Recorder* recorder_ = nullptr;
  dae::State last_;
  double energy_start_ = 0.0, energy_ = 0.0;
  bool begun_ = false;
};

}  // namespace alembert
