// newmark (beta, gamma): Newmark's method for the index-3 equations (000). Order 2 for gamma = 1/2, else 1; A-stable
// for gamma >= 1/2, beta >= (gamma + 1/2)^2 / 4.
#pragma once

#include "methods/newmark_family.h"

namespace alembert {

class Newmark final : public NewmarkFamily {
 public:
  // Parameters beta and gamma; given gamma alone, beta = (gamma + 1/2)^2 / 4. Throws UsageError outside the range.
  explicit Newmark(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override;
  std::vector<std::string> warnings() const override;
  int order() const override { return gamma() == 0.5 ? 2 : 1; }
  double error_constant(ErrorEstimate estimate) const override;
};

}  // namespace alembert
