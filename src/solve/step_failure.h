// A step that could not be completed; its time and equation are known.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace alembert {

class StepFailure : public IntegrationError {
 public:
  StepFailure(const std::string& message, double time, std::string equation)
      : IntegrationError(message, time, std::move(equation)) {}
  // Another message about the same failure.
  StepFailure(const std::string& message, const StepFailure& of) : IntegrationError(message, of) {}
};

}  // namespace alembert
