// The step shared by the index-3 methods (newmark, hht, nstiff): positions and velocities follow from the acceleration,
// the equations of motion are weighed between both ends, position constraints hold at the end.
//
//   d = d_free + c_q a,   q = q_n (+) d
//   v = v_free + c_v a
//   e1 = w_M M a + f(t,q,v,lambda) + w_n f_n
//   e2 = Phi(t,q) / c_q - eps (lambda - lambda_n)              eps: see dae/problem.h; k / c_v in nonholonomic rows
#pragma once

#include "methods/method.h"

namespace alembert {

class OneStage : public Method {
 public:
  void start(dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
              linear::Factorisation& factors) override;
  void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return formulas_.c_q; }

 protected:
  struct Formulas {
    double c_q = 0.0, c_v = 0.0;  // change of d and v with a
    double w_mass = 1.0, w_n = 0.0;
    double t_mass = 0.0;      // where M is taken, with d_mass
    bool mass_moves = false;  // or: M is taken at the trial point
  };
  // Sets a_n_, d_free_, v_free_, d_mass_ and the numbers of a step of size h.
  virtual Formulas formulas(const dae::State& from, double h) = 0;

  Vector a_n_, d_free_, v_free_, d_mass_;

 private:
  void move_to(dae::Problem& problem, const Vector& z);
  const Vector& mass_point(const dae::Problem& problem) const;

  Formulas formulas_;
  double t_ = 0.0;
  int nonholonomic_ = 0;
  Vector q_n_, f_n_, lambda_n_, q_mass_;
  Vector a_, lambda_, d_, q_, v_, f_, phi_, Ma_;
};

}  // namespace alembert
