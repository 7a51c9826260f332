// Second derivatives along a path: x(s) = value + first s + second s^2 + ..., so second = x''/2.
// Used for the acceleration constraints of problems given as functions.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "math/dual.h"

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

  // The same path as duals of duals: both directions are d/ds.
  using Duals = Dual<1, Dual<1>>;
  Duals as_duals() const {
    Duals x;
    x.value.value = value;
    x.value.d[0] = x.d[0].value = first;
    x.d[0].d[0] = 2.0 * second;
    return x;
  }
  static Taylor from_duals(const Duals& x) { return {x.value.value, x.value.d[0], 0.5 * x.d[0].d[0]}; }

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
    return {a.value * b.value, times(a.first, b.value) + times(a.value, b.first),
            times(a.second, b.value) + times(a.first, b.first) + times(a.value, b.second)};
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
    if (a.value == 0.0) return from_duals(sqrt(a.as_duals()));  // infinite derivatives
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
  friend Taylor pow(const Taylor& a, double n) { return from_duals(pow(a.as_duals(), n)); }
  friend Taylor pow(const Taylor& a, const Taylor& b) { return from_duals(pow(a.as_duals(), b.as_duals())); }
  friend Taylor tan(const Taylor& a) { return from_duals(tan(a.as_duals())); }
  friend Taylor asin(const Taylor& a) { return from_duals(asin(a.as_duals())); }
  friend Taylor acos(const Taylor& a) { return from_duals(acos(a.as_duals())); }
  friend Taylor atan(const Taylor& a) { return from_duals(atan(a.as_duals())); }
  friend Taylor atan2(const Taylor& y, const Taylor& x) { return from_duals(atan2(y.as_duals(), x.as_duals())); }
  friend Taylor sinh(const Taylor& a) { return from_duals(sinh(a.as_duals())); }
  friend Taylor cosh(const Taylor& a) { return from_duals(cosh(a.as_duals())); }
  friend Taylor tanh(const Taylor& a) { return from_duals(tanh(a.as_duals())); }
  friend Taylor log10(const Taylor& a) { return from_duals(log10(a.as_duals())); }
  friend Taylor hypot(const Taylor& x, const Taylor& y) { return from_duals(hypot(x.as_duals(), y.as_duals())); }
  friend Taylor fmod(const Taylor& x, const Taylor& y) { return from_duals(fmod(x.as_duals(), y.as_duals())); }
  friend Taylor abs(const Taylor& a) { return a.value < 0.0 ? -a : a; }
};

inline double value_of(const Taylor& x) { return x.value; }
inline bool varies(const Taylor& x) { return x.first != 0.0 || x.second != 0.0; }

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
