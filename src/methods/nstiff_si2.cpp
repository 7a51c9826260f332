#include "methods/nstiff_si2.h"

#include <algorithm>

#include "methods/parameters.h"

namespace alembert {

const MethodDescription& NstiffSi2::describe() {
  static const MethodDescription description{"nstiff_si2",
                                             "BDF of order 2 with velocity constraints, stabilised index 2",
                                             "position, velocity",
                                             "Negrut, Jay, Khude 2009",
                                             {}};
  return description;
}

NstiffSi2::NstiffSi2(const std::map<std::string, double>& p) { check_parameter_names(describe(), p); }

void NstiffSi2::unknowns_of(const dae::State& state, Vector& z) const {
  Method::unknowns_of(state, z);
  z.segment(state.a.size() + state.lambda.size(), state.v.size()) = state.v;  // qdot
}

void NstiffSi2::start(dae::Problem& problem, const dae::State& state) {
  sizes_ = problem.sizes();
  for (Vector* x : {&a_n_, &d_free_, &v_free_, &a_, &u_, &d_, &v_, &f_, &product_, &forces_, &zero_})
    x->setZero(sizes_.velocities);
  for (Vector* x : {&q_n_, &q_}) x->setZero(sizes_.positions);
  for (Vector* x : {&lambda_, &lambda_n_, &m_, &phi_, &rate_}) x->setZero(sizes_.multipliers);
  part_.setZero(sizes_.unknowns());
  history_.start(state.v);
  v_n_ = state.v;
}

void NstiffSi2::begin(dae::Problem&, const dae::State& from, const Vector&, double h) {
  t_ = from.t + h;
  h_ = h;
  q_n_ = from.q;
  v_n_ = from.v;
  lambda_n_ = from.lambda;
  a_n_ = from.a;
  if (history_.first()) a_n_.setZero();
  const auto [share, b] = history_.coefficients(h);
  c_ = b * h;
  v_free_ = from.v + share * (from.v - history_.previous_velocity());
  d_free_ = share * history_.previous_increment();
}

void NstiffSi2::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size();
  a_ = z.head(nv);
  lambda_ = z.segment(nv, nl);
  u_ = z.segment(nv + nl, nv);
  m_ = z.tail(nl);
  d_ = d_free_ + c_ * u_;
  v_ = v_free_ + c_ * a_;
  problem.advance(q_n_, d_, q_);
}

void NstiffSi2::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size(), np = sizes_.nonholonomic;
  move_to(problem, z);
  problem.evaluate_with_rate(t_, q_, v_, lambda_, f_, phi_, rate_);
  problem.apply_mass(t_, q_, a_, product_);
  problem.constraint_forces(m_, forces_);
  const Vector& eps = problem.regularisation();
  e.head(nv) = product_ + f_;
  e.segment(nv, nl) = rate_ / c_ - eps.cwiseProduct(lambda_ - lambda_n_);
  e.segment(nv + nl, nv) = u_ - v_ + forces_;
  e.tail(nl) = phi_ / c_ - eps.cwiseProduct(m_);
  e.tail(np) = m_.tail(np);
}

bool NstiffSi2::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                       linear::Factorisation& factors) {
  move_to(problem, z);
  problem.newton_matrix({1.0, c_, c_ * c_}, {t_, q_, true}, {t_, q_, v_, a_, lambda_, d_}, matrix);
  if (!factors.factor(matrix)) return false;
  problem.newton_matrix({0.0, 0.0, 0.0}, {t_, q_}, {t_, q_, v_, a_, lambda_, zero_}, matrix);
  for (int k = 0; k < sizes_.velocities; ++k) matrix.diagonal(k) += 1.0;
  if (sizes_.nonholonomic > 0) matrix.cut_off(sizes_.velocities + sizes_.holonomic());
  return auxiliary_.factor(matrix);
}

void NstiffSi2::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  const Eigen::Index nv = a_.size(), n = nv + lambda_.size();
  part_ = -e.head(n);
  factors.solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.head(n) = part_;
  // What the correction of a does to the other two equations: v moves by c da.
  part_ = -e.tail(n);
  part_.head(nv) += c_ * dz.head(nv);
  auxiliary_.solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.tail(n) = part_;
}

void NstiffSi2::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;
  out.lambda = lambda_;
}

double NstiffSi2::moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const {
  const Eigen::Index nv = weights.size();
  const auto size = [&](Eigen::Index first) { return norm(dz.segment(first, nv), weights); };
  return position_weight() * size(0) + c_ * size(nv + lambda_.size());
}

double NstiffSi2::condition(const linear::Factorisation& factors) const {
  return std::max(factors.condition_estimate(), auxiliary_.condition_estimate());
}

void NstiffSi2::accept(dae::Problem&, const dae::State&) { history_.accept(v_n_, d_, h_); }

}  // namespace alembert
