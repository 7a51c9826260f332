#include <cmath>

#include "methods/central_difference.h"
#include "methods/gen_alpha_soi2.h"
#include "methods/hht.h"
#include "methods/hht_add.h"
#include "methods/hht_si2.h"
#include "methods/newmark.h"
#include "methods/nstiff.h"
#include "methods/nstiff_si2.h"
#include "methods/tangent.h"

namespace alembert {

void Method::unknowns_of(const dae::State& state, Vector& z) const {
  z.setZero();
  z.head(state.a.size()) = state.a;
  z.segment(state.a.size(), state.lambda.size()) = state.lambda;
}

double Method::moved(const Vector& dz, const Vector& weights, const dae::LocalNorm& norm) const {
  return position_weight() * norm(dz, weights);
}

const std::vector<MethodDescription>& stepper_methods() {
  static const std::vector<MethodDescription> methods{
      Hht::describe(),          Newmark::describe(),   Nstiff::describe(),
      HhtSi2::describe(),       NstiffSi2::describe(), HhtAdd::describe(),
      GenAlphaSoi2::describe(), Tangent::describe(),   CentralDifference::describe()};
  return methods;
}

std::unique_ptr<Method> make_method(const std::string& name, const std::map<std::string, double>& parameters) {
  if (name == "hht") return std::make_unique<Hht>(parameters);
  if (name == "newmark") return std::make_unique<Newmark>(parameters);
  if (name == "nstiff") return std::make_unique<Nstiff>(parameters);
  if (name == "hht_si2") return std::make_unique<HhtSi2>(parameters);
  if (name == "nstiff_si2") return std::make_unique<NstiffSi2>(parameters);
  if (name == "hht_add") return std::make_unique<HhtAdd>(parameters);
  if (name == "gen_alpha_soi2") return std::make_unique<GenAlphaSoi2>(parameters);
  if (name == "tangent") return std::make_unique<Tangent>(parameters);
  if (name == "central_difference") return std::make_unique<CentralDifference>(parameters);
  return nullptr;
}

}  // namespace alembert
