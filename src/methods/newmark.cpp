#include "methods/newmark.h"

#include <cmath>

#include "methods/parameters.h"

namespace alembert {

const MethodDescription& Newmark::describe() {
  static const MethodDescription description{
      "newmark",
      "Newmark's method, index 3; gamma = 1/2, beta = 1/4 is the trapezoidal rule",
      "position",
      "Gavrea, Negrut, Potra 2005",
      {{"gamma", "[1/2, 1]", "numerical damping; 1/2: none and order 2, above: order 1", 0.75},
       {"beta", "(0, 1]", "default (gamma + 1/2)^2 / 4, the smallest that is stable with constraints", 0.390625}}};
  return description;
}

namespace {
double gamma_of(const std::map<std::string, double>& p) { return parameter_or(p, "gamma", 0.75); }
double beta_of(const std::map<std::string, double>& p) {
  const double g = gamma_of(p) + 0.5;
  return parameter_or(p, "beta", g * g / 4.0);
}
}  // namespace

Newmark::Newmark(const std::map<std::string, double>& p) : NewmarkFamily(0.0, beta_of(p), gamma_of(p)) {
  check_parameter_names(describe(), p);
  require_range(describe(), "gamma", gamma(), gamma() >= 0.5 && gamma() <= 1.0);
  require_range(describe(), "beta", beta(), beta() > 0.0 && beta() <= 1.0);
}

std::map<std::string, double> Newmark::parameters() const { return {{"beta", beta()}, {"gamma", gamma()}}; }

std::vector<std::string> Newmark::warnings() const {
  std::vector<std::string> out;
  // Rounded input such as 0.0833 is still Fox-Goodwin: compare loosely.
  if (beta() < 0.25 * (gamma() + 0.5) * (gamma() + 0.5) * (1.0 - 1e-9))
    out.push_back(
        "newmark with beta below (gamma + 1/2)^2 / 4 is unstable on constrained systems at every step size; expect the "
        "multipliers to blow up");
  else if (gamma() < 0.5 + 1e-3)
    out.push_back(
        "newmark with gamma near 1/2 has no numerical damping: on constrained systems the multipliers ring and the run "
        "may "
        "blow up; use hht, or gamma above 1/2");
  return out;
}

// 000 eq. (21): (beta - 1/6) h^2 x. The steady local error is (beta - gamma/2 + 1/12) h^3 jerk.
double Newmark::error_constant(ErrorEstimate estimate) const {
  const double c = estimate == ErrorEstimate::printed ? beta() - 1.0 / 6.0 : beta() - gamma() / 2.0 + 1.0 / 12.0;
  return std::abs(c) < 1e-6 ? 0.0 : std::abs(c);
}

}  // namespace alembert
