#include "methods/stabilised.h"

#include <cmath>

namespace alembert {

namespace {
constexpr double kClosed = 1e-12;   // positions need no further correction by u (m)
constexpr double kBalanced = 1e-3;  // u may be off by this share: it corrects a truncation error itself
}  // namespace

void Stabilised::start(const dae::Problem& problem, const dae::State&) {
  const dae::Sizes n = problem.sizes();
  for (Vector* x : {&a_n_, &f_n_, &d_free_, &v_free_, &d_mass_, &a_, &u_, &d_, &v_, &f_, &product_, &forces_, &zero_})
    x->setZero(n.velocities);
  for (Vector* x : {&q_n_, &q_mass_, &q_}) x->setZero(n.positions);
  for (Vector* x : {&lambda_, &lambda_n_, &m_, &phi_, &rate_}) x->setZero(n.multipliers);
  part_.setZero(n.unknowns());
  auxiliary_ = std::make_unique<linear::KluSolver>(problem.pattern());
  diagonal_.clear();
  for (int k = 0; k < n.velocities; ++k) diagonal_.push_back(problem.pattern().slot(k, k));
}

void Stabilised::begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  t_ = from.t + h;
  q_n_ = from.q;
  f_n_ = f_n;
  lambda_n_ = from.lambda;
  formulas_ = formulas(from, h);
  if (!problem.constant_mass()) problem.advance(q_n_, d_mass_, q_mass_);
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

void Stabilised::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size();
  const Formulas& c = formulas_;
  const Vector& q_mass = problem.constant_mass() ? q_ : q_mass_;
  move_to(problem, z);
  problem.evaluate_with_rate(t_, q_, v_, lambda_, f_, phi_, rate_);
  problem.constraint_forces(m_, forces_);
  problem.apply_mass(c.t_mass, q_mass, a_, product_);
  e.head(nv) = c.w_mass * product_ + f_ + c.w_n * f_n_;
  e.segment(nv, nl) = rate_ / c.c_v - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
  if (c.velocity) {
    e.segment(nv + nl, nv) = u_ - v_ + forces_;
  } else {
    problem.apply_mass(c.t_mass, q_mass, u_, product_);
    e.segment(nv + nl, nv) = product_ + forces_;
  }
  e.tail(nl) = phi_ / c.c_u - problem.regularisation().cwiseProduct(m_);
}

bool Stabilised::factor(dae::Problem& problem, const Vector& z, linear::KluSolver& matrix) {
  const Formulas& c = formulas_;
  const Vector& q_mass = problem.constant_mass() ? q_ : q_mass_;
  move_to(problem, z);
  problem.linearise({c.w_mass, c.c_v, c.c_q}, {c.t_mass, q_mass}, {t_, q_, v_, a_, lambda_, d_}, matrix.values());
  if (!matrix.factor()) return false;
  problem.linearise({c.velocity ? 0.0 : 1.0, 0.0, 0.0}, {c.t_mass, q_mass}, {t_, q_, v_, a_, lambda_, zero_},
                    auxiliary_->values());
  if (c.velocity)
    for (const int slot : diagonal_) auxiliary_->values()[slot] += 1.0;
  return auxiliary_->factor();
}

void Stabilised::correct(const dae::Problem& problem, const linear::KluSolver& matrix, Vector& e, Vector& dz) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size(), n = nv + nl;
  part_ = -e.head(n);
  matrix.solve(part_);
  problem.apply_inverse_tangent(d_, part_);
  dz.head(n) = part_;
  // Once positions are closed and u balanced, only (a, lambda) needs further turns.
  const double open =
      formulas_.c_u * (e.tail(nl) - formulas_.c_a / formulas_.c_u * e.segment(nv, nl)).lpNorm<Eigen::Infinity>();
  const double unbalanced = e.segment(n, nv).lpNorm<Eigen::Infinity>();
  if (!formulas_.velocity && open < kClosed && unbalanced <= kBalanced * forces_.lpNorm<Eigen::Infinity>()) {
    dz.tail(n).setZero();
    return;
  }
  // What the correction of a does to the other two equations: v moves by c_v da, and positions with
  // G da = -e2 + eps dlambda, the second row just solved.
  part_.head(nv) = -e.segment(n, nv);
  if (formulas_.velocity) part_.head(nv) += formulas_.c_v * dz.head(nv);
  part_.tail(nl) = -e.tail(nl) + formulas_.c_a / formulas_.c_u *
                                     (e.segment(nv, nl) - problem.regularisation().cwiseProduct(dz.segment(nv, nl)));
  auxiliary_->solve(part_);
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

double Stabilised::moved(const Vector& dz, const Vector& weights) const {
  const Eigen::Index nv = weights.size();
  if (nv == 0) return 0.0;
  const auto rms = [&](Eigen::Index first) {
    return std::sqrt(dz.segment(first, nv).cwiseQuotient(weights).squaredNorm() / static_cast<double>(nv));
  };
  return formulas_.c_q * rms(0) + formulas_.c_u * rms(nv + lambda_.size());
}

}  // namespace alembert
