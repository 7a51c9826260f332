// hht_add (alpha, b): HHT with additive projections (003 eq. 11, corrected in docs/formulation.md): a is the
// acceleration of the applied forces alone, and the constraints act as two kicks, from both ends of the step:
//
//   a_f = -M^-1 f(lambda = 0),   a = (1+alpha) a_f - alpha a_f,n
//   R_I = -M_n^-1 G_n^T psi_I,   R_II = -M^-1 G^T psi_II
//   d = h v_n + h^2/2 [(1 - 2 beta) a_n + 2 beta a] + h^2/2 [(1 - b) R_I + b R_II]
//   v = v_n + h [(1 - gamma) a_n + gamma a] + h/2 [R_I + R_II]
//   Phi = 0,   Phi_q v + Phi_t = 0
//
// Written for the acceleration that moves the positions, a^ = a + [(1 - b) R_I + b R_II]/(2 beta), and with
// P = (1 - b) psi_I + b psi_II, lambda^ = P/(2 beta (1+alpha)), s = psi_I + psi_II, these fall apart into an index-3
// step and a projection of the velocities:
//
//   d = d_free + beta h^2 a^,   q = q_n (+) d,   v = v_free + gamma h (a^ - u)
//   e1 = [M (a^ + alpha a_f,n) - x]/(1+alpha) + f(t,q,v,lambda^)              Newton: (a^, lambda^), u and x as they are
//   e2 = Phi/(beta h^2) - eps (lambda^ - lambda^_n)
//   gamma u = -c_I R_I - c_II R_II,   x = (1 - b)/(2 beta) (M R_I + G^T psi_I)                   after it: s, q as it is
//   (Phi_q v + Phi_t)/(h/2) - eps (s - s_n) = 0,   dv = -h/2 M^-1 G^T ds + O(h^2)
//   c_I = 1/2 - (1 - b) gamma/(2 beta),   c_II = 1/2 - b gamma/(2 beta);   x = 0 where b = 1, the default
//
// The corrections ds are solved with the mobility S = G M^-1 G^T of the end where the problem has one, else with
// [M G^T; G -eps]. psi_II is a first-order multiplier: the accelerations and multipliers of the accepted state are
// solved from the equations of motion there, with the same matrix.
#pragma once

#include "linear/symmetric_factorisation.h"
#include "methods/newmark_family.h"

namespace alembert {

class HhtAdd final : public Method {
 public:
  explicit HhtAdd(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {{"alpha", alpha_}, {"b", b_}}; }
  // z = (a^, lambda^, u, s)
  int unknowns(const dae::Sizes& n) const override { return 2 * n.unknowns(); }
  int equations(const dae::Sizes& n) const override { return n.unknowns(); }
  void unknowns_of(const dae::State& state, Vector& z) const override;
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

  const Vector& starting_acceleration() const override { return qdd_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override { return beta_ * h_ * h_; }
  double memory_of_errors() const override { return velocity_memory(gamma_); }
  double error_constant(ErrorEstimate estimate) const override;

 private:
  void move_to(dae::Problem& problem, const Vector& z);
  void prepare_start(dae::Problem& problem, const dae::State& from);
  void prepare_end(dae::Problem& problem, const linear::Factorisation& factors, const Vector& v);
  // out = M^-1 G^T psi at the start and at the end of the step.
  void respond_at_start(dae::Problem& problem, const Vector& psi, Vector& out);
  void respond_at_end(dae::Problem& problem, const Vector& psi, Vector& out);
  // x <- S^-1 x at the end, more or less where there is no mobility.
  void solve_mobility(Vector& x);
  void kick(dae::Problem& problem);
  void close_velocities(dae::Problem& problem, double closed, dae::State& out, VelocityProjection& result);
  void solve_accelerations(dae::Problem& problem, dae::State& out);
  double update_x(dae::Problem& problem);

  double alpha_, b_, beta_, gamma_, c_I_, c_II_, h_ = 0.0;
  MovingAcceleration moving_;
  dae::Sizes sizes_;
  bool direct_ = false;                            // the problem has a mobility
  linear::SparseMatrix S_;                         // of the end of the step,
  linear::SymmetricFactorisation mobility_;        // and its factors
  linear::Factorisation auxiliary_;                // of [M/(1+alpha), G^T; G -eps], where there is no mobility
  const linear::Factorisation* solver_ = nullptr;  // in the place of S; null: S it is
  bool placed_ = false;                            // the mobility is that of the trial point, s has been solved for
  double t_n_ = 0.0, t_ = 0.0;
  double turning_ = 1.0;  // what of a correction of s is left for the next, since it acts from both ends
  double inertia_ = 0.0;  // largest entry of M (a^ + alpha a_f,n)
  Vector q_n_, v_n_, q_kept_, q_, d_, v_, d_free_, v_free_, f_, phi_, rate_, product_, forces_, part_;
  Vector a_n_, a_now_, a_trial_;        // a at the start, moved to its instant, and as accepted; at the end
  Vector a_f_n_, a_f_now_, a_f_trial_;  // of the applied forces alone
  Vector qdd_n_, a_, lambda_, lambda_n_, u_, x_, x_now_;  // true accelerations at the start; of the trial point
  Vector s_, s_n_, s_now_, psi_I_, psi_II_, R_I_, R_II_, ds_, dv_;
};

}  // namespace alembert
