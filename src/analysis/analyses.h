// Whatever `analysis:` in a model file asks for, carried out: results in a folder, and a text for a person.
#pragma once

#include <optional>
#include <string>

#include "analysis/kinematics.h"
#include "model/model.h"

namespace alembert {

struct AnalysisReport {
  std::string status = "done";  // or interrupted
  std::string message;
  std::string text;                    // tables and sentences; no line end behind it
  std::optional<StatesResult> states;  // of those that are made of states another analysis can begin with
};

// Every analysis but dynamics, which has more to say while it runs (dynamics.h).
AnalysisReport run_analysis(const Model& model, const AnalysisOptions& options);

}  // namespace alembert
