// The step shared by the methods that integrate in the tangent space of the constraints (004 sec. 5; tangent,
// central_difference). With N an orthonormal basis of the directions the constraints leave free at the end of the step,
// the coordinates N^T d, N^T v, N^T a are unconstrained, and the formulas are applied to them alone:
//
//   N^T d = N^T (d_free + c_q a),   N^T v = N^T (v_free + c_v a)
//   Phi = 0,   Phi_q v + Phi_t = 0,   d/dt (Phi_q v + Phi_t) = 0,   M a + f = 0
//
// N^T x = N^T y says that x - y is a sum of rows of G: no basis is needed, only multipliers. Unknowns z = (a, lambda,
// p, mu, w, nu), a the true acceleration at the end:
//
//   d = d_free + c_q a + h^2 p,   v = v_free + c_v a + h w
//   e1 = M a + f                             e2 = d/dt (Phi_q v + Phi_t) - eps (lambda - lambda_n)
//   e3 = W p + G^T mu                        e4 = Phi / h^2 - eps' mu
//   e5 = W w + G^T nu                        e6 = (Phi_q v + Phi_t) / h - eps' nu
//
// W = 1 but for what is stiff inside bodies (`projection_weights`): gaps are not closed by straining it. Newton takes
// the three pairs in turn: the first with [M + c_v D + c_q K, G^T; G -eps], the others with [W G^T; G -eps'].
#pragma once

#include "methods/method.h"

namespace alembert {

class TangentSpace : public Method {
 public:
  int unknowns(const dae::Sizes& n) const override { return 3 * n.unknowns(); }
  void start(dae::Problem& problem, const dae::State& state) override;
  void begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void residual(dae::Problem& problem, const Vector& z, Vector& e) override;
  bool factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
              linear::Factorisation& factors) override;
  void correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) override;
  void finish(dae::Problem& problem, const Vector& z, dae::State& out) override;
  void exchange(dae::Problem& problem, Archive& archive) override;
  double moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const override;
  double condition(const linear::Factorisation& factors) const override;
  bool enforces_velocity() const override { return true; }
  bool enforces_acceleration() const override { return true; }
  // Accelerations follow from positions and velocities anew in every step.
  double memory_of_errors() const override { return 0.0; }

  const Vector& starting_acceleration() const override { return a_n_; }
  const Vector& increment() const override { return d_; }
  double position_weight() const override;

 protected:
  struct Formulas {
    double c_q = 0.0, c_v = 0.0;
  };
  // Sets d_free_, v_free_ and the numbers of a step of size h.
  virtual Formulas formulas(const dae::State& from, double h) = 0;

  Vector a_n_, d_free_, v_free_;
  Vector a_;  // of the trial point

 private:
  void move_to(dae::Problem& problem, const Vector& z);
  bool factor_projections(dae::Problem& problem, linear::SparseMatrix& matrix);

  Formulas formulas_;
  double t_ = 0.0, h_ = 0.0;
  dae::Sizes sizes_;
  linear::Factorisation velocities_;  // of [I G^T; G -eps']
  linear::Factorisation positions_;   // the same without nonholonomic rows; where there are none velocities_ serves
  Vector eps_, square_, compliance_, mass_;  // eps', the diagonals of G W^-1 G^T and G M^-1 G^T, and of M
  Vector weights_;                           // W
  Vector q_n_, q_, lambda_n_, lambda_, p_, mu_, w_, nu_, d_, v_, f_, phi_, rate_, turning_, product_, forces_, zero_;
  Vector part_;
};

}  // namespace alembert
