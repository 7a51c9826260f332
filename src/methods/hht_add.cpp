#include "methods/hht_add.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "methods/hht.h"
#include "methods/parameters.h"

namespace alembert {

namespace {
constexpr double kBalanced =
    3e-5;  // s, and with it the kicks, may be off by this share: they correct a truncation error
constexpr double kBalancedForces = 1e-9;  // x may, of the forces of inertia
constexpr double kMayGrow = 1.05;         // of what a correction leaves, in a step, until it is measured again
constexpr double kStandsStill = 0.7;
constexpr int kMaxPasses = 8;
constexpr int kMaxSolves = 12;
constexpr double kSolved = 1e-12;  // of the accelerations, where they are iterated for
}  // namespace

const MethodDescription& HhtAdd::describe() {
  static const MethodDescription description{
      "hht_add",
      "Hilber-Hughes-Taylor with constraint forces as kicks from both ends of the step: order 2",
      "position, velocity",
      "Negrut, Jay, Khude 2009",
      {Hht::describe().parameters[0],
       {"b", "[-1, 2], not 1/2", "weight of the kick at the end in the positions", 1.0}}};
  return description;
}

HhtAdd::HhtAdd(const std::map<std::string, double>& p)
    : alpha_(parameter_or(p, "alpha", describe().parameters[0].default_value)),
      b_(parameter_or(p, "b", describe().parameters[1].default_value)),
      beta_(0.25 * (1.0 - alpha_) * (1.0 - alpha_)),
      gamma_(0.5 - alpha_),
      c_I_(0.5 - (1.0 - b_) * gamma_ / (2.0 * beta_)),
      c_II_(0.5 - b_ * gamma_ / (2.0 * beta_)) {
  check_parameter_names(describe(), p);
  require_range(describe(), "alpha", alpha_, alpha_ >= -1.0 / 3.0 - 1e-12 && alpha_ <= 0.0);
  require_range(describe(), "b", b_, b_ >= -1.0 && b_ <= 2.0 && std::abs(b_ - 0.5) > 1e-3);
}

// Where both kicks are those of the reactions, psi_I = psi_II = lambda, R = a_true - a_f; `start` has found a_f.
void HhtAdd::unknowns_of(const dae::State& state, Vector& z) const {
  const Eigen::Index nv = state.a.size(), nl = state.lambda.size();
  z.resize(2 * (nv + nl));
  z.head(nv) = a_f_now_ + (state.a - a_f_now_) / (2.0 * beta_);
  z.segment(nv, nl) = state.lambda / (2.0 * beta_ * (1.0 + alpha_));
  z.segment(nv + nl, nv) = -(c_I_ + c_II_) / gamma_ * (state.a - a_f_now_);
  z.tail(nl) = 2.0 * state.lambda;
}

void HhtAdd::start(dae::Problem& problem, const dae::State& state) {
  if (!problem.linear_in_multipliers())
    throw UsageError(
        "method hht_add needs constraint forces that add to the others: the equations are not of that form");
  if (problem.sizes().nonholonomic > 0)
    throw UsageError("method hht_add has no formulas for nonholonomic constraints: use gen_alpha_soi2 or hht");
  sizes_ = problem.sizes();
  for (Vector* x :
       {&v_n_,   &d_,       &v_,         &d_free_, &v_free_, &f_, &product_, &forces_, &a_n_,  &a_now_, &a_trial_,
        &a_f_n_, &a_f_now_, &a_f_trial_, &a_,      &u_,      &x_, &x_now_,   &R_I_,    &R_II_, &dv_})
    x->setZero(sizes_.velocities);
  for (Vector* x : {&phi_, &rate_, &lambda_, &lambda_n_, &s_, &psi_I_, &psi_II_, &ds_}) x->setZero(sizes_.multipliers);
  for (Vector* x : {&q_n_, &q_}) x->setZero(sizes_.positions);
  part_.setZero(sizes_.unknowns());
  q_kept_.resize(0);
  direct_ = problem.mobility() != nullptr;
  solver_ = nullptr;
  placed_ = false;
  turning_ = 1.0;
  qdd_n_ = state.a;
  s_n_ = s_now_ = 2.0 * state.lambda;
  problem.evaluate(state.t, state.q, state.v, lambda_, f_, phi_);
  f_ = -f_;
  if (const int without = problem.apply_inverse_mass(state.t, state.q, f_, a_f_now_); without >= 0)
    throw UsageError(fmt::format("method hht_add needs a mass matrix that can be inverted, but {} has no inertia",
                                 problem.unknown_name(without)));
  a_now_ = a_f_now_;
  moving_.start(a_now_);
}

void HhtAdd::begin(dae::Problem& problem, const dae::State& from, const Vector&, double h) {
  h_ = h;
  t_n_ = from.t;
  t_ = from.t + h;
  q_n_ = from.q;
  v_n_ = from.v;
  qdd_n_ = from.a;
  lambda_n_ = from.lambda / (2.0 * beta_ * (1.0 + alpha_));
  a_f_n_ = a_f_now_;
  s_n_ = s_now_;
  moving_.move(alpha_, a_now_, h, a_n_);
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  x_ = x_now_;
  prepare_start(problem, from);
}

// The mobility of the last step's end is that of the start of this one, most often.
void HhtAdd::prepare_start(dae::Problem& problem, const dae::State& from) {
  if (!direct_ || (q_kept_.size() > 0 && q_kept_ == from.q)) return;
  dae::Mobility& mobility = *problem.mobility();
  S_.adopt(mobility.pattern());
  mobility.move_to(from.t, from.q, from.v, {from.t, from.q}, 1.0, S_.values(), rate_);
  mobility.keep();
  q_kept_ = from.q;
}

void HhtAdd::move_to(dae::Problem& problem, const Vector& z) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers;
  a_ = z.head(nv);
  lambda_ = z.segment(nv, nl);
  u_ = z.segment(nv + nl, nv);
  d_ = d_free_ + position_weight() * a_;
  v_ = v_free_ + gamma_ * h_ * (a_ - u_);
  problem.advance(q_n_, d_, q_);
}

