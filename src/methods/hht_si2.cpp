#include "methods/hht_si2.h"

#include "methods/hht.h"
#include "methods/parameters.h"

namespace alembert {

const MethodDescription& HhtSi2::describe() {
  static const MethodDescription description{
      "hht_si2", "Hilber-Hughes-Taylor with velocity constraints, stabilised index 2: order 2", "position, velocity",
      "Negrut, Jay, Khude 2009", Hht::describe().parameters};
  return description;
}

HhtSi2::HhtSi2(const std::map<std::string, double>& p)
    : alpha_(parameter_or(p, "alpha", describe().parameters[0].default_value)),
      beta_(0.25 * (1.0 - alpha_) * (1.0 - alpha_)),
      gamma_(0.5 - alpha_) {
  check_parameter_names(describe(), p);
  require_range(describe(), "alpha", alpha_, alpha_ >= -1.0 / 3.0 - 1e-12 && alpha_ <= 0.0);
}

void HhtSi2::start(dae::Problem& problem, const dae::State& state) {
  Projected::start(problem, state);
  moving_.start(state.a);
}

Projected::Formulas HhtSi2::formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) {
  moving_.move(alpha_, from.a, h, a_n_);
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  r_free_ = -alpha_ / (1.0 + alpha_) * f_n;
  if (!problem.constant_mass()) d_mass_ = (1.0 + alpha_) * h * from.v;
  Formulas f;
  f.c_q = beta_ * h * h;
  f.kappa = 0.5 / beta_;
  f.c_v = gamma_ * h;
  f.w_mass = 1.0 / (1.0 + alpha_);
  f.t_mass = from.t + (1.0 + alpha_) * h;
  return f;
}

double HhtSi2::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha_, beta_, gamma_, estimate);
}

}  // namespace alembert
