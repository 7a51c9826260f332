// What published experiments prescribe for single steps and no user needs: studies/ and tests give it to a Stepper.
#pragma once

#include <optional>
#include <vector>

#include "methods/method.h"
#include "solve/predictor.h"

namespace alembert {

struct StudyOptions {
  // Exactly this many full Newton iterations a step, converged or not; with a fixed step only, since the error of a
  // step that has not converged is unknown.
  std::optional<int> iterations;
  // With a fixed step: each step is divided into these parts (002 sec. 8: 1/3, 2/3).
  std::vector<double> parts_of_step;
  int predictor_degree = Predictor::kMaxDegree;  // highest
  ErrorEstimate estimate = ErrorEstimate::sharp;
  // Errors as a mean over all coordinates (001 eq. 34) in the place of the largest of the bodies' own, and steps chosen
  // by the last error alone (001 eq. 37).
  bool published_control = false;
};

}  // namespace alembert
