// The step shared by the methods that hold positions and velocities on the constraints with a second set of unknowns
// (nstiff_si2, hht_add): next to accelerations a and multipliers lambda an auxiliary u and its
// multipliers m. In unknowns z = (a, lambda, u, m):
//
//   d = d_free + c_a a + c_u u,   q = q_n (+) d,      v = v_free + c_v a
//   e1 = w_M M a + f(t,q,v,lambda) + r_free
//   e2 = (Phi_q v + Phi_t) / c_v - eps (lambda - lambda_n)                     k / c_v in nonholonomic rows
//   e3 = N u + ... + F m                                                       each method's own; N = w_N M or I
//   e4 = Phi / c_u - eps m                                                     m in nonholonomic rows: it is 0 there
//
// Solved naively this doubles the system. As h -> 0 it splits: e1, e2 fix (a, lambda) with the index-3 matrix, then
// e3, e4 fix (u, m) with [N F; G -eps]. Newton solves the two in turn; what is left out is of order h.
#pragma once

#include "methods/method.h"

namespace alembert {

class Stabilised : public Method {
 public:
  int unknowns(const dae::Sizes& n) const override { return 2 * n.unknowns(); }
  void start(dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
              linear::Factorisation& factors) override;
  void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  void exchange(dae::Problem& problem, Archive& archive) override { auxiliary_.exchange(archive, problem.pattern()); }
  double moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const override;
  double condition(const linear::Factorisation& factors) const override;
  bool enforces_velocity() const override { return true; }

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return formulas_.c_q; }

 protected:
  struct Formulas {
    double c_q = 0.0;  // of the index-3 matrix: what a alone would move positions by
    double c_a = 0.0, c_u = 0.0, c_v = 0.0;
    double w_mass = 1.0;
    double w_auxiliary = 1.0;  // N = w_auxiliary M; 0: N = I
    double t_mass = 0.0;
    bool mass_moves = false;  // M is taken at the trial point; else at q_n (+) d_mass_
  };
  // Sets a_n_, d_free_, v_free_, r_free_, d_mass_ and the numbers of a step of size h.
  virtual Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) = 0;
  // e1 and e3 at the trial point, where f_ and the constraints have been evaluated.
  virtual void balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3);
  // The multipliers f is evaluated with.
  virtual const Vector& multipliers() const { return lambda_; }
  // The multipliers whose forces stiffen the matrix.
  virtual const Vector& stiffness_multipliers() const { return lambda_; }
  // out = M x with M where the method takes it.
  void apply_mass(dae::Problem& problem, const Vector& x, Vector& out) const;
  const linear::Factorisation& auxiliary() const { return auxiliary_; }

  Vector a_n_, d_free_, v_free_, r_free_, d_mass_;
  Formulas formulas_;
  double t_ = 0.0;
  dae::Sizes sizes_;
  Vector q_n_, q_mass_;
  Vector a_, lambda_, u_, m_, d_, q_, v_, f_, phi_, rate_, product_, forces_;  // of the trial point

 private:
  void move_to(dae::Problem& problem, const Vector& z);

  linear::Factorisation auxiliary_;  // of [N F; G -eps]
  Vector lambda_n_, zero_, part_;
};

}  // namespace alembert
