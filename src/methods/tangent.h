// tangent (beta, gamma; or alpha): Newmark's formulas, or HHT's, in the tangent space of the constraints (004 sec. 5).
//
//   d = h v_n + h^2/2 [(1 - 2 beta) A_n + 2 beta A],   v = v_n + h [(1 - gamma) A_n + gamma A]     along the tangent
//   A = (1 + alpha) a - alpha a_n                                                     alpha = 0: A = a, Newmark
//
// with a the true accelerations. Trapezoidal (1/4, 1/2), linear acceleration (1/6, 1/2) and Fox-Goodwin (1/12, 1/2) are
// as stable as linear theory says, whatever the constraints. With alpha
//
//   beta = (1 - alpha)^2/4,   gamma = 1/2 - alpha
//
// and A_n belongs to t_n + alpha h and is moved there when h changes (002 eq. 15).
#pragma once

#include "methods/newmark_family.h"
#include "methods/tangent_space.h"

namespace alembert {

class Tangent final : public TangentSpace {
 public:
  explicit Tangent(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override;
  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override {
    TangentSpace::exchange(problem, archive);
    archive(A_, moving_);
  }
  double error_constant(ErrorEstimate estimate) const override {
    return hht_error_constant(alpha_, beta_, gamma_, estimate);
  }
  bool energy_consistent() const override { return is_trapezoidal(alpha_, beta_, gamma_); }
  int order() const override { return gamma_ == 0.5 - alpha_ ? 2 : 1; }
  double stability_limit() const override { return newmark_stability_limit(beta_, gamma_); }

 protected:
  Formulas formulas(const dae::State& from, double h) override;

 private:
  double alpha_, beta_, gamma_, h_ = 0.0;
  MovingAcceleration moving_;
  Vector A_, A_n_;  // of the last accepted step; moved to its instant
};

}  // namespace alembert
