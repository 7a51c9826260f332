#include "analysis/compare/recommendation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::compare {

namespace {

// y at x on the straight line in log-log paper.
double log_interpolated(double x0, double y0, double x1, double y1, double x) {
  const double share = std::log(x / x0) / std::log(x1 / x0);
  return std::exp(std::log(y0) + share * std::log(y1 / y0));
}

}  // namespace

// Every run that is accurate enough counts, and every crossing between a run that is and a neighbour that is not.
MethodCost cost_at(const std::vector<CostPoint>& points, double accuracy) {
  MethodCost out;
  out.best_error = std::numeric_limits<double>::infinity();
  const auto offer = [&](double cpu, double setting) {
    if (out.cpu_seconds && *out.cpu_seconds <= cpu) return;
    out.cpu_seconds = cpu;
    out.setting = setting;
  };
  out.at_most = !points.empty();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const CostPoint& p = points[k];
    out.best_error = std::min(out.best_error, p.error);
    if (p.error <= accuracy)
      offer(p.cpu_seconds, p.setting);
    else
      out.at_most = false;
    if (k == 0) continue;
    const CostPoint& o = points[k - 1];
    if ((o.error <= accuracy) == (p.error <= accuracy) || o.error <= 0.0 || p.error <= 0.0) continue;
    offer(log_interpolated(o.error, o.cpu_seconds, p.error, p.cpu_seconds, accuracy),
          log_interpolated(o.error, o.setting, p.error, p.setting, accuracy));
  }
  return out;
}

std::optional<double> common_accuracy(const std::vector<std::vector<CostPoint>>& methods) {
  const double infinite = std::numeric_limits<double>::infinity();
  double smallest = 0.0, largest = infinite;
  for (const std::vector<CostPoint>& points : methods) {
    double low = infinite, high = 0.0;
    for (const CostPoint& p : points) {
      if (!p.clear || !(p.error > 0.0)) continue;
      low = std::min(low, p.error);
      high = std::max(high, p.error);
    }
    if (high == 0.0) continue;
    smallest = std::max(smallest, low);
    largest = std::min(largest, high);
  }
  if (!(smallest > 0.0) || largest == infinite) return {};
  return std::sqrt(smallest * largest);
}

std::optional<Recommendation> recommend(const std::vector<std::vector<CostPoint>>& methods,
                                        std::optional<double> accuracy) {
  Recommendation out;
  out.accuracy_given = accuracy.has_value();
  if (!accuracy) accuracy = common_accuracy(methods);
  if (!accuracy) return {};
  out.accuracy = *accuracy;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    if (methods[k].empty()) continue;
    out.costs.push_back(cost_at(methods[k], *accuracy));
    out.costs.back().method = k;
  }
  std::stable_sort(out.costs.begin(), out.costs.end(), [](const MethodCost& a, const MethodCost& b) {
    if (a.cpu_seconds && b.cpu_seconds) return *a.cpu_seconds < *b.cpu_seconds;
    if (!a.cpu_seconds && !b.cpu_seconds) return a.best_error < b.best_error;
    return a.cpu_seconds.has_value();
  });
  for (const MethodCost& c : out.costs) {
    out.reached_by_all = out.reached_by_all && c.cpu_seconds;
    if (c.cpu_seconds && *c.cpu_seconds <= (1.0 + kTimingNoise) * *out.costs.front().cpu_seconds) ++out.best;
  }
  if (out.costs.size() > 1 && out.costs[1].cpu_seconds)
    out.speedup = *out.costs[1].cpu_seconds / *out.costs[0].cpu_seconds;
  return out;
}

}  // namespace alembert::compare
