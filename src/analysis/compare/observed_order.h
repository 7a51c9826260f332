// The order with which errors fall, and whether there is one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace alembert::compare {

struct OrderPoint {
  double setting = 0.0;  // step or tolerance
  double error = 0.0;
  bool usable = true;  // false: hidden by the uncertainty of what it was measured against
};

struct ObservedOrder {
  enum class Verdict { found, too_few, not_falling, scattered };
  Verdict verdict = Verdict::too_few;
  std::optional<double> order;  // least-squares slope of log error over log setting; only where it was found
  int points = 0;               // that it was found from
  std::vector<double> slopes;   // between neighbouring usable points, from coarse to fine
  std::string note;             // in words: why there is none, or what to know about it; empty: nothing
};

// How far neighbouring slopes may be from the fitted one, and the least slope that counts as falling. Over steps the
// slopes to be told apart are 1 and 2; over tolerances a method of order p falls with p/(p+1).
struct OrderLimits {
  double scatter = 0.4;
  double least = 0.25;
};
inline constexpr OrderLimits kStepLimits{0.4, 0.25};
inline constexpr OrderLimits kToleranceLimits{0.25, 0.15};

// Points from coarse to fine. Coarse ones that do not follow the finer ones yet, and the finest where rounding keeps it
// from following, are left out as long as three remain that agree twice as well.
ObservedOrder observed_order(const std::vector<OrderPoint>& points, const OrderLimits& limits);

// The slope of the least-squares line of log error over log setting.
double fitted_slope(const std::vector<OrderPoint>& points);

}  // namespace alembert::compare
