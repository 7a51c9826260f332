#include "methods/projected.h"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {
constexpr double kBalanced = 3e-5;  // e3 may be off by this share of its parts: u corrects a truncation error itself
constexpr double kBalancedNonlinear = 1e-8;  // the same where m is iterated for
constexpr double kNegligible = 1e-5;         // parts smaller than this share of the inertia forces do not count
constexpr double kStandsStill = 0.7;
constexpr int kMaxPasses = 8;
}  // namespace

void Projected::start(dae::Problem& problem, const dae::State& state) {
  sizes_ = problem.sizes();
  for (Vector* x :
       {&a_n_, &d_free_, &v_free_, &r_free_, &d_mass_, &a_, &u_, &d_, &v_, &f_, &product_, &forces_, &zero_, &f_tilde_})
    x->setZero(sizes_.velocities);
  for (Vector* x : {&q_n_, &q_mass_, &q_}) x->setZero(sizes_.positions);
  for (Vector* x : {&lambda_, &m_, &phi_, &rate_, &phi_tilde_, &lambda_tilde_}) x->setZero(sizes_.multipliers);
  lambda_n_ = state.lambda;
  m_n_.setZero(sizes_.multipliers);
  m_before_.setZero(sizes_.multipliers);
  h_ = h_before_ = 0.0;
  part_.setZero(sizes_.unknowns());
  separate_ = stale_ = settled_ = false;
  direct_ = problem.mobility() != nullptr;
}

void Projected::begin(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  t_ = from.t + h;
  h_ = h;
  q_n_ = from.q;
  lambda_n_ = from.lambda;
  m_ = m_n_;
  if (!direct_ && h_before_ > 0.0) m_ += h / h_before_ * (m_n_ - m_before_);  // a guess to iterate from
  formulas_ = formulas(problem, from, f_n, h);
  if (!problem.constant_mass()) problem.advance(q_n_, d_mass_, q_mass_);
}

void Projected::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers;
  a_ = z.head(nv);
  lambda_ = z.segment(nv, nl);
  d_ = d_free_ + formulas_.c_q * a_;
  v_ = v_free_ + formulas_.c_v * a_ - formulas_.c_v * formulas_.kappa * z.tail(nv);
  problem.advance(q_n_, d_, q_);
}

void Projected::apply_mass(dae::Problem& problem, const Vector& x, Vector& out) const {
  problem.apply_mass(formulas_.t_mass, problem.constant_mass() ? q_ : q_mass_, x, out);
}

void Projected::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers, np = sizes_.nonholonomic;
  move_to(problem, z);
  problem.evaluate(t_, q_, v_, lambda_, f_, phi_);
  apply_mass(problem, a_, product_);
  inertia_ = product_.lpNorm<Eigen::Infinity>();
  e.head(nv) = formulas_.w_mass * product_ + f_ + r_free_;
  e.segment(nv, nl) = phi_ / formulas_.c_q - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
  if (np == 0) return;
  v_ += formulas_.c_v * formulas_.kappa * z.tail(nv);
  problem.velocity_constraints(t_, q_, v_, rate_);
  e.segment(nv + nl - np, np) =
      (rate_ / formulas_.c_v - problem.regularisation().cwiseProduct(lambda_ - lambda_n_)).tail(np);
}

bool Projected::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                       linear::Factorisation& factors) {
  const Formulas& c = formulas_;
  move_to(problem, z);
  const Vector& q_mass = problem.constant_mass() ? q_ : q_mass_;
  problem.newton_matrix({c.w_mass, c.c_v, c.c_q}, {c.t_mass, q_mass}, {t_, q_, v_, a_, lambda_, d_}, matrix);
  if (!factors.factor(matrix)) return false;
  // Made in the first step with a pattern, whether needed or not, so that later ones allocate nothing.
  if (!separate_ && (direct_ || auxiliary_.pattern() == matrix.pattern())) return true;
  problem.newton_matrix({c.w_mass, 0.0, 0.0}, {c.t_mass, q_mass}, {t_, q_, v_, a_, lambda_, zero_}, matrix);
  stale_ = false;
  return auxiliary_.factor(matrix);
}

void Projected::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  dz = -e;
  factors.solve(dz);
  problem.apply_inverse_tangent(d_, dz);
}

void Projected::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  u_ = z.tail(sizes_.velocities);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;  // and lambda^: `project` makes a and lambda of them
  out.lambda = lambda_;
  settled_ = false;
}

// forces_ = F m, product_ = M u; where f is not linear in lambda, F m = [f(lambda^) - f(lambda)] / (kappa w_M).
void Projected::imbalance(dae::Problem& problem, const Vector& v) {
  if (problem.linear_in_multipliers()) {
    problem.constraint_forces(m_, forces_);
  } else {
    const double share = formulas_.kappa * formulas_.w_mass;
    lambda_tilde_ = lambda_ - share * m_;
    problem.evaluate(t_, q_, v, lambda_, forces_, phi_tilde_);
    problem.evaluate(t_, q_, v, lambda_tilde_, f_tilde_, phi_tilde_);
    forces_ = (forces_ - f_tilde_) / share;
  }
  apply_mass(problem, u_, product_);
}

