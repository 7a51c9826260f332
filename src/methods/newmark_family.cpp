#include "methods/newmark_family.h"

#include <cmath>

namespace alembert {

double newmark_memory(double beta, double gamma) {
  const double b = gamma + 0.5 - 2.0 * beta, c = 0.5 + beta - gamma;
  const double discriminant = b * b - 4.0 * beta * c;
  if (discriminant <= 0.0) return std::sqrt(c / beta);
  return (std::abs(b) + std::sqrt(discriminant)) / (2.0 * beta);
}

double velocity_memory(double gamma) { return std::abs(1.0 - gamma) / gamma; }

double newmark_stability_limit(double beta, double gamma) {
  if (beta >= 0.5 * gamma) return std::numeric_limits<double>::infinity();
  return 1.0 / std::sqrt(0.5 * gamma - beta);
}

double hht_error_constant(double alpha, double beta, double gamma, ErrorEstimate estimate) {
  if (estimate == ErrorEstimate::printed) return std::abs(beta - 1.0 / (6.0 * (1.0 + alpha)));
  return std::abs(beta - gamma / 2.0 + 1.0 / 12.0);
}

void NewmarkFamily::start(dae::Problem& problem, const dae::State& state) {
  OneStage::start(problem, state);
  moving_.start(state.a);
}

OneStage::Formulas NewmarkFamily::formulas(const dae::State& from, double h) {
  h_ = h;
  moving_.move(alpha_, from.a, h, a_n_);
  d_free_ = h * from.v + (0.5 - beta_) * h * h * a_n_;
  v_free_ = from.v + h * (1.0 - gamma_) * a_n_;
  d_mass_ = (1.0 + alpha_) * h * from.v;
  return {beta_ * h * h, gamma_ * h, 1.0 / (1.0 + alpha_), -alpha_ / (1.0 + alpha_), from.t + (1.0 + alpha_) * h,
          alpha_ == 0.0};
}

void NewmarkFamily::accept(dae::Problem&, const dae::State&) { moving_.accept(a_n_, h_); }

}  // namespace alembert