void HhtAdd::residual(dae::Problem& problem, const Vector& z, Vector& e) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers;
  move_to(problem, z);
  problem.evaluate(t_, q_, v_, lambda_, f_, phi_);
  forces_ = a_ + alpha_ * a_f_n_;
  problem.apply_mass(t_, q_, forces_, product_);
  inertia_ = product_.lpNorm<Eigen::Infinity>();
  e.head(nv) = (product_ - x_) / (1.0 + alpha_) + f_;
  e.tail(nl) = phi_ / position_weight() - problem.regularisation().cwiseProduct(lambda_ - lambda_n_);
}

bool HhtAdd::factor(dae::Problem& problem, const Vector& z, linear::SparseMatrix& matrix,
                    linear::Factorisation& factors) {
  const double w = 1.0 / (1.0 + alpha_);
  move_to(problem, z);
  forces_ = a_ + alpha_ * a_f_n_;
  problem.newton_matrix({w, gamma_ * h_, position_weight()}, {t_, q_, !problem.constant_mass()},
                        {t_, q_, v_, forces_, lambda_, d_}, matrix);
  if (!factors.factor(matrix)) return false;
  if (direct_) return true;
  product_.setZero();
  problem.newton_matrix({w, 0.0, 0.0}, {t_, q_}, {t_, q_, v_, a_, lambda_, product_}, matrix);
  return auxiliary_.factor(matrix);
}

void HhtAdd::correct(const dae::Problem& problem, const linear::Factorisation& factors, Vector& e, Vector& dz) {
  dz = -e;
  factors.solve(dz);
  problem.apply_inverse_tangent(d_, dz);
}

