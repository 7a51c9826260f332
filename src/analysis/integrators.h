// Every integration method by name, ours and the reference.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solve/integrator.h"

namespace alembert {

// Descriptions of every method this program has, for `alembert methods`.
const std::vector<MethodDescription>& all_methods();

// Makes an integrator by the method's name. Unknown names and parameters, and values out of range, throw UsageError
// with the valid ones.
std::unique_ptr<Integrator> make_integrator(dae::Problem& problem, const std::string& method,
                                            const std::map<std::string, double>& parameters,
                                            const IntegrationOptions& options);

}  // namespace alembert
