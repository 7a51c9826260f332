// A step that could not be completed, with what its message is made of.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace alembert {

class StepFailure : public IntegrationError {
 public:
  StepFailure(const std::string& message, double time, std::string equation)
      : IntegrationError(message), time_(time), equation_(std::move(equation)) {}
  // Another message about the same failure.
  StepFailure(const std::string& message, const StepFailure& of) : StepFailure(message, of.time_, of.equation_) {}
  // Where the last step ended, s.
  double time() const { return time_; }
  // The worst one by name, "body rod: rotation z"; empty: unknown.
  const std::string& equation() const { return equation_; }

 private:
  double time_;
  std::string equation_;
};

}  // namespace alembert
