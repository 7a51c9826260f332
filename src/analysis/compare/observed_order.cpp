#include "analysis/compare/observed_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::compare {

namespace {

double slope(const OrderPoint& a, const OrderPoint& b) {
  return std::log(a.error / b.error) / std::log(a.setting / b.setting);
}

std::vector<double> slopes_of(const std::vector<OrderPoint>& points) {
  std::vector<double> out;
  for (std::size_t k = 1; k < points.size(); ++k) out.push_back(slope(points[k - 1], points[k]));
  return out;
}

double scatter_of(const std::vector<double>& slopes, double fitted) {
  double largest = 0.0;
  for (const double s : slopes) largest = std::max(largest, std::abs(s - fitted));
  return largest;
}

std::string list(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  for (const double x : numbers) texts.push_back(fmt::format("{:.2f}", x));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string errors_of(const std::vector<OrderPoint>& points) {
  std::vector<std::string> texts;
  for (const OrderPoint& p : points) texts.push_back(fmt::format("{:.2g}", p.error));
  return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

double fitted_slope(const std::vector<OrderPoint>& points) {
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  const auto n = static_cast<double>(points.size());
  for (const OrderPoint& p : points) {
    x += std::log(p.setting) / n;
    y += std::log(p.error) / n;
  }
  for (const OrderPoint& p : points) {
    const double d = std::log(p.setting) - x;
    xx += d * d;
    xy += d * (std::log(p.error) - y);
  }
  return xy / xx;
}

namespace {

// The most points in a row, fine ones first, that lie on one falling line.
std::vector<OrderPoint> points_on_a_line(const std::vector<OrderPoint>& points, const OrderLimits& limits) {
  const auto straight = [&](const std::vector<OrderPoint>& some, double scatter) {
    const double fitted = fitted_slope(some);
    return fitted >= limits.least && scatter_of(slopes_of(some), fitted) <= scatter;
  };
  if (straight(points, limits.scatter)) return points;
  for (std::size_t count = points.size() - 1; count >= 3; --count)
    for (std::size_t finer = 0; finer <= 1 && count + finer <= points.size(); ++finer) {
      const auto last = points.end() - static_cast<std::ptrdiff_t>(finer);
      const std::vector<OrderPoint> some(last - static_cast<std::ptrdiff_t>(count), last);
      if (!straight(some, 0.5 * limits.scatter)) continue;
      // What was left out at the fine end must have stopped falling; if it falls faster, the line is of no meaning yet.
      if (finer == 0 || slope(some.back(), points.back()) < fitted_slope(some)) return some;
    }
  return {};
}

}  // namespace

ObservedOrder observed_order(const std::vector<OrderPoint>& given, const OrderLimits& limits) {
  using Verdict = ObservedOrder::Verdict;
  std::vector<OrderPoint> points;
  for (const OrderPoint& p : given)
    if (p.usable && p.error > 0.0 && std::isfinite(p.error)) points.push_back(p);
  ObservedOrder out;
  out.slopes = slopes_of(points);
  if (points.size() < 2) {
    out.note = fmt::format("{} of {} errors are clear of uncertainty and rounding; an order needs two", points.size(),
                           given.size());
    return out;
  }
  const std::vector<OrderPoint> kept = points_on_a_line(points, limits);
  const double all = fitted_slope(points);
  if (!kept.empty()) {
    out.verdict = Verdict::found;
    out.order = fitted_slope(kept);
    out.points = static_cast<int>(kept.size());
    if (kept.size() < points.size())
      out.note = fmt::format("from {} of {} points, errors {:.2g} to {:.2g}; slopes of all: {}", kept.size(),
                             points.size(), kept.front().error, kept.back().error, list(out.slopes));
    else if (kept.size() == 2)
      out.note = "from two points, with nothing to check it by";
  } else if (all < limits.least) {
    out.verdict = Verdict::not_falling;
    out.note = fmt::format("errors do not fall (slope {:.2f}; errors {}): too coarse, not smooth, or chaotic", all,
                           errors_of(points));
  } else {
    out.verdict = Verdict::scattered;
    out.note = fmt::format("slopes between neighbours are {}, not one slope: too coarse, not smooth, or chaotic",
                           list(out.slopes));
  }
  return out;
}

}  // namespace alembert::compare
