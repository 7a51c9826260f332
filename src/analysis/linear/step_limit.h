// The largest step that conditionally stable methods can take along a run, from the largest frequency of the reduced
// matrices (004 sec. 5, eq. 11), with what carries that mode.
#pragma once

#include <string>
#include <vector>

#include "analysis/kinematics.h"

namespace alembert {

struct StepLimit {
  std::vector<double> times;  // s
  std::vector<double> omega;  // rad/s
  double largest = 0.0, at = 0.0;
  std::string carried_by;
  // Newmark's formulas with gamma = 1/2 in tangent coordinates are stable up to h omega = 1 / sqrt(1/4 - beta).
  struct Method {
    std::string name;
    double product = 0.0;  // h omega
  };
  std::vector<Method> methods;
  std::vector<std::string> warnings;
};

// Integrates the model as it says, and looks at every output time. Writes step_limit.csv.
StepLimit find_step_limit(const Model& model, const AnalysisOptions& options);
std::string step_limit_text(const StepLimit& found, const Units& units);

}  // namespace alembert
