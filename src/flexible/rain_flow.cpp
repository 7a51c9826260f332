#include "flexible/rain_flow.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace alembert::flexible {

std::vector<double> reversals_of(std::span<const double> history) {
  std::vector<double> out;
  for (const double x : history) {
    if (!out.empty() && x == out.back()) continue;
    // Goes on in the same direction: what was the last is no turn.
    if (out.size() >= 2 && (x > out.back()) == (out.back() > out[out.size() - 2]))
      out.back() = x;
    else
      out.push_back(x);
  }
  return out;
}

std::vector<Cycle> rain_flow(std::span<const double> history) {
  std::vector<Cycle> out;
  std::vector<double> left;  // reversals that are not counted yet; the first is S
  const auto count = [&out](double a, double b, double n) { out.push_back({std::abs(b - a), 0.5 * (a + b), n}); };
  for (const double x : reversals_of(history)) {
    left.push_back(x);
    while (left.size() >= 3) {
      const std::size_t n = left.size();
      const double X = std::abs(left[n - 1] - left[n - 2]), Y = std::abs(left[n - 2] - left[n - 3]);
      if (X < Y) break;
      if (n == 3) {
        count(left[0], left[1], 0.5);
        left.erase(left.begin());
      } else {
        count(left[n - 3], left[n - 2], 1.0);
        left.erase(left.end() - 3, left.end() - 1);
      }
    }
  }
  for (std::size_t k = 1; k < left.size(); ++k) count(left[k - 1], left[k], 0.5);
  return out;
}

std::vector<Cycle> summed(std::vector<Cycle> cycles) {
  std::sort(cycles.begin(), cycles.end(),
            [](const Cycle& a, const Cycle& b) { return std::tie(a.range, a.mean) < std::tie(b.range, b.mean); });
  std::vector<Cycle> out;
  for (const Cycle& c : cycles) {
    if (!out.empty() && out.back().range == c.range && out.back().mean == c.mean)
      out.back().count += c.count;
    else
      out.push_back(c);
  }
  return out;
}

std::vector<Cycle> in_classes(const std::vector<Cycle>& cycles, int classes) {
  double largest = 0.0;
  for (const Cycle& c : cycles) largest = std::max(largest, c.range);
  if (!(largest > 0.0)) return {};
  const double width = largest / classes;
  std::vector<Cycle> all(static_cast<std::size_t>(classes));
  for (const Cycle& c : cycles) {
    const double k = std::ceil(c.range / width - 1e-9) - 1.0;  // rounding must not lift a range into the next class
    Cycle& at = all[static_cast<std::size_t>(std::clamp(k, 0.0, classes - 1.0))];
    at.mean = (at.mean * at.count + c.mean * c.count) / (at.count + c.count);
    at.count += c.count;
  }
  std::vector<Cycle> out;
  for (int k = 0; k < classes; ++k) {
    Cycle& c = all[static_cast<std::size_t>(k)];
    c.range = width * (k + 1);
    if (c.count > 0.0) out.push_back(c);
  }
  return out;
}

}  // namespace alembert::flexible
