#include "methods/hht_add.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "methods/hht.h"
#include "methods/parameters.h"

namespace alembert {

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
      c_1_(1.0 - b_ - beta_ / gamma_),
      c_2_(b_ - beta_ / gamma_) {
  check_parameter_names(describe(), p);
  require_range(describe(), "alpha", alpha_, alpha_ >= -1.0 / 3.0 - 1e-12 && alpha_ <= 0.0);
  require_range(describe(), "b", b_, b_ >= -1.0 && b_ <= 2.0 && std::abs(b_ - 0.5) > 1e-3);
}

// A = a + R/gamma with qdd = a + R, lambda by its definition; the applied a is known once `start` has solved for it.
void HhtAdd::unknowns_of(const dae::State& state, Vector& z) const {
  Method::unknowns_of(state, z);
  z.head(state.a.size()) = A_now_;
  z.segment(state.a.size(), state.lambda.size()) = state.lambda / (gamma_ * (1.0 + alpha_));
}

void HhtAdd::start(dae::Problem& problem, const dae::State& state) {
  if (!problem.linear_in_multipliers())
    throw UsageError(
        "method hht_add needs constraint forces that add to the others: the equations are not of that form");
  if (problem.sizes().nonholonomic > 0)
    throw UsageError("method hht_add has no formulas for nonholonomic constraints: use gen_alpha_soi2 or hht");
  Stabilised::start(problem, state);
  for (Vector* x : {&zero_velocity_, &a_trial_, &A_trial_, &R_I_, &a_f_n_}) x->setZero(state.a.size());
  for (Vector* x : {&zero_multipliers_, &psi_I_, &psi_II_, &violation_}) x->setZero(state.lambda.size());
  for (Vector* x : {&x_, &solve_}) x->setZero(sizes_.unknowns());
  factor_mass(problem, state.t, state.q, mass_);
  problem.evaluate(state.t, state.q, state.v, zero_multipliers_, f_, phi_);
  a_now_ = -f_;
  solve_mass(mass_, a_now_);
  A_now_ = a_now_ + (state.a - a_now_) / gamma_;
  qdd_n_ = state.a;
  moving_.start(a_now_);
}

// M alone, by leaving the constraints out of the matrix.
void HhtAdd::factor_mass(dae::Problem& problem, double t, const Vector& q, linear::Factorisation& mass) {
  if (mass.factored() && mass.pattern() == problem.pattern() && problem.constant_mass()) return;
  problem.newton_matrix({1.0, 0.0, 0.0}, {t, q},
                        {t, q, zero_velocity_, zero_velocity_, zero_multipliers_, zero_velocity_}, assembled_);
  assembled_.cut_off(sizes_.velocities);
  if (!mass.factor(assembled_))
    throw UsageError(
        fmt::format("method hht_add needs a mass matrix that can be inverted, but {} has no inertia: use hht_si2",
                    problem.unknown_name(std::max(mass.singular_column(), 0))));
}

void HhtAdd::solve_mass(const linear::Factorisation& mass, Vector& x) {
  solve_.setZero();
  solve_.head(x.size()) = x;
  mass.solve(solve_);
  x = solve_.head(x.size());
}

Stabilised::Formulas HhtAdd::formulas(dae::Problem& problem, const dae::State& from, const Vector&, double h) {
  h_ = h;
  moving_.move(alpha_, a_now_, h, a_n_);
  qdd_n_ = from.a;
  factor_mass(problem, from.t, from.q, mass_);
  problem.evaluate(from.t, from.q, from.v, zero_multipliers_, f_, phi_);
  a_f_n_ = -f_;
  solve_mass(mass_, a_f_n_);
  problem.newton_matrix({1.0, 0.0, 0.0}, {from.t, from.q},
                        {from.t, from.q, from.v, zero_velocity_, zero_multipliers_, zero_velocity_}, start_);
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  Formulas f;
  f.c_q = f.c_a = beta_ * h * h;
  f.c_u = 0.5 * h * h;
  f.c_v = gamma_ * h;
  f.w_mass = 1.0 / (1.0 + alpha_);
  f.t_mass = from.t + h;
  f.mass_moves = true;
  return f;
}

// psi_I and psi_II of lambda and m.
void HhtAdd::split(const Vector& lambda, const Vector& m) {
  const double sum = 2.0 * gamma_ * (1.0 + alpha_), spread = c_2_ - c_1_;
  psi_I_ = (c_2_ * sum * lambda - m) / spread;
  psi_II_ = (m - c_1_ * sum * lambda) / spread;
}

// R_I = -M_n^-1 G_n^T psi_I: the matrix at the start times (0, psi_I), of which the top is G_n^T psi_I.
void HhtAdd::kick_from_start() {
  x_.setZero();
  x_.tail(psi_I_.size()) = psi_I_;
  start_.multiply(x_, solve_);
  R_I_ = -solve_.head(R_I_.size());
  solve_mass(mass_, R_I_);
}

void HhtAdd::balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) {
  split(lambda_, m_);
  kick_from_start();
  problem.constraint_forces(psi_II_, forces_);
  A_trial_ = a_ + alpha_ * a_f_n_ - R_I_ / (2.0 * gamma_);
  apply_mass(problem, A_trial_, product_);
  e1 = (product_ + forces_ / (2.0 * gamma_)) / (1.0 + alpha_) + f_;
  A_trial_ = u_ - c_1_ * R_I_;
  apply_mass(problem, A_trial_, product_);
  e3 = product_ + c_2_ * forces_;
}

// Accelerations and multipliers from the equations of motion at the end, with [M G^T; G -eps] as it was last factored.
void HhtAdd::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  const Eigen::Index nv = a_.size(), nl = lambda_.size();
  Stabilised::finish(problem, z, out);
  A_trial_ = a_;
  problem.evaluate(t_, q_, v_, zero_multipliers_, f_, phi_);
  a_trial_ = -f_;
  factor_mass(problem, t_, q_, end_mass_);
  solve_mass(end_mass_, a_trial_);
  a_trial_ = (1.0 + alpha_) * a_trial_ - alpha_ * a_f_n_;
  out.lambda *= gamma_ * (1.0 + alpha_);  // first guesses
  out.a = gamma_ * A_trial_ + (1.0 - gamma_) * a_trial_;
  double last = 0.0;
  for (int k = 0; k < 12; ++k) {
    problem.constraint_forces(out.lambda, forces_);
    problem.apply_mass(t_, q_, out.a, product_);
    x_.head(nv) = -(product_ + f_ + forces_);
    problem.acceleration_constraints(t_, q_, v_, out.a, violation_);
    x_.tail(nl) = -violation_;
    auxiliary().solve(x_);
    out.a += x_.head(nv);
    out.lambda += x_.tail(nl);
    const double size = x_.head(nv).norm();
    if (!(size > 1e-12 * (1.0 + out.a.norm())) || (k > 1 && size > 0.5 * last)) break;
    last = size;
  }
}

void HhtAdd::accept(dae::Problem&, const dae::State&) {
  moving_.accept(a_n_, h_);
  a_now_ = a_trial_;
  A_now_ = A_trial_;
}

double HhtAdd::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha_, beta_, gamma_, estimate);
}

}  // namespace alembert
