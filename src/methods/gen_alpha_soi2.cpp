#include "methods/gen_alpha_soi2.h"

#include <cmath>

#include "methods/parameters.h"

namespace alembert {

const MethodDescription& GenAlphaSoi2::describe() {
  static const MethodDescription description{
      "gen_alpha_soi2",
      "generalized-alpha with velocity constraints, overdetermined index 2: order 2, any mass matrix",
      "position, velocity",
      "Jay, Negrut 2007",
      {{"rho", "[0, 1]", "spectral radius at infinite frequency: 0 damps most, 1 not at all", 0.5},
       {"move_a", "0 or 1", "a is moved to its instant when the step changes, eq. 15; 0: studies only", 1},
       {"move_ma", "0 or 1", "so is M a, eq. 16; 0: studies only", 1}}};
  return description;
}

GenAlphaSoi2::GenAlphaSoi2(const std::map<std::string, double>& p)
    : rho_(parameter_or(p, "rho", describe().parameters[0].default_value)),
      alpha_m_((2.0 * rho_ - 1.0) / (1.0 + rho_)),
      alpha_f_(rho_ / (1.0 + rho_)),
      alpha_(alpha_m_ - alpha_f_),
      beta_(0.25 * (1.0 - alpha_) * (1.0 - alpha_)),
      gamma_(0.5 - alpha_),
      move_a_(parameter_or(p, "move_a", 1.0) != 0.0),
      move_Ma_(parameter_or(p, "move_ma", 1.0) != 0.0) {
  check_parameter_names(describe(), p);
  require_range(describe(), "rho", rho_, rho_ >= 0.0 && rho_ <= 1.0);
  for (const char* name : {"move_a", "move_ma"}) {
    const double value = parameter_or(p, name, 1.0);
    require_range(describe(), name, value, value == 0.0 || value == 1.0);
  }
}

std::map<std::string, double> GenAlphaSoi2::parameters() const {
  return {{"rho", rho_}, {"move_a", move_a_ ? 1.0 : 0.0}, {"move_ma", move_Ma_ ? 1.0 : 0.0}};
}

std::vector<std::string> GenAlphaSoi2::warnings() const {
  std::vector<std::string> out;
  if (rho_ > 0.999)
    out.push_back(
        "gen_alpha_soi2 with rho near 1 has no numerical damping: errors in the multipliers are never forgotten");
  if (!move_a_ || !move_Ma_)
    out.push_back("gen_alpha_soi2 without eqs 15 and 16: with a variable step the multipliers are of order 1");
  return out;
}

void GenAlphaSoi2::start(dae::Problem& problem, const dae::State& state) {
  Stabilised::start(problem, state);
  moving_.start(state.a);
  first_ = true;
  for (Vector* x : {&Ma_trial_, &Ma_now_, &Ma_n_, &v_tilde_, &f_tilde_}) x->setZero(state.a.size());
  for (Vector* x : {&lambda_tilde_, &phi_tilde_, &rate_tilde_}) x->setZero(state.lambda.size());
}

Stabilised::Formulas GenAlphaSoi2::formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n,
                                            double h) {
  h_ = h;
  moving_.move(move_a_ ? alpha_ : 0.0, from.a, h, a_n_);
  if (first_) {  // M at its own instant t_n + alpha h, a as it is
    d_mass_ = alpha_ * h * from.v;
    problem.advance(from.q, d_mass_, q_mass_);
    problem.apply_mass(from.t + alpha_ * h, q_mass_, from.a, Ma_n_);
    moving_Ma_.start(Ma_n_);
  } else {
    moving_Ma_.move(move_Ma_ ? alpha_ : 0.0, Ma_now_, h, Ma_n_);
  }
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  d_mass_ = (1.0 + alpha_) * h * from.v;
  r_free_ = (alpha_m_ * Ma_n_ + alpha_f_ * f_n) / (1.0 - alpha_f_);
  Formulas f;
  f.c_q = f.c_a = f.c_u = beta_ * h * h;
  f.c_v = gamma_ * h;
  f.w_mass = f.w_auxiliary = (1.0 - alpha_m_) / (1.0 - alpha_f_);
  f.t_mass = from.t + (1.0 + alpha_) * h;
  return f;
}

void GenAlphaSoi2::balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) {
  if (problem.additive()) {
    Stabilised::balance(problem, e1, e3);
    return;
  }
  apply_mass(problem, a_, product_);
  e1 = formulas_.w_mass * product_ + f_ + r_free_;
  lambda_tilde_ = lambda_ + m_;
  problem.evaluate(t_, q_, v_, lambda_tilde_, f_tilde_, phi_tilde_);
  forces_ = f_tilde_ - f_;
  apply_mass(problem, u_, product_);
  e3 = formulas_.w_auxiliary * product_ + forces_;
}

// k(t,q,v~) / c_v, less what e2 has of it already: the correction of a moves v~ too.
void GenAlphaSoi2::auxiliary_velocity_rows(dae::Problem& problem, Eigen::Ref<Vector> e4) {
  v_tilde_ = v_ + formulas_.c_v * u_;
  problem.velocity_constraints(t_, q_, v_tilde_, rate_tilde_);
  e4 = (rate_tilde_ - rate_).tail(e4.size()) / formulas_.c_v;
}

void GenAlphaSoi2::finish(dae::Problem& problem, const Vector& z, dae::State& out) {
  Stabilised::finish(problem, z, out);
  apply_mass(problem, a_, Ma_trial_);
}

void GenAlphaSoi2::accept(const Vector&) {
  Ma_now_ = Ma_trial_;
  moving_.accept(a_n_, h_);
  moving_Ma_.accept(Ma_n_, h_);
  first_ = false;
}

double GenAlphaSoi2::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha_, beta_, gamma_, estimate);
}

}  // namespace alembert
