#include "expression/spline.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/error.h"

namespace alembert {

std::size_t fewest_points(SplineKind kind) {
  return kind == SplineKind::cubic ? 3 : (kind == SplineKind::akima ? 5 : 2);
}

SplineProblem check_spline_points(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) {
    return {fmt::format("a spline needs as many y as x: there are {} x and {} y", x.size(), y.size()), 0};
  }
  if (x.size() < 2) return {fmt::format("a spline needs 2 points or more, not {}", x.size()), 0};
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) {
      return {fmt::format("point {} of the spline is not finite: x = {}, y = {}", k + 1, x[k], y[k]), k};
    }
    if (k > 0 && !(x[k] > x[k - 1])) {
      return {fmt::format("the x of a spline must increase, but {} follows {}", x[k], x[k - 1]), k};
    }
    if (k > 0 && !std::isfinite((y[k] - y[k - 1]) / (x[k] - x[k - 1]))) {
      return {fmt::format("the points {} and {} of the spline are too close together in x", k, k + 1), k};
    }
  }
  return {};
}

Spline::Spline(std::string name, std::vector<double> x, std::vector<double> y, Extrapolation extrapolation)
    : name_(std::move(name)), x_(std::move(x)), y_(std::move(y)), extrapolation_(extrapolation) {
  const SplineProblem problem = check_spline_points(x_, y_);
  if (!problem.message.empty()) throw ModelError({}, fmt::format("spline `{}`: {}", name_, problem.message));
  curves_[static_cast<std::size_t>(SplineKind::linear)] = linear_curve();
  curves_[static_cast<std::size_t>(SplineKind::hold)] = held_curve();
  if (size() >= fewest_points(SplineKind::cubic)) {
    curves_[static_cast<std::size_t>(SplineKind::cubic)] = natural_curve();
  }
  if (size() >= fewest_points(SplineKind::akima)) curves_[static_cast<std::size_t>(SplineKind::akima)] = akima_curve();
}

Spline::Curve Spline::with_slopes(std::span<const double> t) const {
  Curve curve;
  for (std::size_t k = 0; k + 1 < size(); ++k) {
    const double h = x_[k + 1] - x_[k];
    const double m = (y_[k + 1] - y_[k]) / h;
    curve.pieces.push_back({y_[k], t[k], (3.0 * m - 2.0 * t[k] - t[k + 1]) / h, ((t[k] - m) + (t[k + 1] - m)) / h / h});
  }
  curve.last_slope = t.back();
  return curve;
}

Spline::Curve Spline::linear_curve() const {
  Curve curve;
  for (std::size_t k = 0; k + 1 < size(); ++k) {
    curve.last_slope = (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]);
    curve.pieces.push_back({y_[k], curve.last_slope, 0.0, 0.0});
  }
  return curve;
}

Spline::Curve Spline::held_curve() const {
  Curve curve;
  for (std::size_t k = 0; k + 1 < size(); ++k) curve.pieces.push_back({y_[k], 0.0, 0.0, 0.0});
  return curve;
}

// The slopes t_k of a natural spline: continuity of the second derivative at the inner points,
//   t_(k-1)/h_(k-1) + 2 (1/h_(k-1) + 1/h_k) t_k + t_(k+1)/h_k = 3 (m_(k-1)/h_(k-1) + m_k/h_k),
// and none at the ends, 2 t_0 + t_1 = 3 m_0 and t_(n-2) + 2 t_(n-1) = 3 m_(n-2). Each row is divided by the sum of its
// 1/h, so that it reads a t_(k-1) + 2 t_k + (1 - a) t_(k+1); the matrix is diagonally dominant, no pivoting is needed.
Spline::Curve Spline::natural_curve() const {
  const std::size_t n = size();
  std::vector<double> upper(n), t(n);
  const auto slope = [&](std::size_t k) { return (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]); };
  upper[0] = 0.5;
  t[0] = 1.5 * slope(0);
  for (std::size_t k = 1; k < n; ++k) {
    double below = 1.0, above = 0.0, right = 3.0 * slope(k - 1);
    if (k + 1 < n) {
      const double h0 = x_[k] - x_[k - 1], h1 = x_[k + 1] - x_[k];
      below = h1 / (h0 + h1);
      above = h0 / (h0 + h1);
      right = 3.0 * (below * slope(k - 1) + above * slope(k));
    }
    const double pivot = 2.0 - below * upper[k - 1];
    upper[k] = above / pivot;
    t[k] = (right - below * t[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 0;) t[k] -= upper[k] * t[k + 1];
  return with_slopes(t);
}

Spline::Curve Spline::akima_curve() const {
  const std::size_t n = size();
  std::vector<double> m(n + 3);  // m[k + 2] is the slope of interval k
  for (std::size_t k = 0; k + 1 < n; ++k) m[k + 2] = (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]);
  m[1] = 2.0 * m[2] - m[3];
  m[0] = 2.0 * m[1] - m[2];
  m[n + 1] = 2.0 * m[n] - m[n - 1];
  m[n + 2] = 2.0 * m[n + 1] - m[n];
  std::vector<double> t(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double left = std::abs(m[k + 3] - m[k + 2]), right = std::abs(m[k + 1] - m[k]);
    const double sum = left + right;
    t[k] = sum > 0.0 ? (left / sum) * m[k + 1] + (right / sum) * m[k + 2] : 0.5 * (m[k + 1] + m[k + 2]);
  }
  return with_slopes(t);
}

double Spline::integral_to(SplineKind kind, double x) const {
  const Curve& curve = curves_[static_cast<std::size_t>(kind)];
  const auto beyond = [&](double from, double y, double slope) {
    if (extrapolation_ == Extrapolation::error) return std::numeric_limits<double>::quiet_NaN();
    const double s = x - from;
    return s * (y + 0.5 * s * (extrapolation_ == Extrapolation::linear ? slope : 0.0));
  };
  if (x < x_.front()) return beyond(x_.front(), y_.front(), curve.pieces.front()[1]);
  double sum = 0.0;
  for (std::size_t k = 0; k + 1 < x_.size() && x > x_[k]; ++k) {
    const std::array<double, 4>& c = curve.pieces[k];
    const double s = std::min(x, x_[k + 1]) - x_[k];
    sum += s * (c[0] + s * (c[1] / 2.0 + s * (c[2] / 3.0 + s * c[3] / 4.0)));
  }
  if (x > x_.back()) sum += beyond(x_.back(), y_.back(), curve.last_slope);
  return sum;
}

}  // namespace alembert
