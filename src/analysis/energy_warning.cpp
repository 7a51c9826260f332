#include "analysis/energy_warning.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace alembert {

namespace {

constexpr double kNoticeableShare = 0.01;  // of what was turned over

// Where a parameter takes all damping from the methods that have it.
struct Undamped {
  std::string_view parameter;
  double value;
  const char* text;
};
constexpr Undamped kUndamped[] = {{"alpha", 0.0, "0"}, {"gamma", 0.5, "1/2"}, {"rho", 1.0, "1"}};

std::string damping_advice(const RunSummary& summary, bool removed) {
  for (const auto& [name, value] : summary.method_parameters)
    for (const Undamped& u : kUndamped)
      if (name == u.parameter && (!removed || std::abs(value - u.value) > 1e-9))
        return fmt::format("{} numerical damping ({} {} {})", removed ? "less" : "more", name,
                           removed ? "nearer to" : "farther from", u.text);
  return "";
}

}  // namespace

std::optional<std::string> energy_warning(const RunSummary& summary) {
  if (!summary.turned_over) return std::nullopt;
  // What was added and removed again was there in between.
  const bool at_end = std::abs(summary.numerical) > kNoticeableShare * *summary.turned_over;
  const double made = at_end ? summary.numerical : summary.most_numerical;
  if (!(std::abs(made) > kNoticeableShare * *summary.turned_over)) return std::nullopt;
  std::vector<std::string> advice{summary.step ? "a smaller `step`" : "a smaller `tolerance`"};
  if (const std::string damping = damping_advice(summary, made < 0.0); !damping.empty()) advice.push_back(damping);
  return fmt::format(
      "the method itself {} {:.3g} J{}, {:.2g} % of the {:.3g} J that were turned over: {} or another "
      "method keeps {}",
      made < 0.0 ? "removed" : "added", std::abs(made),
      at_end ? "" : fmt::format(" until t = {:.4g} s", summary.most_numerical_time),
      100.0 * std::abs(made) / *summary.turned_over, *summary.turned_over, fmt::join(advice, ", "),
      made < 0.0 ? "more of them" : "them out");
}

}  // namespace alembert
