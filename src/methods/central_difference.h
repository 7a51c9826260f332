// central_difference: explicit in positions, with the constraints held at all three levels (004's comparison):
//
//   d = h v_n + h^2/2 a_n,   v = v_n + h/2 (a_n + a)            along the tangent space of the constraints
//
// which is q_{n+1} - 2 q_n + q_{n-1} = h^2 a_n with the velocity at the middle of two steps. Stiffness has no part in
// its matrix, and its step is limited to 2/omega_max.
#pragma once

#include "methods/newmark_family.h"
#include "methods/tangent_space.h"

namespace alembert {

class CentralDifference final : public TangentSpace {
 public:
  explicit CentralDifference(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {}; }
  void accept(dae::Problem&, const dae::State&) override {}
  double error_constant(ErrorEstimate estimate) const override { return hht_error_constant(0.0, 0.0, 0.5, estimate); }
  double stability_limit() const override { return newmark_stability_limit(0.0, 0.5); }

 protected:
  Formulas formulas(const dae::State& from, double h) override;
};

}  // namespace alembert
