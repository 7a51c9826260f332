#include "methods/tangent_space.h"

#include <algorithm>
#include <cmath>

namespace alembert {

void TangentSpace::start(dae::Problem& problem, const dae::State& state) {
  sizes_ = problem.sizes();
  for (Vector* x : {&d_free_, &v_free_, &a_, &p_, &w_, &d_, &v_, &f_, &product_, &forces_, &zero_, &mass_})
    x->setZero(sizes_.velocities);
  for (Vector* x : {&q_n_, &q_}) x->setZero(sizes_.positions);
  for (Vector* x : {&lambda_n_, &lambda_, &mu_, &nu_, &phi_, &rate_, &turning_, &eps_, &square_, &compliance_})
    x->setZero(sizes_.multipliers);
  part_.setZero(sizes_.unknowns());
  product_.setOnes();
  problem.apply_mass(state.t, state.q, product_, mass_);
  mass_ = mass_.cwiseAbs().cwiseMax(1e-3 * mass_.cwiseAbs().mean());
  a_n_ = state.a;
  weights_.setOnes(sizes_.velocities);
  problem.projection_weights(weights_);
}

void TangentSpace::begin(dae::Problem&, const dae::State& from, const Vector&, double h) {
  t_ = from.t + h;
  h_ = h;
  q_n_ = from.q;
  a_n_ = from.a;
  lambda_n_ = from.lambda;
  formulas_ = formulas(from, h);
}

double TangentSpace::position_weight() const { return std::max(formulas_.c_q, h_ * h_ / 12.0); }

void TangentSpace::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers, n = nv + nl;
  a_ = z.head(nv);
  lambda_ = z.segment(nv, nl);
  p_ = z.segment(n, nv);
  mu_ = z.segment(n + nv, nl);
  w_ = z.segment(2 * n, nv);
  nu_ = z.tail(nl);
  d_ = d_free_ + formulas_.c_q * a_ + h_ * h_ * p_;
  v_ = v_free_ + formulas_.c_v * a_ + h_ * w_;
  problem.advance(q_n_, d_, q_);
}

void TangentSpace::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers, nh = sizes_.holonomic(), n = nv + nl;
  move_to(problem, z);
  problem.acceleration_constraints(t_, q_, v_, a_, turning_);
  problem.evaluate_with_rate(t_, q_, v_, lambda_, f_, phi_, rate_);
  problem.apply_mass(t_, q_, a_, product_);
  e.head(nv) = product_ + f_;
  e.segment(nv, nl) = turning_ - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
  problem.constraint_forces(mu_, forces_);
  e.segment(n, nv) = weights_.cwiseProduct(p_) + forces_;
  e.segment(n + nv, nl) = phi_ / (h_ * h_) - eps_.cwiseProduct(mu_);
  e.segment(n + nv + nh, nl - nh) = mu_.tail(nl - nh);  // nonholonomic constraints hold no positions
  problem.constraint_forces(nu_, forces_);
  e.segment(2 * n, nv) = weights_.cwiseProduct(w_) + forces_;
  e.tail(nl) = rate_ / h_ - eps_.cwiseProduct(nu_);
}

bool TangentSpace::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                          linear::Factorisation& factors) {
  move_to(problem, z);
  // T = I: the second row is of accelerations, which live in the tangent at the end.
  problem.newton_matrix({1.0, formulas_.c_v, formulas_.c_q}, {t_, q_, true}, {t_, q_, v_, a_, lambda_, zero_}, matrix);
  return factors.factor(matrix) && factor_projections(problem, matrix);
}

bool TangentSpace::factor_projections(dae::Problem& problem, linear::SparseMatrix& matrix) {
  const int nv = sizes_.velocities;
  problem.newton_matrix({0.0, 0.0, 0.0}, {t_, q_}, {t_, q_, v_, a_, lambda_, zero_}, matrix);
  const linear::Pattern& pattern = *matrix.pattern();
  const double* const values = matrix.values();
  square_.setZero();
  compliance_.setZero();
  for (int c = 0; c < nv; ++c)
    for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
         k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k) {
      const int row = pattern.rows()[static_cast<std::size_t>(k)] - nv;
      if (row < 0) continue;
      square_[row] += values[k] * values[k] / weights_[c];
      compliance_[row] += values[k] * values[k] / mass_[c];
    }
  // eps is a share of G M^-1 G^T; eps' is the same share of G W^-1 G^T.
  for (int r = 0; r < sizes_.multipliers; ++r)
    eps_[r] = compliance_[r] > 0.0 ? problem.regularisation()[r] * square_[r] / compliance_[r] : 0.0;
  for (int k = 0; k < nv; ++k) matrix.diagonal(k) += weights_[k];
  for (int r = 0; r < sizes_.multipliers; ++r) matrix.diagonal(nv + r) = -eps_[r];
  if (!velocities_.factor(matrix)) return false;
  if (sizes_.nonholonomic == 0) return true;
  matrix.cut_off(nv + sizes_.holonomic());
  return positions_.factor(matrix);
}

void TangentSpace::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers, nh = sizes_.holonomic(), n = nv + nl;
  part_ = -e.head(n);
  factors.solve(part_);
  dz.head(n) = part_;
  // The correction of a moves positions and velocities by c_q G da and c_v G da, with G da of the row just solved.
  turning_ = -e.segment(nv, nl) + problem.regularisation().cwiseProduct(dz.segment(nv, nl));
  part_ = -e.segment(n, n);
  part_.segment(nv, nh) -= formulas_.c_q / (h_ * h_) * turning_.head(nh);
  (sizes_.nonholonomic > 0 ? positions_ : velocities_).solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.segment(n, n) = part_;
  part_ = -e.tail(n);
  part_.tail(nl) -= formulas_.c_v / h_ * turning_;
  velocities_.solve(part_);
  dz.tail(n) = part_;
}

void TangentSpace::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;
  out.lambda = lambda_;
}

void TangentSpace::exchange(dae::Problem& problem, Archive& archive) {
  archive(mass_, eps_);
  for (linear::Factorisation* factors : {&velocities_, &positions_}) factors->exchange(archive, problem.pattern());
}

double TangentSpace::moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const {
  const Eigen::Index nv = weights.size(), n = sizes_.unknowns();
  const auto size = [&](Eigen::Index first) { return norm(dz.segment(first, nv), weights); };
  return position_weight() * size(0) + h_ * h_ * (size(n) + size(2 * n));
}

double TangentSpace::condition(const linear::Factorisation& factors) const {
  return std::max(factors.condition_estimate(), velocities_.condition_estimate());
}

}  // namespace alembert
