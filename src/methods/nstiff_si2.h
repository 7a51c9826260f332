// nstiff_si2: BDF of order 2 with velocity constraints, stabilised index 2 (003 eqs 9-10). With share and b of nstiff:
//
//   d = share d_prev + b h qdot,   v = v_n + share (v_n - v_{n-1}) + b h a
//   M a + f = 0,   v - qdot + G^T mu = 0,   Phi = 0,   Phi_q v + Phi_t = 0
//
// Here u = qdot, m = -mu: next to accelerations and multipliers there is a second set of unknowns, z = (a, lambda, u,
// m), with c = b h:
//
//   e1 = M a + f(t,q,v,lambda)
//   e2 = (Phi_q v + Phi_t)/c - eps (lambda - lambda_n)                         k/c in nonholonomic rows
//   e3 = u - v + F m
//   e4 = Phi/c - eps m                                                         m in nonholonomic rows: it is 0 there
//
// Solved naively this doubles the system. As h -> 0 it splits: e1, e2 fix (a, lambda) with the index-3 matrix, then
// e3, e4 fix (u, m) with [1 F; G -eps]. Newton solves the two in turn; what is left out is of order h. The first step
// is BDF of order 1.
#pragma once

#include "methods/nstiff.h"

namespace alembert {

class NstiffSi2 final : public Method {
 public:
  explicit NstiffSi2(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {}; }
  int unknowns(const dae::Sizes& n) const override { return 2 * n.unknowns(); }
  void unknowns_of(const dae::State& state, Vector& z) const override;
  void start(dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
              linear::Factorisation& factors) override;
  void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override {
    auxiliary_.exchange(archive, problem.pattern());
    archive(history_);
  }
  double moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const override;
  double condition(const linear::Factorisation& factors) const override;
  bool enforces_velocity() const override { return true; }

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return c_ * c_; }  // a moves v, v moves qdot, qdot moves q
  double memory_of_errors() const override { return 0.0; }
  double error_constant(ErrorEstimate) const override { return history_.error_constant(); }

 private:
  void move_to(dae::Problem& problem, const Vector& z);

  Bdf2History history_;
  dae::Sizes sizes_;
  double h_ = 0.0, c_ = 0.0, t_ = 0.0;
  linear::Factorisation auxiliary_;  // of [1 F; G -eps]
  Vector q_n_, v_n_, a_n_, lambda_n_, d_free_, v_free_, zero_, part_;
  Vector a_, lambda_, u_, m_, d_, q_, v_, f_, phi_, rate_, product_, forces_;  // of the trial point
};

}  // namespace alembert
