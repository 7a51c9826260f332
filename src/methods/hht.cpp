#include "methods/hht.h"

#include "methods/parameters.h"

namespace alembert {

namespace {
constexpr double kDefaultAlpha = -0.3;
double alpha_of(const std::map<std::string, double>& p) { return parameter_or(p, "alpha", kDefaultAlpha); }
double beta_of(double alpha) { return 0.25 * (1.0 - alpha) * (1.0 - alpha); }
}  // namespace

const MethodDescription& Hht::describe() {
  static const MethodDescription description{
      "hht",
      "Hilber-Hughes-Taylor, index 3: order 2 with numerical damping",
      "position",
      "Negrut, Rampalli, Ottarsson, Sajdak 2007",
      {{"alpha", "[-1/3, 0]", "numerical damping: 0 none (trapezoidal), -1/3 the most", kDefaultAlpha}}};
  return description;
}

Hht::Hht(const std::map<std::string, double>& p) : NewmarkFamily(alpha_of(p), beta_of(alpha_of(p)), 0.5 - alpha_of(p)) {
  check_parameter_names(describe(), p);
  require_range(describe(), "alpha", alpha(), alpha() >= -1.0 / 3.0 - 1e-12 && alpha() <= 0.0);
}

std::vector<std::string> Hht::warnings() const {
  if (alpha() < -1e-3) return {};
  return {
      "hht with alpha near 0 has no numerical damping: on constrained systems the multipliers ring and the run may "
      "blow up"};
}

double Hht::error_constant(ErrorEstimate estimate) const {
  return hht_error_constant(alpha(), beta(), gamma(), estimate);
}

}  // namespace alembert
