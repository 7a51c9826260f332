// Forward automatic differentiation: a number and its N directional derivatives.
// Used to check every hand-written derivative, and for elements whose derivatives are not worth writing by hand.
#pragma once

#include <array>
#include <cmath>

#include "math/types.h"

namespace alembert {

template <int N>
struct Dual {
  double value = 0.0;
  std::array<double, N> d{};

  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT: implicit on purpose, constants mix with duals
  static Dual variable(double v, int direction) {
    Dual x(v);
    x.d[static_cast<std::size_t>(direction)] = 1.0;
    return x;
  }

  // f(x) with derivative df.
  Dual chain(double f, double df) const {
    Dual r(f);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = df * d[i];
    return r;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator-(const Dual& a) { return a.chain(-a.value, -1.0); }
  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual r(a.value + b.value);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = a.d[i] + b.d[i];
    return r;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual r(a.value - b.value);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = a.d[i] - b.d[i];
    return r;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual r(a.value * b.value);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = a.d[i] * b.value + a.value * b.d[i];
    return r;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual r(a.value / b.value);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = (a.d[i] - r.value * b.d[i]) / b.value;
    return r;
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend Dual sqrt(const Dual& a) {
    const double r = std::sqrt(a.value);
    return a.chain(r, 0.5 / r);
  }
  friend Dual sin(const Dual& a) { return a.chain(std::sin(a.value), std::cos(a.value)); }
  friend Dual cos(const Dual& a) { return a.chain(std::cos(a.value), -std::sin(a.value)); }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.value);
    return a.chain(e, e);
  }
  friend Dual log(const Dual& a) { return a.chain(std::log(a.value), 1.0 / a.value); }
  friend Dual pow(const Dual& a, double n) { return a.chain(std::pow(a.value, n), n * std::pow(a.value, n - 1.0)); }
  friend Dual abs(const Dual& a) { return a.value < 0.0 ? -a : a; }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const double n = x.value * x.value + y.value * y.value;
    Dual r(std::atan2(y.value, x.value));
    for (std::size_t i = 0; i < N; ++i) r.d[i] = (x.value * y.d[i] - y.value * x.d[i]) / n;
    return r;
  }
};

// The plain number inside a scalar, for decisions that must not depend on derivatives.
inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.value;
}

}  // namespace alembert

namespace Eigen {
template <int N>
struct NumTraits<alembert::Dual<N>> : NumTraits<double> {
  using Real = alembert::Dual<N>;
  using NonInteger = alembert::Dual<N>;
  using Nested = alembert::Dual<N>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = N,
    MulCost = 2 * N
  };
};
template <int N, class Op>
struct ScalarBinaryOpTraits<alembert::Dual<N>, double, Op> {
  using ReturnType = alembert::Dual<N>;
};
template <int N, class Op>
struct ScalarBinaryOpTraits<double, alembert::Dual<N>, Op> {
  using ReturnType = alembert::Dual<N>;
};
}  // namespace Eigen
