// A curve through given points (x_k, y_k), x_k strictly increasing: a polynomial
//   y = c0 + c1 s + c2 s^2 + c3 s^3,   s = x - x_k,   x_k <= x < x_(k+1)
// in each interval, so that value and derivatives are exact. Four curves go through the same points:
//   linear  straight lines
//   hold    y_k until the next point: it jumps there
//   cubic   the natural cubic spline: continuous second derivative, which is 0 at both ends
//   akima   H. Akima, J. ACM 17 (1970) 589-602: slopes from five points, no overshoot beside a sharp bend. With m_k the
//           slope of interval k, the slope at x_k is
//             t_k = (|m_(k+1) - m_k| m_(k-1) + |m_(k-1) - m_(k-2)| m_k) / (|m_(k+1) - m_k| + |m_(k-1) - m_(k-2)|),
//           the mean of m_(k-1) and m_k where both weights are 0. At the ends his rule adds two slopes on either side
//           in arithmetic progression: m_(-1) = 2 m_0 - m_1, m_(-2) = 2 m_(-1) - m_0.
// A point between two intervals belongs to the right one, the last point to the last interval, but for hold: y_n there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "math/dual.h"
#include "math/taylor.h"

namespace alembert {

enum class SplineKind { linear, cubic, akima, hold };

// What a spline is outside its points: the straight line its end goes on in, its end value, or an error (not a number).
enum class Extrapolation { linear, constant, error };

// Points a curve of this kind needs: 2, 3, 5 and 2.
std::size_t fewest_points(SplineKind kind);

// What is wrong with the points of a spline, and with which of them; an empty message: nothing.
struct SplineProblem {
  std::string message;
  std::size_t point = 0;
};
SplineProblem check_spline_points(std::span<const double> x, std::span<const double> y);

// Immutable, so that all expressions share it.
class Spline {
 public:
  // Throws ModelError for points that check_spline_points refuses.
  Spline(std::string name, std::vector<double> x, std::vector<double> y,
         Extrapolation extrapolation = Extrapolation::linear);

  const std::string& name() const { return name_; }
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  Extrapolation extrapolation() const { return extrapolation_; }
  std::size_t size() const { return x_.size(); }
  bool covers(double x) const { return x >= x_.front() && x <= x_.back(); }

  // Any scalar; the spline must have the points that `kind` needs.
  template <class S>
  S value(SplineKind kind, const S& x) const {
    const Curve& curve = curves_[static_cast<std::size_t>(kind)];
    const double at = value_of(x);
    if (!(covers(at))) {
      if (!(at < x_.front() || at > x_.back()) || extrapolation_ == Extrapolation::error) {
        return S(std::numeric_limits<double>::quiet_NaN());
      }
      const bool before = at < x_.front();
      const double y = before ? y_.front() : y_.back();
      if (extrapolation_ == Extrapolation::constant) return S(y);
      return y + (before ? curve.pieces.front()[1] : curve.last_slope) * (x - (before ? x_.front() : x_.back()));
    }
    if (kind == SplineKind::hold && at == x_.back()) return S(y_.back());
    const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, at);
    const auto k = static_cast<std::size_t>(after - x_.begin()) - 1;
    const std::array<double, 4>& c = curve.pieces[k];
    const S s = x - x_[k];
    return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
  }

  // The integral of the curve from 0 to x, its continuations outside its points included.
  double integral(SplineKind kind, double x) const { return integral_to(kind, x) - integral_to(kind, 0.0); }

 private:
  double integral_to(SplineKind kind, double x) const;  // from the first point
  struct Curve {
    std::vector<std::array<double, 4>> pieces;  // c0..c3 of each interval; empty: too few points
    double last_slope = 0.0;                    // at the last point
  };
  // The cubics with the slopes t at the points.
  Curve with_slopes(std::span<const double> t) const;
  Curve linear_curve() const;
  Curve held_curve() const;
  Curve natural_curve() const;
  Curve akima_curve() const;

  std::string name_;
  std::vector<double> x_, y_;
  Extrapolation extrapolation_;
  std::array<Curve, 4> curves_;  // by SplineKind
};

// The splines of a model by name.
using SplineMap = std::map<std::string, std::shared_ptr<const Spline>>;

}  // namespace alembert