// With S = G M^-1 G^T at hand, u = -M^-1 G^T m balances e3 whatever m is, and
//   (S + w_M eps) m = w_M eps m_n - (Phi_q v^ + Phi_t) / (kappa c_v),     v^ = v + kappa c_v u
VelocityProjection Projected::project_directly(dae::Problem& problem, dae::State& out) {
  const Formulas& c = formulas_;
  VelocityProjection result;
  if (settled_) {  // what rounding has left
    problem.velocity_constraints(t_, q_, out.v, rate_);
    rate_ *= -1.0 / (c.kappa * c.c_v);
    rate_ -= c.w_mass * problem.regularisation().cwiseProduct(m_ - m_n_);
  } else {
    out.v += c.kappa * c.c_v * u_;
    S_.adopt(problem.mobility()->pattern());
    problem.mobility()->move_to(t_, q_, out.v, {c.t_mass, problem.constant_mass() ? q_ : q_mass_}, c.w_mass,
                                S_.values(), rate_);
    if (!mobility_.factor(S_)) {  // a singular position
      out.v = v_;
      return result;
    }
    rate_ *= -1.0 / (c.kappa * c.c_v);
    rate_ += c.w_mass * problem.regularisation().cwiseProduct(m_n_);
  }
  mobility_.solve(rate_);
  problem.mobility()->response(rate_, forces_);
  out.v += c.kappa * c.c_v * forces_;
  if (settled_) {
    m_ += rate_;
    u_ -= forces_;
  } else {
    m_ = rate_;
    u_ = -forces_;
  }
  settled_ = true;
  result.passes = 1;
  result.refines = true;
  return result;
}

VelocityProjection Projected::project_by_iteration(dae::Problem& problem, const linear::Factorisation& factors,
                                                   double closed, dae::State& out) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers;
  const Formulas& c = formulas_;
  VelocityProjection result;
  const linear::Factorisation& solver = separate_ && !stale_ ? auxiliary_ : factors;
  const double tolerance = problem.linear_in_multipliers() ? kBalanced : kBalancedNonlinear;
  bool balanced = false;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const double before = result.open;
    problem.velocity_constraints(t_, q_, out.v, rate_);
    result.open = rate_.lpNorm<Eigen::Infinity>();
    if (pass > 0 && before > closed) result.contraction = result.open / before;
    if (pass > 1 && balanced && result.open > kStandsStill * before)
      break;         // rounding, or eps where rows are redundant
    if (balanced) {  // what u still lacks is along G: only that
      if (result.open <= closed) break;
      product_.setZero();
      forces_.setZero();
    } else {
      imbalance(problem, out.v);
      result.unbalanced = (product_ + forces_).lpNorm<Eigen::Infinity>() /
                          (tolerance * (forces_.lpNorm<Eigen::Infinity>() + kNegligible * inertia_) + 1e-300);
      balanced = result.unbalanced <= 1.0;
    }
    if (balanced && result.open <= closed) break;
    // The matrix has w_M M where this has M: its multiplier is w_M m.
    part_.head(nv) = -c.w_mass * (product_ + forces_);
    part_.tail(nl) = rate_ / (c.kappa * c.c_v) + c.w_mass * problem.regularisation().cwiseProduct(m_ - m_n_);
    solver.solve(part_);
    u_ += part_.head(nv);
    m_ += part_.tail(nl) / c.w_mass;
    out.v -= c.kappa * c.c_v * part_.head(nv);
    // A change this small leaves u balanced, whatever the matrix.
    balanced = balanced && part_.head(nv).lpNorm<Eigen::Infinity>() <= tolerance * u_.lpNorm<Eigen::Infinity>();
    ++result.passes;
  }
  if (!balanced && result.unbalanced > 1.0) {
    result.wants_matrix = true;
    stale_ = stale_ || !separate_;
    separate_ = true;
  }
  return result;
}

VelocityProjection Projected::project(dae::Problem& problem, const linear::Factorisation& factors,
                                      const Vector& weights, const dae::LocalNorm& norm, double closed, Vector& z,
                                      dae::State& out) {
  const Formulas& c = formulas_;
  VelocityProjection result;
  if (sizes_.multipliers == 0) return result;
  if (direct_) result = project_directly(problem, out);
  if (!settled_) result = project_by_iteration(problem, factors, closed, out);
  z.tail(sizes_.velocities) = u_;
  out.a = a_ - c.kappa * u_;
  out.lambda = lambda_ - c.kappa * c.w_mass * m_;
  result.moved = c.c_q / c.c_v * norm(out.v - v_, weights);
  return result;
}

void Projected::accept(dae::Problem&, const dae::State&) {
  std::swap(m_before_, m_n_);
  m_n_ = m_;
  h_before_ = h_;
}

void Projected::exchange(dae::Problem& problem, Archive& archive) {
  archive(m_n_, m_before_, h_before_, separate_, stale_);
  auxiliary_.exchange(archive, problem.pattern());
}

double Projected::condition(const linear::Factorisation& factors) const {
  return auxiliary_.factored() ? std::max(factors.condition_estimate(), auxiliary_.condition_estimate())
                               : factors.condition_estimate();
}

}  // namespace alembert
