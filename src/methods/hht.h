// hht (alpha): the Hilber-Hughes-Taylor method for the index-3 equations, HHT-I3 (001). Order 2, A-stable, damps high
// frequencies more the more negative alpha is:
//   gamma = (1 - 2 alpha)/2,   beta = (1 - alpha)^2/4     (001 eq. 6)
#pragma once

#include "methods/newmark_family.h"

namespace alembert {

class Hht final : public NewmarkFamily {
 public:
  explicit Hht(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {{"alpha", alpha()}}; }
  std::vector<std::string> warnings() const override;
  double error_constant(ErrorEstimate estimate) const override;
};

}  // namespace alembert
