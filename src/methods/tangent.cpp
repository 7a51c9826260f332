#include "methods/tangent.h"

#include "base/error.h"
#include "methods/parameters.h"

namespace alembert {

const MethodDescription& Tangent::describe() {
  static const MethodDescription description{
      "tangent",
      "Newmark or HHT in the tangent space of the constraints: as stable as linear theory says",
      "position, velocity, acceleration",
      "Fernandez de Bustos, Uriarte, Urkullu, Garcia-Marina 2021",
      {{"beta", "[0, 1/2]", "1/4 trapezoidal, 1/6 linear acceleration, 1/12 Fox-Goodwin", 0.25},
       {"gamma", "[1/2, 1]", "above 1/2: numerical damping, order 1", 0.5},
       {"alpha", "[-1/3, 0]", "instead of beta and gamma: HHT", 0.0}}};
  return description;
}

Tangent::Tangent(const std::map<std::string, double>& p)
    : alpha_(parameter_or(p, "alpha", 0.0)),
      beta_(parameter_or(p, "beta", 0.25 * (1.0 - alpha_) * (1.0 - alpha_))),
      gamma_(parameter_or(p, "gamma", 0.5 - alpha_)) {
  check_parameter_names(describe(), p);
  require_range(describe(), "alpha", alpha_, alpha_ >= -1.0 / 3.0 - 1e-12 && alpha_ <= 0.0);
  if (p.contains("alpha") && (p.contains("beta") || p.contains("gamma")))
    throw UsageError("method tangent: give alpha, or beta and gamma, not both: alpha sets them");
  require_range(describe(), "beta", beta_, beta_ >= 0.0 && beta_ <= 0.5);
  require_range(describe(), "gamma", gamma_, gamma_ >= 0.5 && gamma_ <= 1.0);
}

std::map<std::string, double> Tangent::parameters() const {
  if (alpha_ != 0.0) return {{"alpha", alpha_}};
  return {{"beta", beta_}, {"gamma", gamma_}};
}

void Tangent::start(dae::Problem& problem, const dae::State& state) {
  TangentSpace::start(problem, state);
  A_ = A_n_ = state.a;
  moving_.start(state.a);
}

TangentSpace::Formulas Tangent::formulas(const dae::State& from, double h) {
  h_ = h;
  moving_.move(alpha_, A_, h, A_n_);
  d_free_ = h * from.v + h * h * ((0.5 - beta_) * A_n_ - alpha_ * beta_ * from.a);
  v_free_ = from.v + h * ((1.0 - gamma_) * A_n_ - alpha_ * gamma_ * from.a);
  return {(1.0 + alpha_) * beta_ * h * h, (1.0 + alpha_) * gamma_ * h};
}

void Tangent::accept(dae::Problem&, const dae::State&) {
  A_ = (1.0 + alpha_) * a_ - alpha_ * a_n_;
  moving_.accept(A_n_, h_);
}

}  // namespace alembert