void HhtAdd::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  move_to(problem, z);
  s_ = z.tail(sizes_.multipliers);
  out.t = t_;
  out.q = q_;
  out.v = v_;
  out.a = a_;  // and lambda^: `project` solves for the true ones
  out.lambda = lambda_;
  placed_ = false;
}

void HhtAdd::respond_at_start(dae::Problem& problem, const Vector& psi, Vector& out) {
  if (direct_) return problem.mobility()->kept_response(psi, out);
  problem.velocity_constraints(t_n_, q_n_, v_n_, rate_);
  problem.constraint_forces(psi, forces_);
  problem.apply_inverse_mass(t_n_, q_n_, forces_, out);
}

void HhtAdd::respond_at_end(dae::Problem& problem, const Vector& psi, Vector& out) {
  if (direct_) return problem.mobility()->response(psi, out);
  problem.velocity_constraints(t_, q_, v_, rate_);
  problem.constraint_forces(psi, forces_);
  problem.apply_inverse_mass(t_, q_, forces_, out);
}

void HhtAdd::solve_mobility(Vector& x) {
  if (solver_ == nullptr) return mobility_.solve(x);
  part_.head(sizes_.velocities).setZero();
  part_.tail(x.size()) = -x;
  solver_->solve(part_);
  x = (1.0 + alpha_) * part_.tail(x.size());
}

void HhtAdd::prepare_end(dae::Problem& problem, const linear::Factorisation& factors, const Vector& v) {
  solver_ = direct_ ? nullptr : &auxiliary_;
  if (!direct_) return;
  S_.adopt(problem.mobility()->pattern());
  problem.mobility()->move_to(t_, q_, v, {t_, q_}, 1.0, S_.values(), rate_);
  if (!mobility_.factor(S_)) solver_ = &factors;  // a singular position
}

// psi, the kicks and u of s and lambda^.
void HhtAdd::kick(dae::Problem& problem) {
  const double share = 2.0 * beta_ * (1.0 + alpha_);
  psi_I_ = (share * lambda_ - b_ * s_) / (1.0 - 2.0 * b_);
  psi_II_ = ((1.0 - b_) * s_ - share * lambda_) / (1.0 - 2.0 * b_);
  respond_at_start(problem, psi_I_, R_I_);
  respond_at_end(problem, psi_II_, R_II_);
  R_I_ = -R_I_;
  R_II_ = -R_II_;
  u_ = -(c_I_ * R_I_ + c_II_ * R_II_) / gamma_;
}

// s such that the velocities are on the constraints. What little is left in the end is along the kick of the end alone.
void HhtAdd::close_velocities(dae::Problem& problem, double closed, dae::State& out, VelocityProjection& result) {
  const Vector& eps = problem.regularisation();
  double size_before = 0.0;
  bool along_end = placed_;  // what rounding has left, of kicks that are known
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    if (!along_end) {
      kick(problem);
      out.v = v_free_ + gamma_ * h_ * (a_ - u_);
    }
    const double before = result.open;
    problem.velocity_constraints(t_, q_, out.v, rate_);
    result.open = rate_.lpNorm<Eigen::Infinity>();
    if (pass > 0 && before > closed) result.contraction = solver_ == nullptr ? 0.0 : result.open / before;
    if (result.open <= closed || (pass > 1 && result.open > kStandsStill * before)) break;
    ds_ = rate_ / (0.5 * h_) - eps.cwiseProduct(s_ - s_n_);
    solve_mobility(ds_);
    s_ += ds_;
    ++result.passes;
    const double size = ds_.lpNorm<Eigen::Infinity>();
    if (!along_end && pass > 0) turning_ = std::max(size / size_before, 0.5 * turning_);
    size_before = size;
    if (turning_ * size > kBalanced * s_.lpNorm<Eigen::Infinity>() && !along_end) continue;
    along_end = true;
    respond_at_end(problem, ds_, dv_);
    out.v -= 0.5 * h_ * dv_;
    u_ += 0.5 / gamma_ * dv_;
    if (solver_ == nullptr) break;  // S is exact
  }
  placed_ = true;
}

