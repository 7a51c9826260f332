// The step shared by the methods that hold velocities on the constraints with an auxiliary acceleration u (hht_si2,
// gen_alpha_soi2). Their equations double the system; written for the acceleration a^ = a + kappa u that moves the
// positions, and lambda^ = lambda + kappa w_M m, they fall apart into an index-3 step and a projection:
//
//   d = d_free + c_q a^,   q = q_n (+) d,   v = v_free + c_v (a^ - kappa u)
//   e1 = w_M M a^ + f(t,q,v,lambda^) + r_free                                    Newton: (a^, lambda^), u as it is
//   e2 = Phi / c_q - eps (lambda^ - lambda^_n)          k(t,q,v + kappa c_v u) / c_v in nonholonomic rows
//   e3 = M u + F m,   (Phi_q v + Phi_t, k) / (kappa c_v) + w_M eps (m - m_n) = 0        after it: (u, m), q as it is
//
// Where the problem has a mobility S = G M^-1 G^T, e3 is solved with that, anew in every step; else iteratively, with
// the matrix of the index-3 step. The two halves meet again in the velocities f depends on: where the projection moves
// these by more than Newton's own error, the Stepper goes back to Newton.
#pragma once

#include "linear/symmetric_factorisation.h"
#include "methods/method.h"

namespace alembert {

class Projected : public Method {
 public:
  int unknowns(const dae::Sizes& n) const override { return n.unknowns() + n.velocities; }
  int equations(const dae::Sizes& n) const override { return n.unknowns(); }
  void start(dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
              linear::Factorisation& factors) override;
  void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  bool projects() const override { return true; }
  VelocityProjection project(dae::Problem& problem, const linear::Factorisation& factors, const Vector& weights,
                             const dae::LocalNorm& norm, double closed, Vector& z, dae::State& out) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override;
  double condition(const linear::Factorisation& factors) const override;
  bool enforces_velocity() const override { return true; }

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return formulas_.c_q; }

 protected:
  struct Formulas {
    double c_q = 0.0, c_v = 0.0, kappa = 1.0;
    double w_mass = 1.0;
    double t_mass = 0.0;  // where M is taken, with d_mass_
  };
  // Sets a_n_, d_free_, v_free_, r_free_, d_mass_ and the numbers of a step of size h.
  virtual Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) = 0;
  // out = M x with M where the method takes it.
  void apply_mass(dae::Problem& problem, const Vector& x, Vector& out) const;

  double h_ = 0.0;
  Vector a_n_, d_free_, v_free_, r_free_, d_mass_;
  Vector q_mass_, product_;

 private:
  void move_to(dae::Problem& problem, const Vector& z);
  void imbalance(dae::Problem& problem, const Vector& v);
  VelocityProjection project_directly(dae::Problem& problem, dae::State& out);
  VelocityProjection project_by_iteration(dae::Problem& problem, const linear::Factorisation& factors, double closed,
                                          dae::State& out);

  Formulas formulas_;
  double t_ = 0.0;
  double h_before_ = 0.0;  // of the last accepted step; 0: there is none
  double inertia_ = 0.0;   // largest entry of M a^
  dae::Sizes sizes_;
  bool separate_ = false;            // stiff: the projection has a matrix of its own
  bool stale_ = false;               // ... which has yet to be factored
  linear::Factorisation auxiliary_;  // of [M F; G -eps], if separate_
  bool direct_ = false;              // the problem has a mobility: there is no iteration
  linear::SparseMatrix S_;
  linear::SymmetricFactorisation mobility_;  // of S
  bool settled_ = false;                     // it is that of the trial point, and so is m
  Vector q_n_, q_, a_, lambda_, lambda_n_, u_, m_, d_, v_, f_, phi_, rate_, forces_, zero_, part_;
  Vector m_n_, m_before_, f_tilde_, phi_tilde_, lambda_tilde_;
};

}  // namespace alembert
