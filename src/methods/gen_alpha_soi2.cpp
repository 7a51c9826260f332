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
      {{"rho", "[0, 1]", "spectral radius at infinite frequency: 0 damps most, 1 not at all", 0.5}}};
  return description;
}

GenAlphaSoi2::GenAlphaSoi2(const std::map<std::string, double>& p) : GenAlphaSoi2(p, Moved{}) {}

GenAlphaSoi2::GenAlphaSoi2(const std::map<std::string, double>& p, Moved moved)
    : rho_(parameter_or(p, "rho", describe().parameters[0].default_value)),
      alpha_m_((2.0 * rho_ - 1.0) / (1.0 + rho_)),
      alpha_f_(rho_ / (1.0 + rho_)),
      alpha_(alpha_m_ - alpha_f_),
      beta_(0.25 * (1.0 - alpha_) * (1.0 - alpha_)),
      gamma_(0.5 - alpha_),
      moved_(moved) {
  check_parameter_names(describe(), p);
  require_range(describe(), "rho", rho_, rho_ >= 0.0 && rho_ <= 1.0);
}

std::map<std::string, double> GenAlphaSoi2::parameters() const { return {{"rho", rho_}}; }

std::vector<std::string> GenAlphaSoi2::warnings() const {
  std::vector<std::string> out;
  if (rho_ > 0.999)
    out.push_back(
        "gen_alpha_soi2 with rho near 1 has no numerical damping: errors in the multipliers are never forgotten");
  return out;
}

void GenAlphaSoi2::start(dae::Problem& problem, const dae::State& state) {
  Projected::start(problem, state);
  moving_.start(state.a);
  first_ = true;
  Ma_now_ = Ma_n_ = state.a;
}

Projected::Formulas GenAlphaSoi2::formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  moving_.move(moved_.a ? alpha_ : 0.0, from.a, h, a_n_);
  if (first_) {  // M at its own instant t_n + alpha h, a as it is
    d_mass_ = alpha_ * h * from.v;
    problem.advance(from.q, d_mass_, q_mass_);
    problem.apply_mass(from.t + alpha_ * h, q_mass_, from.a, Ma_n_);
    moving_Ma_.start(Ma_n_);
  } else {
    moving_Ma_.move(moved_.Ma ? alpha_ : 0.0, Ma_now_, h, Ma_n_);
  }
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  d_mass_ = (1.0 + alpha_) * h * from.v;
  r_free_ = (alpha_m_ * Ma_n_ + alpha_f_ * f_n) / (1.0 - alpha_f_);
  Formulas f;
  f.c_q = beta_ * h * h;
  f.c_v = gamma_ * h;
  f.w_mass = (1.0 - alpha_m_) / (1.0 - alpha_f_);
  f.t_mass = from.t + (1.0 + alpha_) * h;
  return f;
}

void GenAlphaSoi2::accept(dae::Problem& problem, const dae::State& accepted) {
  Projected::accept(problem, accepted);
  apply_mass(problem, accepted.a, Ma_now_);
  moving_.accept(a_n_, h_);
  moving_Ma_.accept(Ma_n_, h_);
  first_ = false;
}

double GenAlphaSoi2::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha_, beta_, gamma_, estimate);
}

}  // namespace alembert