// (S + eps) dlambda = d/dt (Phi_q v + Phi_t) with the accelerations that lambda makes
void HhtAdd::solve_accelerations(dae::Problem& problem, dae::State& out) {
  out.lambda = lambda_n_ * (2.0 * beta_ * (1.0 + alpha_));
  problem.evaluate(t_, q_, out.v, out.lambda, f_, phi_);
  f_ = -f_;
  problem.apply_inverse_mass(t_, q_, f_, out.a);
  double last = 0.0;
  for (int k = 0; k < kMaxSolves && sizes_.multipliers > 0; ++k) {
    problem.acceleration_constraints(t_, q_, out.v, out.a, ds_);
    solve_mobility(ds_);
    respond_at_end(problem, ds_, dv_);
    out.lambda += ds_;
    out.a -= dv_;
    const double size = dv_.norm();
    if (solver_ == nullptr || !(size > kSolved * (1.0 + out.a.norm())) || (k > 1 && size > 0.5 * last)) break;
    last = size;
  }
}

VelocityProjection HhtAdd::project(dae::Problem& problem, const linear::Factorisation& factors, const Vector& weights,
                                   const dae::LocalNorm& norm, double closed, Vector& z, dae::State& out) {
  const Eigen::Index nv = sizes_.velocities, nl = sizes_.multipliers;
  VelocityProjection result;
  if (nl > 0) {
    if (!placed_) prepare_end(problem, factors, out.v);
    close_velocities(problem, closed, out, result);
    result.refines = solver_ == nullptr;
    if (b_ != 1.0) result.unbalanced = update_x(problem);
  }
  solve_accelerations(problem, out);
  a_f_trial_ = out.a;
  if (nl > 0) {
    respond_at_end(problem, out.lambda, dv_);
    a_f_trial_ += dv_;
  }
  a_trial_ = (1.0 + alpha_) * a_f_trial_ - alpha_ * a_f_n_;
  z.segment(nv + nl, nv) = u_;
  z.tail(nl) = s_;
  result.moved = beta_ * h_ / gamma_ * norm(out.v - v_, weights);
  return result;
}

// How far x has been off, 1 being just good enough.
double HhtAdd::update_x(dae::Problem& problem) {
  problem.constraint_forces(psi_I_, forces_);
  problem.apply_mass(t_, q_, R_I_, product_);
  product_ = (1.0 - b_) / (2.0 * beta_) * (product_ + forces_);
  const double off = (product_ - x_).lpNorm<Eigen::Infinity>();
  x_ = product_;
  return off / (kBalancedForces * (inertia_ + forces_.lpNorm<Eigen::Infinity>()) + 1e-300);
}

void HhtAdd::accept(dae::Problem& problem, const dae::State& accepted) {
  moving_.accept(a_n_, h_);
  a_now_ = a_trial_;
  a_f_now_ = a_f_trial_;
  s_now_ = s_;
  x_now_ = x_;
  turning_ = std::min(1.0, kMayGrow * turning_);
  if (!direct_) return;
  problem.mobility()->keep();
  q_kept_ = accepted.q;
}

void HhtAdd::exchange(dae::Problem& problem, Archive& archive) {
  archive(moving_, a_now_, a_f_now_, s_now_, x_now_, turning_);
  auxiliary_.exchange(archive, problem.pattern());
}

double HhtAdd::condition(const linear::Factorisation& factors) const {
  return auxiliary_.factored() ? std::max(factors.condition_estimate(), auxiliary_.condition_estimate())
                               : factors.condition_estimate();
}

double HhtAdd::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha_, beta_, gamma_, estimate);
}

}  // namespace alembert
