#include "methods/one_stage.h"

#include <cmath>

namespace alembert {

// Positions prescribed by constraints: Newmark's formulas alone carry on velocity and acceleration, with the roots of
// beta z^2 + (gamma + 1/2 - 2 beta) z + (1/2 + beta - gamma) = 0.
double OneStage::memory_of_errors() const {
  const double b = gamma_ + 0.5 - 2.0 * beta_, c = 0.5 + beta_ - gamma_;
  const double discriminant = b * b - 4.0 * beta_ * c;
  if (discriminant <= 0.0) return std::sqrt(c / beta_);
  return (std::abs(b) + std::sqrt(discriminant)) / (2.0 * beta_);
}

void OneStage::start(const dae::Problem& problem, const dae::State& state) {
  const dae::Sizes n = problem.sizes();
  for (Vector* x : {&a_n_, &f_n_, &d_free_, &v_free_, &a_start_previous_, &d_mass_, &a_, &d_, &v_, &f_, &Ma_})
    x->setZero(n.velocities);
  for (Vector* x : {&q_n_, &q_mass_, &q_}) x->setZero(n.positions);
  for (Vector* x : {&lambda_, &lambda_n_, &phi_}) x->setZero(n.multipliers);
  a_start_previous_ = state.a;
  h_previous_ = 0.0;
}

void OneStage::begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  h_ = h;
  t_ = from.t + h;
  q_n_ = from.q;
  f_n_ = f_n;
  lambda_n_ = from.lambda;
  a_n_ = from.a;
  if (alpha_ != 0.0 && h_previous_ > 0.0 && h != h_previous_)
    a_n_ += alpha_ * (h / h_previous_ - 1.0) * (from.a - a_start_previous_);
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  if (!problem.constant_mass()) {
    d_mass_ = (1.0 + alpha_) * h * from.v;
    problem.advance(q_n_, d_mass_, q_mass_);
  }
}

void OneStage::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = a_.size();
  a_ = z.head(nv);
  lambda_ = z.tail(z.size() - nv);
  d_ = d_free_ + beta_ * h_ * h_ * a_;
  v_ = v_free_ + gamma_ * h_ * a_;
  problem.advance(q_n_, d_, q_);
}

void OneStage::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = a_.size();
  move_to(problem, z);
  problem.evaluate(t_, q_, v_, lambda_, f_, phi_);
  problem.apply_mass(t_ + alpha_ * h_, problem.constant_mass() ? q_ : q_mass_, a_, Ma_);
  e.head(nv) = Ma_ / (1.0 + alpha_) + f_ - alpha_ / (1.0 + alpha_) * f_n_;
  e.tail(e.size() - nv) = phi_ / (beta_ * h_ * h_) - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
}

void OneStage::linearise(dae::Problem& problem, const Vector& z, double* values) {
  move_to(problem, z);
  const dae::Weights weights{1.0 / (1.0 + alpha_), gamma_ * h_, beta_ * h_ * h_};
  const dae::MassPoint mass{t_ + alpha_ * h_, problem.constant_mass() ? q_ : q_mass_};
  problem.linearise(weights, mass, {t_, q_, v_, a_, lambda_, d_}, values);
}

void OneStage::correction(const dae::Problem& problem, Vector& y) const { problem.apply_inverse_tangent(d_, y); }

void OneStage::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;
  out.lambda = lambda_;
}

void OneStage::accept(const Vector&) {
  a_start_previous_ = a_n_;
  h_previous_ = h_;
}

}  // namespace alembert
