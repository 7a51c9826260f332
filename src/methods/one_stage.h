// The step shared by newmark and hht (000 eqs 5-8, 001 eqs 2, 10-14): Newmark's formulas, equations of motion weighed
// between both ends, position constraints at the end.
//
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a],   q = q_n (+) d
//   v = v_n + h [(1 - gamma) a_n + gamma a]
//   e1 = 1/(1+alpha) M a + f(t,q,v,lambda) - alpha/(1+alpha) f_n,     M at q_n (+) (1+alpha) h v_n
//   e2 = Phi(t,q) / (beta h^2) - eps (lambda - lambda_n)        eps: see dae/problem.h
//
// a_n belongs to t_n + alpha h. When h changes it is moved there (002 eq. 15):
//   a_n <- a_n + alpha (h/h_prev - 1) (a_n - a_{n-1})
#pragma once

#include "methods/method.h"

namespace alembert {

class OneStage : public Method {
 public:
  OneStage(double alpha, double beta, double gamma) : alpha_(alpha), beta_(beta), gamma_(gamma) {}

  void start(const dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  void linearise(dae::Problem& problem, const Vector& z, double* values) override;
  void correction(const dae::Problem& problem, Vector& y) const override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  void accept(const Vector& z) override;

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return beta_ * h_ * h_; }
  double acceleration_shift() const override { return alpha_; }
  double memory_of_errors() const override;

 protected:
  double alpha() const { return alpha_; }
  double beta() const { return beta_; }
  double gamma() const { return gamma_; }

 private:
  void move_to(dae::Problem& problem, const Vector& z);

  double alpha_, beta_, gamma_;
  double h_ = 0.0, h_previous_ = 0.0, t_ = 0.0;
  Vector q_n_, a_n_, f_n_, lambda_n_, d_free_, v_free_;  // of this step; d and v without the part of a
  Vector a_start_previous_;                              // the a_n the last accepted step started from
  Vector q_mass_, d_mass_;                               // where M is taken
  Vector a_, lambda_, d_, q_, v_, f_, phi_, Ma_;
};

}  // namespace alembert
