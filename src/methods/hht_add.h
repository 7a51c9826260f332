// hht_add (alpha, b): HHT with additive projections (003 eq. 11, corrected in docs/formulation.md): a is the
// acceleration of the applied forces alone, and the constraints act as two kicks, from both ends of the step:
//
//   a_f = -M^-1 f(lambda = 0),   a = (1+alpha) a_f - alpha a_f,n
//   R_I = -M_n^-1 G_n^T psi_I,   R_II = -M^-1 G^T psi_II
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a] + h^2/2 [(1 - b) R_I + b R_II]
//   v = v_n + h [(1 - gamma) a_n + gamma a] + h/2 [R_I + R_II]
//   Phi = 0,   Phi_q v + Phi_t = 0
//
// psi_II is a first-order multiplier; the accelerations and multipliers of the accepted state are therefore solved from
// the equations of motion there. In the terms of Stabilised, with A = a + (R_I + R_II)/(2 gamma):
//
//   d = d_free + beta h^2 A + h^2/2 u,   v = v_free + gamma h A,   u = c_1 R_I + c_2 R_II
//   c_1 = 1 - b - beta/gamma,   c_2 = b - beta/gamma
//   lambda = (psi_I + psi_II) / (2 gamma (1+alpha)),   m = c_1 psi_I + c_2 psi_II
//   e1 = [ M (A + alpha a_f,n - R_I/(2 gamma)) + G^T psi_II/(2 gamma) ]/(1+alpha) + f(0)
//   e3 = M (u - c_1 R_I) + c_2 G^T psi_II
#pragma once

#include "methods/newmark_family.h"
#include "methods/stabilised.h"

namespace alembert {

class HhtAdd final : public Stabilised {
 public:
  explicit HhtAdd(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {{"alpha", alpha_}, {"b", b_}}; }
  void unknowns_of(const dae::State& state, Vector& z) const override;
  void start(dae::Problem& problem, const dae::State& state) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override {
    Stabilised::exchange(problem, archive);
    archive(moving_, a_now_, A_now_);
    for (linear::Factorisation* mass : {&mass_, &end_mass_}) mass->exchange(archive, problem.pattern());
  }
  const Vector& starting_acceleration() const override { return qdd_n_; }
  double memory_of_errors() const override { return velocity_memory(gamma_); }
  double error_constant(ErrorEstimate estimate) const override;

 protected:
  Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) override;
  const Vector& multipliers() const override { return zero_multipliers_; }
  const Vector& stiffness_multipliers() const override { return lambda_; }

 private:
  void factor_mass(dae::Problem& problem, double t, const Vector& q, linear::Factorisation& mass);
  void solve_mass(const linear::Factorisation& mass, Vector& x);
  void split(const Vector& lambda, const Vector& m);
  void kick_from_start();

  double alpha_, b_, beta_, gamma_, c_1_, c_2_, h_ = 0.0;
  MovingAcceleration moving_;
  linear::SparseMatrix assembled_;
  linear::Factorisation mass_, end_mass_;  // of [M 0; 0 I] at the start and the end of the step
  linear::SparseMatrix start_;             // the matrix at the start of the step, for G_n
  Vector zero_multipliers_, zero_velocity_, psi_I_, psi_II_;
  Vector a_now_, a_trial_, A_now_, A_trial_, qdd_n_;  // applied accelerations, A, and the true ones at the start
  Vector a_f_n_, R_I_, x_, solve_, violation_;
};

}  // namespace alembert
