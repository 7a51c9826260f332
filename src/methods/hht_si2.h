// hht_si2 (alpha): HHT with velocity constraints, stabilised index 2 (003 eqs 12-13). Newmark's formulas with a
// correction h^2/2 abar of the positions:
//
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a] + h^2/2 abar,   v = v_n + h [(1 - gamma) a_n + gamma a]
//   1/(1+alpha) M a + f - alpha/(1+alpha) f_n = 0,   M abar - G^T mu = 0,   Phi = 0,   Phi_q v + Phi_t = 0
//
// with gamma and beta of hht. Order 2 in positions, velocities and multipliers. Here u = abar, m = -mu.
#pragma once

#include "methods/newmark_family.h"
#include "methods/projected.h"

namespace alembert {

class HhtSi2 final : public Projected {
 public:
  explicit HhtSi2(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {{"alpha", alpha_}}; }
  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override {
    Projected::accept(problem, accepted);
    moving_.accept(a_n_, h_);
  }
  void exchange(dae::Problem& problem, Archive& archive) override {
    Projected::exchange(problem, archive);
    archive(moving_);
  }
  double acceleration_shift() const override { return alpha_; }
  double memory_of_errors() const override { return velocity_memory(gamma_); }
  double error_constant(ErrorEstimate estimate) const override;

 protected:
  Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;

 private:
  double alpha_, beta_, gamma_;
  MovingAcceleration moving_;
};

}  // namespace alembert
