// gen_alpha_soi2 (rho): generalized-alpha, stabilised overdetermined index 2 (002 eq. 14), for holonomic and
// nonholonomic constraints, a mass matrix that varies, and forces that need not be linear in the multipliers.
//
//   alpha_m = (2 rho - 1)/(1 + rho),  alpha_f = rho/(1 + rho),  alpha = alpha_m - alpha_f
//   gamma = 1/2 - alpha,  beta = (1 - alpha)^2/4
//
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a~],   v = v_n + h [(1 - gamma) a_n + gamma a],   v~ likewise with a~
//   (1 - alpha_m) M a  + alpha_m (M a)_n + (1 - alpha_f) f(lambda)  + alpha_f f_n = 0
//   (1 - alpha_m) M a~ + alpha_m (M a)_n + (1 - alpha_f) f(lambda~) + alpha_f f_n = 0
//   Phi = 0,   Phi_q v + Phi_t = 0,   k(t,q,v) = 0,   k(t,q,v~) = 0,      M at q_n (+) (1 + alpha) h v_n
//
// a_n and (M a)_n belong to t_n + alpha h. When h changes they are moved there (002 eqs 15, 16). In the terms of
// Projected u = a~ - a, m = lambda~ - lambda, and the equations are divided by 1 - alpha_f.
#pragma once

#include "methods/newmark_family.h"
#include "methods/projected.h"

namespace alembert {

class GenAlphaSoi2 : public Projected {
 public:
  explicit GenAlphaSoi2(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override;
  std::vector<std::string> warnings() const override;
  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override {
    Projected::exchange(problem, archive);
    archive(moving_, moving_Ma_, Ma_now_, first_);
  }
  double acceleration_shift() const override { return alpha_; }
  double memory_of_errors() const override { return velocity_memory(gamma_); }
  double error_constant(ErrorEstimate estimate) const override;

 protected:
  // What is moved to its instant when the step changes. 002 shows what becomes of the order otherwise (studies/).
  struct Moved {
    bool a = true, Ma = true;
  };
  GenAlphaSoi2(const std::map<std::string, double>& parameters, Moved moved);
  Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;

 private:
  double rho_, alpha_m_, alpha_f_, alpha_, beta_, gamma_;
  Moved moved_;
  bool first_ = true;
  MovingAcceleration moving_, moving_Ma_;
  Vector Ma_now_, Ma_n_;  // M a of the last accepted step; that moved to its instant
};

}  // namespace alembert
