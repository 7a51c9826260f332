// Newmark's formulas with HHT's weighing (000 eqs 5-8, 001 eqs 2, 10-14), for newmark (alpha = 0) and hht:
//
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a]
//   v = v_n + h [(1 - gamma) a_n + gamma a]
//   e1 = 1/(1+alpha) M a + f - alpha/(1+alpha) f_n,     M at q_n (+) (1+alpha) h v_n; at q where alpha = 0
//
// a_n belongs to t_n + alpha h. When h changes it is moved there (002 eq. 15):
//   a_n <- a_n + alpha (h/h_prev - 1) (a_n - a_{n-1})
#pragma once

#include <cmath>

#include "methods/one_stage.h"

namespace alembert {

// Moves a_n to its instant when h changes (002 eq. 15); shared by all methods with alpha.
class MovingAcceleration {
 public:
  void start(const Vector& a) {
    a_start_previous_ = a;
    h_previous_ = 0.0;
  }
  void move(double alpha, const Vector& a, double h, Vector& a_n) {
    a_n = a;
    if (alpha != 0.0 && h_previous_ > 0.0 && h != h_previous_)
      a_n += alpha * (h / h_previous_ - 1.0) * (a - a_start_previous_);
  }
  void accept(const Vector& a_n, double h) {
    a_start_previous_ = a_n;
    h_previous_ = h;
  }
  void exchange(Archive& archive) { archive(a_start_previous_, h_previous_); }

 private:
  Vector a_start_previous_;  // the a_n the last accepted step started from
  double h_previous_ = 0.0;
};

// How much of an error in velocity and acceleration Newmark's formulas hand on where positions are prescribed: the
// largest root of beta z^2 + (gamma + 1/2 - 2 beta) z + (1/2 + beta - gamma) = 0.
double newmark_memory(double beta, double gamma);
// The same where positions and velocities are prescribed: |1 - gamma|/gamma.
double velocity_memory(double gamma);

// Largest h omega for which Newmark's formulas are stable: 1/sqrt(gamma/2 - beta), infinite where that is negative.
double newmark_stability_limit(double beta, double gamma);

// |c| of HHT's local error c h^2 x: 001 eq. (25), and the steady (beta - gamma/2 + 1/12) h^3 jerk.
double hht_error_constant(double alpha, double beta, double gamma, ErrorEstimate estimate);

// d = h/2 (v_n + v), v = v_n + h/2 (a_n + a), and the equations of motion at both ends.
inline bool is_trapezoidal(double alpha, double beta, double gamma) {
  return alpha == 0.0 && beta == 0.25 && gamma == 0.5;
}

class NewmarkFamily : public OneStage {
 public:
  NewmarkFamily(double alpha, double beta, double gamma) : alpha_(alpha), beta_(beta), gamma_(gamma) {}

  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem&, Archive& archive) override { archive(moving_); }
  double acceleration_shift() const override { return alpha_; }
  double memory_of_errors() const override { return newmark_memory(beta_, gamma_); }
  bool energy_consistent() const override { return is_trapezoidal(alpha_, beta_, gamma_); }
  // x_{n+1} = x_n + h [(1-gamma) c_n + gamma c_{n+1}],  c_{n+1} = (1+alpha) x'_{n+1} - alpha x'_n
  StateError state_error() const override {
    return {std::abs(gamma_ + alpha_ - 0.5), std::abs(1.0 / 12.0 - alpha_ / 2.0 - alpha_ * alpha_)};
  }

 protected:
  Formulas formulas(const dae::State& from, double h) override;
  double alpha() const { return alpha_; }
  double beta() const { return beta_; }
  double gamma() const { return gamma_; }

 private:
  double alpha_, beta_, gamma_, h_ = 0.0;
  MovingAcceleration moving_;
};

}  // namespace alembert
