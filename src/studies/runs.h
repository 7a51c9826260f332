// How studies run things: shipped models and equations written in C++, with a fixed step, watched at every step.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "analysis/dynamics.h"
#include "analysis/integrators.h"
#include "studies/findings.h"

namespace alembert::studies {

// The text of a file of models/ or of a reference solution, put into the program when it is built; the list is in
// cmake/embed_texts.cmake. Throws if it is not there.
std::string_view embedded_text(std::string_view file);

// A model of models/ by its name without ".yaml", with parameters replaced.
Model study_model(const std::string& name, const std::map<std::string, double>& set = {});

struct MethodUse {
  std::string label;  // as the paper calls it
  std::string name;
  std::map<std::string, double> parameters;
};

Model with_step(Model model, const MethodUse& method, double step, double end);

struct Outcome {
  bool finished = false;
  double time = 0.0;    // reached
  std::string message;  // of the failure
  dae::State state;     // the last accepted one
  long steps = 0;
  double cpu = 0.0;  // s, of the loop with its watcher
};

using Watcher = std::function<void(const dae::State& state)>;

// Steps to the end, or to where the integration fails: in a study that is a result.
Outcome drive(Integrator& integrator, const Findings& findings, const Watcher& watch = {});

// log2 of the ratio of the errors at h and h/2.
double observed_order(double coarse, double fine);
// Of the last two points of a curve of errors over steps that are halved.
double last_order(const Series& errors);
// Published orders are slopes of lines in figures: ours are the same if they are this near.
inline constexpr double kSlopeTolerance = 0.1;
inline bool is_order(double observed, double expected) { return std::abs(observed - expected) <= kSlopeTolerance; }

}  // namespace alembert::studies
