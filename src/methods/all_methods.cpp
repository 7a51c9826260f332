#include <fmt/format.h>

#include "base/error.h"
#include "base/suggest.h"
#include "methods/hht.h"
#include "methods/newmark.h"

namespace alembert {

const std::vector<MethodDescription>& all_methods() {
  static const std::vector<MethodDescription> methods{Hht::describe(), Newmark::describe()};
  return methods;
}

std::unique_ptr<Method> make_method(const std::string& name, const std::map<std::string, double>& parameters) {
  if (name == "hht") return std::make_unique<Hht>(parameters);
  if (name == "newmark") return std::make_unique<Newmark>(parameters);
  std::vector<std::string> names;
  for (const MethodDescription& m : all_methods()) names.emplace_back(m.name);
  throw UsageError(
      fmt::format("unknown method `{}`; available: {}{}", name, fmt::join(names, ", "), did_you_mean(name, names)));
}

}  // namespace alembert
