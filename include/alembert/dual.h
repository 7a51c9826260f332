// Forward automatic differentiation: a number and its N directional derivatives.
// Used to check every hand-written derivative, and for elements and expressions whose derivatives are not worth writing
// by hand. The numbers may be duals themselves: Dual<1, Dual<1>> carries second derivatives.
//
// Where a function has a kink the derivative is that of one side (abs at 0: of the right one). Where a derivative is
// infinite (sqrt at 0), it stays so, but a direction in which the argument does not change gets 0, not 0 * infinity.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <numbers>

namespace alembert {

// The plain number inside a scalar, for decisions that must not depend on derivatives.
inline double value_of(double x) { return x; }
// True when a scalar carries a derivative other than 0.
inline bool varies(double) { return false; }

// a b with 0 b = 0, whatever b: the rule for products of derivatives.
inline double times(double a, double b) {
  const double product = a * b;
  return product == product || (a != 0.0 && b != 0.0) ? product : 0.0;
}

template <int N, class T = double>
struct Dual {
  T value{};
  std::array<T, N> d{};

  Dual() = default;
  Dual(const T& v) : value(v) {}  // NOLINT: implicit on purpose, constants mix with duals
  template <class U>
  requires(std::integral<U> || std::floating_point<U>) && (!std::same_as<U, T>)Dual(U v)
      : value(static_cast<double>(v)) {}  // NOLINT: the same
  static Dual variable(const T& v, int direction) {
    Dual x(v);
    x.d[static_cast<std::size_t>(direction)] = T(1.0);
    return x;
  }

  // f(x) with derivative df.
  Dual chain(const T& f, const T& df) const {
    Dual r(f);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = times(df, d[i]);
    return r;
  }
  // f(x, y) with derivatives dx and dy.
  static Dual chain(const T& f, const T& dx, const Dual& x, const T& dy, const Dual& y) {
    Dual r(f);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = times(dx, x.d[i]) + times(dy, y.d[i]);
    return r;
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator-(const Dual& a) { return a.chain(-a.value, T(-1.0)); }
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
    for (std::size_t i = 0; i < N; ++i) r.d[i] = times(a.d[i], b.value) + times(a.value, b.d[i]);
    return r;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual r(a.value / b.value);
    for (std::size_t i = 0; i < N; ++i) r.d[i] = (a.d[i] - times(r.value, b.d[i])) / b.value;
    return r;
  }
  // As a product of derivatives: a factor that is exactly 0 makes 0.
  friend Dual times(const Dual& a, const Dual& b) {
    Dual r(times(a.value, b.value));
    for (std::size_t i = 0; i < N; ++i) r.d[i] = times(a.d[i], b.value) + times(a.value, b.d[i]);
    return r;
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend double value_of(const Dual& x) { return value_of(x.value); }
  friend bool varies(const Dual& x) {
    for (const T& each : x.d) {
      if (value_of(each) != 0.0 || varies(each)) return true;
    }
    return varies(x.value);
  }

  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T r = sqrt(a.value);
    return a.chain(r, 0.5 / r);
  }
  friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(sin(a.value), cos(a.value));
  }
  friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return a.chain(cos(a.value), -sin(a.value));
  }
  friend Dual tan(const Dual& a) {
    using std::tan;
    const T t = tan(a.value);
    return a.chain(t, 1.0 + t * t);
  }
  friend Dual asin(const Dual& a) {
    using std::asin, std::sqrt;
    return a.chain(asin(a.value), 1.0 / sqrt((1.0 - a.value) * (1.0 + a.value)));
  }
  friend Dual acos(const Dual& a) {
    using std::acos, std::sqrt;
    return a.chain(acos(a.value), -1.0 / sqrt((1.0 - a.value) * (1.0 + a.value)));
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return a.chain(atan(a.value), 1.0 / (1.0 + a.value * a.value));
  }
  // Turns are counted by the caller. At the origin, where no derivative exists, it is taken as 0.
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2, std::hypot;
    const T r = hypot(x.value, y.value);
    if (value_of(r) == 0.0) return atan2(y.value, x.value);
    return chain(atan2(y.value, x.value), x.value / r / r, y, -(y.value / r / r), x);
  }
  friend Dual sinh(const Dual& a) {
    using std::cosh, std::sinh;
    return a.chain(sinh(a.value), cosh(a.value));
  }
  friend Dual cosh(const Dual& a) {
    using std::cosh, std::sinh;
    return a.chain(cosh(a.value), sinh(a.value));
  }
  // tanh' = 1/cosh^2 = 4 e / (1 + e)^2 with e = exp(-2 |x|), which neither cancels nor overflows.
  friend Dual tanh(const Dual& a) {
    using std::abs, std::exp, std::tanh;
    const T e = exp(-2.0 * abs(a.value));
    return a.chain(tanh(a.value), 4.0 * e / ((1.0 + e) * (1.0 + e)));
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T e = exp(a.value);
    return a.chain(e, e);
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return a.chain(log(a.value), 1.0 / a.value);
  }
  friend Dual log10(const Dual& a) {
    using std::log10;
    return a.chain(log10(a.value), 1.0 / (std::numbers::ln10 * a.value));
  }
  friend Dual pow(const Dual& a, double n) {
    using std::pow;
    if (n == 0.0) return 1.0;  // 0^0 too
    return a.chain(pow(a.value, n), n * pow(a.value, n - 1.0));
  }
  // Of a base that is not positive only powers with certain exponents exist: then the exponent counts as fixed.
  friend Dual pow(const Dual& a, const Dual& b) {
    using std::log, std::pow;
    if (!varies(b) || value_of(a) <= 0.0) return pow(a, value_of(b));
    const T power = pow(a.value, b.value);
    return chain(power, b.value * pow(a.value, b.value - 1.0), a, power * log(a.value), b);
  }
  friend Dual abs(const Dual& a) { return value_of(a) < 0.0 ? -a : a; }
  // At the origin the derivative is taken as 0.
  friend Dual hypot(const Dual& x, const Dual& y) {
    using std::hypot;
    const T r = hypot(x.value, y.value);
    if (value_of(r) == 0.0) return r;
    return chain(r, x.value / r, x, y.value / r, y);
  }
  // x - y trunc(x / y), with the branch it is on.
  friend Dual fmod(const Dual& x, const Dual& y) {
    using std::fmod;
    const double vx = value_of(x), vy = value_of(y);
    return chain(fmod(x.value, y.value), T(1.0), x, T(-std::round((vx - std::fmod(vx, vy)) / vy)), y);
  }
};

}  // namespace alembert
