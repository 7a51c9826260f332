#include "settled.h"

#include <stdexcept>

namespace alembert::race {

namespace {

Setting tolerance(std::string method, std::map<std::string, double> parameters, double value) {
  return {std::move(method), std::move(parameters), value, {}};
}
Setting step(std::string method, std::map<std::string, double> parameters, double value) {
  return {std::move(method), std::move(parameters), {}, value};
}

const std::map<std::string, Settled>& all() {
  static const std::map<std::string, Settled> settings{
      {"A01", {tolerance("RungeKuttaMerson", {}, 4.2e-6), tolerance("bdf", {}, 7.5e-8)}},
      {"A03", {step("RungeKuttaMerson", {}, 2.1e-4), tolerance("hht", {{"alpha", -0.3}}, 5.6e-8)}},
      {"A04", {step("RungeKuttaFeldberg", {}, 2.4e-2), tolerance("bdf", {{"stabilised", 0}}, 1.3e-6)}},
      {"A04 29", {step("RungeKuttaMerson", {}, 0.13), step("hht", {{"alpha", -0.05}}, 1e-2)}},
      {"A05", {tolerance("CPodes BDF", {}, 4.2e-6), tolerance("bdf", {{"stabilised", 0}}, 1.3e-6)}},
      {"chain 100", {step("RungeKuttaMerson", {}, 1e-2), tolerance("hht", {{"alpha", -0.3}}, 3.2e-4)}},
      {"chain 1000", {tolerance("RungeKutta3", {{"euler", 1}}, 0.16), tolerance("nstiff", {}, 5.6e-4)}},
  };
  return settings;
}

}  // namespace

Settled settled_settings(const std::string& task) {
  const auto found = all().find(task);
  if (found == all().end()) throw std::invalid_argument("no settings for task " + task);
  return found->second;
}

}  // namespace alembert::race
