#include "analysis/integrators.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/suggest.h"
#include "reference/ida_integrator.h"
#include "solve/stepper.h"

namespace alembert {

const std::vector<MethodDescription>& all_methods() {
  static const std::vector<MethodDescription> methods = [] {
    std::vector<MethodDescription> all = stepper_methods();
    all.push_back(IdaIntegrator::describe());
    return all;
  }();
  return methods;
}

std::unique_ptr<Integrator> make_integrator(dae::Problem& problem, const std::string& method,
                                            const std::map<std::string, double>& parameters,
                                            const IntegrationOptions& options) {
  if (std::unique_ptr<Method> ours = make_method(method, parameters))
    return std::make_unique<Stepper>(problem, std::move(ours), options);
  if (method == IdaIntegrator::describe().name) return std::make_unique<IdaIntegrator>(problem, parameters, options);
  std::vector<std::string> names;
  for (const MethodDescription& m : all_methods()) names.emplace_back(m.name);
  throw UsageError(
      fmt::format("unknown method `{}`; available: {}{}", method, fmt::join(names, ", "), did_you_mean(method, names)));
}

}  // namespace alembert
