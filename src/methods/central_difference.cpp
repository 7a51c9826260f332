#include "methods/central_difference.h"

#include "methods/parameters.h"

namespace alembert {

const MethodDescription& CentralDifference::describe() {
  static const MethodDescription description{"central_difference",
                                             "explicit central differences: order 2, for steps below 2/omega_max",
                                             "position, velocity, acceleration",
                                             "Fernandez de Bustos, Uriarte, Urkullu, Garcia-Marina 2021",
                                             {}};
  return description;
}

CentralDifference::CentralDifference(const std::map<std::string, double>& p) { check_parameter_names(describe(), p); }

TangentSpace::Formulas CentralDifference::formulas(const dae::State& from, double h) {
  d_free_ = h * from.v + 0.5 * h * h * from.a;
  v_free_ = from.v + 0.5 * h * from.a;
  return {0.0, 0.5 * h};
}

}  // namespace alembert
