#include "methods/one_stage.h"

namespace alembert {

void OneStage::start(dae::Problem& problem, const dae::State&) {
  const dae::Sizes n = problem.sizes();
  nonholonomic_ = n.nonholonomic;
  for (Vector* x : {&a_n_, &f_n_, &d_free_, &v_free_, &d_mass_, &a_, &d_, &v_, &f_, &Ma_}) x->setZero(n.velocities);
  for (Vector* x : {&q_n_, &q_mass_, &q_}) x->setZero(n.positions);
  for (Vector* x : {&lambda_, &lambda_n_, &phi_}) x->setZero(n.multipliers);
}

void OneStage::begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  t_ = from.t + h;
  q_n_ = from.q;
  f_n_ = f_n;
  lambda_n_ = from.lambda;
  formulas_ = formulas(from, h);
  if (!problem.constant_mass() && !formulas_.mass_moves) problem.advance(q_n_, d_mass_, q_mass_);
}

const Vector& OneStage::mass_point(const dae::Problem& problem) const {
  return problem.constant_mass() || formulas_.mass_moves ? q_ : q_mass_;
}

void OneStage::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = a_.size();
  a_ = z.head(nv);
  lambda_ = z.tail(z.size() - nv);
  d_ = d_free_ + formulas_.c_q * a_;
  v_ = v_free_ + formulas_.c_v * a_;
  problem.advance(q_n_, d_, q_);
}

void OneStage::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = a_.size();
  move_to(problem, z);
  problem.evaluate(t_, q_, v_, lambda_, f_, phi_);
  problem.apply_mass(formulas_.t_mass, mass_point(problem), a_, Ma_);
  e.head(nv) = formulas_.w_mass * Ma_ + f_ + formulas_.w_n * f_n_;
  if (nonholonomic_ > 0) phi_.tail(nonholonomic_) *= formulas_.c_q / formulas_.c_v;
  e.tail(e.size() - nv) = phi_ / formulas_.c_q - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
}

bool OneStage::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                      linear::Factorisation& factors) {
  move_to(problem, z);
  const dae::Weights weights{formulas_.w_mass, formulas_.c_v, formulas_.c_q};
  problem.newton_matrix(weights, {formulas_.t_mass, mass_point(problem), formulas_.mass_moves},
                        {t_, q_, v_, a_, lambda_, d_}, matrix);
  return factors.factor(matrix);
}

void OneStage::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  dz = -e;
  factors.solve(dz);
  problem.apply_inverse_tangent(d_, dz);
}

void OneStage::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;
  out.lambda = lambda_;
}

}  // namespace alembert
