#include "methods/stabilised.h"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {
constexpr double kClosed = 1e-12;         // positions need no further correction by u (m)
constexpr double kForcesBalanced = 1e-3;  // u may be off by this share: it corrects a truncation error itself
}  // namespace

void Stabilised::start(dae::Problem& problem, const dae::State&) {
  sizes_ = problem.sizes();
  for (Vector* x :
       {&a_n_, &d_free_, &v_free_, &r_free_, &d_mass_, &a_, &u_, &d_, &v_, &f_, &product_, &forces_, &zero_})
    x->setZero(sizes_.velocities);
  for (Vector* x : {&q_n_, &q_mass_, &q_}) x->setZero(sizes_.positions);
  for (Vector* x : {&lambda_, &lambda_n_, &m_, &phi_, &rate_}) x->setZero(sizes_.multipliers);
  part_.setZero(sizes_.unknowns());
}

void Stabilised::begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  t_ = from.t + h;
  q_n_ = from.q;
  lambda_n_ = from.lambda;
  formulas_ = formulas(problem, from, f_n, h);
  if (!problem.constant_mass() && !formulas_.mass_moves) problem.advance(q_n_, d_mass_, q_mass_);
}

void Stabilised::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size();
  a_ = z.head(nv);
  lambda_ = z.segment(nv, nl);
  u_ = z.segment(nv + nl, nv);
  m_ = z.tail(nl);
  d_ = d_free_ + formulas_.c_a * a_ + formulas_.c_u * u_;
  v_ = v_free_ + formulas_.c_v * a_;
  problem.advance(q_n_, d_, q_);
}

void Stabilised::apply_mass(dae::Problem& problem, const Vector& x, Vector& out) const {
  problem.apply_mass(formulas_.t_mass, problem.constant_mass() || formulas_.mass_moves ? q_ : q_mass_, x, out);
}

void Stabilised::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size(), np = sizes_.nonholonomic;
  const Formulas& c = formulas_;
  move_to(problem, z);
  problem.evaluate_with_rate(t_, q_, v_, multipliers(), f_, phi_, rate_);
  balance(problem, e.head(nv), e.segment(nv + nl, nv));
  const Vector& eps = problem.regularisation();
  e.segment(nv, nl) = rate_ / c.c_v - eps.cwiseProduct(lambda_ - lambda_n_);
  e.tail(nl) = phi_ / c.c_u - eps.cwiseProduct(m_);
  e.tail(np) = m_.tail(np);
}

void Stabilised::balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) {
  apply_mass(problem, a_, product_);
  e1 = formulas_.w_mass * product_ + f_ + r_free_;
  problem.constraint_forces(m_, forces_);
  apply_mass(problem, u_, product_);
  e3 = formulas_.w_auxiliary * product_ + forces_;
}

bool Stabilised::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                        linear::Factorisation& factors) {
  const Formulas& c = formulas_;
  const Vector& q_mass = problem.constant_mass() || c.mass_moves ? q_ : q_mass_;
  move_to(problem, z);
  problem.newton_matrix({c.w_mass, c.c_v, c.c_q}, {c.t_mass, q_mass, c.mass_moves},
                        {t_, q_, v_, a_, stiffness_multipliers(), d_}, matrix);
  if (!factors.factor(matrix)) return false;
  problem.newton_matrix({c.w_auxiliary, 0.0, 0.0}, {c.t_mass, q_mass}, {t_, q_, v_, a_, stiffness_multipliers(), zero_},
                        matrix);
  if (c.w_auxiliary == 0.0)
    for (int k = 0; k < sizes_.velocities; ++k) matrix.diagonal(k) += 1.0;
  if (sizes_.nonholonomic > 0) matrix.cut_off(sizes_.velocities + sizes_.holonomic());
  return auxiliary_.factor(matrix);
}

void Stabilised::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size(), nh = sizes_.holonomic(), n = nv + nl;
  const Formulas& c = formulas_;
  part_ = -e.head(n);
  factors.solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.head(n) = part_;
  // Once positions are closed and u balanced, only (a, lambda) needs further turns.
  const double open = c.c_u * (e.segment(n + nv, nh) - c.c_a / c.c_u * e.segment(nv, nh)).lpNorm<Eigen::Infinity>();
  const double unbalanced = e.segment(n, nv).lpNorm<Eigen::Infinity>();
  if (c.w_auxiliary != 0.0 && open < kClosed && unbalanced <= kForcesBalanced * forces_.lpNorm<Eigen::Infinity>()) {
    dz.tail(n).setZero();
    return;
  }
  // What the correction of a does to the other two equations: v moves by c_v da, and positions with
  // G da = -e2 + eps dlambda, the second row just solved.
  part_.head(nv) = -e.segment(n, nv);
  if (c.w_auxiliary == 0.0) part_.head(nv) += c.c_v * dz.head(nv);
  part_.tail(nl) = -e.tail(nl);
  part_.segment(nv, nh) +=
      c.c_a / c.c_u * (e.segment(nv, nh) - problem.regularisation().head(nh).cwiseProduct(dz.segment(nv, nh)));
  auxiliary_.solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.tail(n) = part_;
}

void Stabilised::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;
  out.lambda = lambda_;
}

double Stabilised::moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const {
  const Eigen::Index nv = weights.size();
  const auto size = [&](Eigen::Index first) { return norm(dz.segment(first, nv), weights); };
  return formulas_.c_q * size(0) + formulas_.c_u * size(nv + lambda_.size());
}

double Stabilised::condition(const linear::Factorisation& factors) const {
  return std::max(factors.condition_estimate(), auxiliary_.condition_estimate());
}

}  // namespace alembert
