#include "report/model_units.h"

#include <algorithm>
#include <array>

namespace alembert::report {

std::pair<double, std::string> ModelUnits::of(std::string_view si) const {
  const std::array<Base, 7> bases{
      {{"m", length, L},
       {"kg", mass, M},
       {"s", time, T},
       {"rad", angle, A},
       {"N", force, F},
       {"J", energy(), energy_name()},
       {"W", energy() / time, F == "N" && L == "m" && T == "s" ? "W" : F + "*" + L + "/" + T}}};
  if (si == "1") return {1.0, ""};
  double factor = 1.0;
  std::string name;
  for (std::size_t at = 0; at < si.size();) {
    const std::size_t end = std::min(si.find_first_of("*/", at), si.size());
    const std::string_view part = si.substr(at, end - at);
    const std::size_t power = part.find('^');
    const auto base =
        std::find_if(bases.begin(), bases.end(), [&](const Base& b) { return b.si == part.substr(0, power); });
    if (base == bases.end()) return {1.0, std::string(si)};
    const int exponent = power == std::string_view::npos ? 1 : std::stoi(std::string(part.substr(power + 1)));
    const bool below = at > 0 && si[at - 1] == '/';
    for (int k = 0; k < exponent; ++k) factor = below ? factor / base->factor : factor * base->factor;
    name += base->name;
    if (power != std::string_view::npos) name += part.substr(power);
    if (end < si.size()) name += si[end];
    at = end + 1;
  }
  return {factor, name};
}

}  // namespace alembert::report
