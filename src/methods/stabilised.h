// The step shared by the stabilised index-2 methods (hht_si2, nstiff_si2): next to accelerations a and multipliers
// lambda they have an auxiliary unknown u and its multipliers m, so that positions and velocities both satisfy the
// constraints. In unknowns z = (a, lambda, u, m):
//
//   d = d_free + c_a a + c_u u,   q = q_n (+) d,      v = v_free + c_v a
//   e1 = w_M M a + f(t,q,v,lambda) + w_n f_n
//   e2 = (Phi_q v + Phi_t) / c_v - eps (lambda - lambda_n)
//   e3 = N u - u_v (v) + G^T m                              N: M or I; u_v couples u to v where it is a velocity
//   e4 = Phi / c_u - eps m
//
// Solved naively this doubles the system. As h -> 0 it splits: e1, e2 fix (a, lambda) with the index-3 matrix, then
// e3, e4 fix (u, m) with [N G^T; G -eps]. Newton solves the two in turn; what is left out is of order h.
#pragma once

#include <memory>

#include "methods/method.h"

namespace alembert {

class Stabilised : public Method {
 public:
  int unknowns(const dae::Sizes& n) const override { return 2 * n.unknowns(); }
  void start(const dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::KluSolver& matrix) override;
  void correct(const dae::Problem& problem, const linear::KluSolver& matrix, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  double moved(const Vector& dz, const Vector& weights) const override;
  bool enforces_velocity() const override { return true; }

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return formulas_.c_q; }

 protected:
  struct Formulas {
    double c_q = 0.0;  // of the index-3 matrix: what a alone would move positions by
    double c_a = 0.0, c_u = 0.0, c_v = 0.0;
    double w_mass = 1.0, w_n = 0.0;
    double t_mass = 0.0;
    bool velocity = false;  // u is a velocity: N = I and e3 = u - v + G^T m; else N = M, e3 = M u + G^T m
  };
  // Sets a_n_, d_free_, v_free_, d_mass_ and the numbers of a step of size h.
  virtual Formulas formulas(const dae::State& from, double h) = 0;

  Vector a_n_, d_free_, v_free_, d_mass_;

 private:
  void move_to(dae::Problem& problem, const Vector& z);

  Formulas formulas_;
  double t_ = 0.0;
  std::unique_ptr<linear::KluSolver> auxiliary_;  // [N G^T; G -eps]
  std::vector<int> diagonal_;                     // slots of N's diagonal
  Vector q_n_, f_n_, lambda_n_, q_mass_, zero_;
  Vector a_, lambda_, u_, m_, d_, q_, v_, f_, phi_, rate_, product_, forces_, part_;
};

}  // namespace alembert
