#include "methods/parameters.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"

namespace alembert {

void check_parameter_names(const MethodDescription& method, const std::map<std::string, double>& given) {
  std::vector<std::string> names;
  for (const ParameterDescription& p : method.parameters) names.emplace_back(p.name);
  for (const auto& [name, value] : given) {
    bool known = false;
    for (const std::string& n : names) known = known || n == name;
    if (known) continue;
    throw UsageError(fmt::format("method {} has no parameter `{}`; it has: {}", method.name, name,
                                 names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "))));
  }
}

double parameter_or(const std::map<std::string, double>& given, const std::string& name, double otherwise) {
  const auto found = given.find(name);
  return found == given.end() ? otherwise : found->second;
}

void require_range(const MethodDescription& method, std::string_view name, double value, bool inside) {
  if (inside) return;
  for (const ParameterDescription& p : method.parameters)
    if (p.name == name)
      throw UsageError(
          fmt::format("method {}: {} = {} is outside its valid range {}", method.name, name, value, p.range));
}

}  // namespace alembert
