// Second derivatives along a path: x(s) = value + first s + second s^2 + ..., so second = x''/2.
// Used for the acceleration constraints of problems given as functions.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace alembert {

struct Taylor {
  double value = 0.0, first = 0.0, second = 0.0;

  Taylor() = default;
  Taylor(double v) : value(v) {}  // NOLINT: implicit on purpose, constants mix with series
  Taylor(double v, double d1, double d2) : value(v), first(d1), second(d2) {}

  // f(x) with derivatives df and ddf at the value.
  Taylor chain(double f, double df, double ddf) const {
    return {f, df * first, df * second + 0.5 * ddf * first * first};
  }

  Taylor& operator+=(const Taylor& b) { return *this = *this + b; }
  Taylor& operator-=(const Taylor& b) { return *this = *this - b; }
  Taylor& operator*=(const Taylor& b) { return *this = *this * b; }
  Taylor& operator/=(const Taylor& b) { return *this = *this / b; }

  friend Taylor operator-(const Taylor& a) { return {-a.value, -a.first, -a.second}; }
  friend Taylor operator+(const Taylor& a, const Taylor& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
  }
  friend Taylor operator-(const Taylor& a, const Taylor& b) {
    return {a.value - b.value, a.first - b.first, a.second - b.second};
  }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + a.first * b.first + a.value * b.second};
  }
  friend Taylor operator/(const Taylor& a, const Taylor& b) {
    const double v = a.value / b.value, d = (a.first - v * b.first) / b.value;
    return {v, d, (a.second - v * b.second - d * b.first) / b.value};
  }
  friend bool operator<(const Taylor& a, const Taylor& b) { return a.value < b.value; }
  friend bool operator>(const Taylor& a, const Taylor& b) { return a.value > b.value; }
  friend bool operator<=(const Taylor& a, const Taylor& b) { return a.value <= b.value; }
  friend bool operator>=(const Taylor& a, const Taylor& b) { return a.value >= b.value; }
  friend bool operator==(const Taylor& a, const Taylor& b) { return a.value == b.value; }
  friend bool operator!=(const Taylor& a, const Taylor& b) { return a.value != b.value; }

  friend Taylor sqrt(const Taylor& a) {
    const double r = std::sqrt(a.value);
    return a.chain(r, 0.5 / r, -0.25 / (r * a.value));
  }
  friend Taylor sin(const Taylor& a) {
    const double s = std::sin(a.value);
    return a.chain(s, std::cos(a.value), -s);
  }
  friend Taylor cos(const Taylor& a) {
    const double c = std::cos(a.value);
    return a.chain(c, -std::sin(a.value), -c);
  }
  friend Taylor exp(const Taylor& a) {
    const double e = std::exp(a.value);
    return a.chain(e, e, e);
  }
  friend Taylor log(const Taylor& a) { return a.chain(std::log(a.value), 1.0 / a.value, -1.0 / (a.value * a.value)); }
  friend Taylor pow(const Taylor& a, double n) {
    return a.chain(std::pow(a.value, n), n * std::pow(a.value, n - 1.0), n * (n - 1.0) * std::pow(a.value, n - 2.0));
  }
  friend Taylor abs(const Taylor& a) { return a.value < 0.0 ? -a : a; }
};

inline double value_of(const Taylor& x) { return x.value; }

}  // namespace alembert

namespace Eigen {
template <>
struct NumTraits<alembert::Taylor> : NumTraits<double> {
  using Real = alembert::Taylor;
  using NonInteger = alembert::Taylor;
  using Nested = alembert::Taylor;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 3,
    MulCost = 6
  };
};
template <class Op>
struct ScalarBinaryOpTraits<alembert::Taylor, double, Op> {
  using ReturnType = alembert::Taylor;
};
template <class Op>
struct ScalarBinaryOpTraits<double, alembert::Taylor, Op> {
  using ReturnType = alembert::Taylor;
};
}  // namespace Eigen
