// Which method reaches an accuracy at the least cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace alembert::compare {

// One run in the work-precision diagram.
struct CostPoint {
  double setting = 0.0;
  double error = 0.0;
  double cpu_seconds = 0.0;
  bool clear = true;  // the error is clear of the reference's uncertainty
};

struct MethodCost {
  std::size_t method = 0;
  std::optional<double> cpu_seconds;  // nothing: it does not reach the accuracy
  double setting = 0.0;               // that reaches it
  bool at_most = false;               // even its cheapest run is more accurate than asked
  double best_error = 0.0;            // the smallest it has
};

struct Recommendation {
  double accuracy = 0.0;  // asked for, or the geometric middle of what all methods reach
  bool accuracy_given = false;
  bool reached_by_all = true;
  std::vector<MethodCost> costs;  // of methods with any run that is done: cheapest first, then those that fall short
  double speedup = 1.0;           // of the first over the second; 1 where there is no second
  std::size_t best = 0;           // how many at the head of `costs` timing cannot tell apart

  bool reached() const { return !costs.empty() && costs.front().cpu_seconds; }
};

// Costs that differ by less than this share are the same: what repeated runs on a busy machine scatter by.
inline constexpr double kTimingNoise = 0.15;

// Points of one method, from coarse to fine. Cost is interpolated on log error over log CPU time between neighbours.
MethodCost cost_at(const std::vector<CostPoint>& points, double accuracy);

// The geometric middle of the errors that all methods reach; nothing: no method has an error that is clear.
std::optional<double> common_accuracy(const std::vector<std::vector<CostPoint>>& methods);

// `methods` by index; one without points has no run that is done.
std::optional<Recommendation> recommend(const std::vector<std::vector<CostPoint>>& methods,
                                        std::optional<double> accuracy);

}  // namespace alembert::compare
