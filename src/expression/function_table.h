// The operators and functions of expressions, one row each: name, number of arguments, formula, domain. The formula is
// written once for any scalar S; with S a double it gives the value, with dual numbers or series the derivatives. A
// new function is one row.
//
// Derivatives are those of the branch taken. At a kink: abs that of the right side, min and max that of the first of
// equal arguments, floor, ceil, round, sign and comparisons 0, the steps and contact forces the side without
// force or slope.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>
#include <tuple>

#include "math/dual.h"
#include "math/taylor.h"

namespace alembert {

inline constexpr int any_number_of_arguments = 1000;

template <class Formula>
struct FunctionRow {
  std::string_view name;  // operators: their sign, which no name can be
  int fewest_arguments;
  int most_arguments;
  Formula formula;          // S(std::span<const S>)
  std::string_view domain;  // what its arguments must satisfy; empty: anything, or obvious
};

namespace functions {

template <class Function>
struct OfOne {
  Function function;
  template <class S>
  S operator()(std::span<const S> a) const {
    return function(a[0]);
  }
};

template <class Function>
struct OfTwo {
  Function function;
  template <class S>
  S operator()(std::span<const S> a) const {
    return function(a[0], a[1]);
  }
};

template <class Function>
struct OfMany {
  Function function;
  template <class S>
  S operator()(std::span<const S> a) const {
    return function(a);
  }
};

// With its own gradient, double(a, derivatives), where carrying every direction along would cost the square of the
// number of arguments.
template <class Function, class Gradient>
struct OfManyWithGradient {
  Function function;
  Gradient gradient;
  template <class S>
  S operator()(std::span<const S> a) const {
    return function(a);
  }
};

template <class Function>
constexpr auto one(std::string_view name, Function function, std::string_view domain = "") {
  return FunctionRow<OfOne<Function>>{name, 1, 1, {function}, domain};
}
template <class Function>
constexpr auto two(std::string_view name, Function function, std::string_view domain = "") {
  return FunctionRow<OfTwo<Function>>{name, 2, 2, {function}, domain};
}
template <class Function>
constexpr auto many(std::string_view name, int fewest, int most, Function function, std::string_view domain = "") {
  return FunctionRow<OfMany<Function>>{name, fewest, most, {function}, domain};
}
template <class Function, class Gradient>
constexpr auto any_number(std::string_view name, int fewest, Function function, Gradient gradient) {
  return FunctionRow<OfManyWithGradient<Function, Gradient>>{
      name, fewest, any_number_of_arguments, {function, gradient}, ""};
}
// A comparison: 1 or 0, without derivatives.
template <class Function>
constexpr auto comparison(std::string_view name, Function function) {
  const auto number = [function](const auto& x, const auto& y) {
    return function(value_of(x), value_of(y)) ? 1.0 : 0.0;
  };
  return two(name, number);
}
// A logical operator: of what is not 0, without derivatives. Not a number stays that.
inline double truth_of(double x, bool value) { return std::isnan(x) ? x : (value ? 1.0 : 0.0); }
// Piecewise constant: no derivatives.
template <class Function>
constexpr auto flat(std::string_view name, Function function) {
  return one(name, [function](const auto& x) { return function(value_of(x)); });
}

template <class S>
S power(const S& x, const S& y) {
  using std::pow;
  if (value_of(y) == 2.0 && !varies(y)) return x * x;
  return pow(x, y);
}

// From h0 at x0 to h1 at x1, constant outside; the steps differ in the shape of s in [0, 1].
template <class S, class Shape>
S smooth_step(const S& x, const S& x0, const S& h0, const S& x1, const S& h1, Shape shape) {
  if (!(x0 <= x1)) return std::numeric_limits<double>::quiet_NaN();
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return h0 + (h1 - h0) * shape((x - x0) / (x1 - x0));
}

inline constexpr auto cubic_shape = [](const auto& s) { return s * s * (3.0 - 2.0 * s); };
inline constexpr auto quintic_shape = [](const auto& s) { return s * s * s * (10.0 + s * (6.0 * s - 15.0)); };
// (1 - cos(pi s))/2 = sin^2(pi s/2), which keeps its digits where s is small.
inline constexpr auto haversine_shape = [](const auto& s) {
  using std::sin;
  const auto half = sin(0.5 * std::numbers::pi * s);
  return half * half;
};

// The force of a stop touched to the depth p > 0 and moving in at the rate pdot:
// max(0, k p^e + cmax step(p, 0, 0, d, 1) pdot).
template <class S>
S stop_force(const S& p, const S& pdot, const S& k, const S& e, const S& cmax, const S& d) {
  if (!(d >= S(0.0))) return std::numeric_limits<double>::quiet_NaN();
  const S share = p >= d ? S(1.0) : smooth_step(p, S(0.0), S(0.0), d, S(1.0), cubic_shape);
  const S force = k * power(p, e) + cmax * share * pdot;
  return value_of(force) <= 0.0 ? S(0.0) : force;
}

// min and max pass a NaN on, which std::min would drop.
template <class S, class Better>
std::size_t best_of(std::span<const S> a, Better better) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < a.size(); ++k) {
    if (std::isnan(value_of(a[k])) || better(value_of(a[k]), value_of(a[best]))) best = k;
  }
  return best;
}

template <class Better>
constexpr auto best(std::string_view name, Better better) {
  return any_number(
      name, 1, [better]<class S>(std::span<const S> a) { return a[best_of(a, better)]; },
      [better](std::span<const double> a, std::span<double> d) {
        const std::size_t k = best_of(a, better);
        std::fill(d.begin(), d.end(), 0.0);
        d[k] = 1.0;
        return a[k];
      });
}

// sum a_j (x - x0)^j by Horner's rule; a = x, x0, a0, a1, ...
template <class S>
S polynomial(std::span<const S> a) {
  const S s = a[0] - a[1];
  S sum = a.back();
  for (std::size_t k = a.size() - 1; k > 2; --k) sum = sum * s + a[k - 1];
  return sum;
}

// Its derivatives: by x (and -x0) by Horner's rule too, by a_j s^j.
inline double polynomial_gradient(std::span<const double> a, std::span<double> d) {
  const double s = a[0] - a[1];
  double sum = a.back(), slope = 0.0, power = 1.0;
  for (std::size_t k = a.size() - 1; k > 2; --k) {
    slope = times(slope, s) + sum;
    sum = sum * s + a[k - 1];
  }
  d[0] = slope;
  d[1] = -slope;
  for (std::size_t k = 2; k < a.size(); ++k) {
    d[k] = power;
    power *= s;
  }
  return sum;
}

inline constexpr std::tuple table{
    two("+", [](const auto& x, const auto& y) { return x + y; }),
    two("-", [](const auto& x, const auto& y) { return x - y; }),
    two("*", [](const auto& x, const auto& y) { return x * y; }),
    two("/", [](const auto& x, const auto& y) { return x / y; }),
    two(
        "^", [](const auto& x, const auto& y) { return power(x, y); }, "a whole exponent where the base is negative"),
    one("-x", [](const auto& x) { return -x; }),  // the sign before a value
    comparison("<", [](double x, double y) { return x < y; }),
    comparison("<=", [](double x, double y) { return x <= y; }),
    comparison(">", [](double x, double y) { return x > y; }),
    comparison(">=", [](double x, double y) { return x >= y; }),
    comparison("==", [](double x, double y) { return x == y; }),
    comparison("!=", [](double x, double y) { return x != y; }),
    // Written `and`, `or`, `not`.
    two("&&",
        [](const auto& x, const auto& y) {
          return truth_of(value_of(x) + value_of(y), value_of(x) != 0.0 && value_of(y) != 0.0);
        }),
    two("||",
        [](const auto& x, const auto& y) {
          return truth_of(value_of(x) + value_of(y), value_of(x) != 0.0 || value_of(y) != 0.0);
        }),
    flat("!", [](double x) { return truth_of(x, x == 0.0); }),
    one(
        "sqrt",
        [](const auto& x) {
          using std::sqrt;
          return sqrt(x);
        },
        "x >= 0"),
    one("abs",
        [](const auto& x) {
          using std::abs;
          return abs(x);
        }),
    one("sin",
        [](const auto& x) {
          using std::sin;
          return sin(x);
        }),
    one("cos",
        [](const auto& x) {
          using std::cos;
          return cos(x);
        }),
    one("tan",
        [](const auto& x) {
          using std::tan;
          return tan(x);
        }),
    one(
        "asin",
        [](const auto& x) {
          using std::asin;
          return asin(x);
        },
        "-1 <= x <= 1"),
    one(
        "acos",
        [](const auto& x) {
          using std::acos;
          return acos(x);
        },
        "-1 <= x <= 1"),
    one("atan",
        [](const auto& x) {
          using std::atan;
          return atan(x);
        }),
    two("atan2",
        [](const auto& y, const auto& x) {
          using std::atan2;
          return atan2(y, x);
        }),
    one("rad", [](const auto& x) { return (std::numbers::pi / 180.0) * x; }),
    one("deg", [](const auto& x) { return (180.0 / std::numbers::pi) * x; }),
    one("sinh",
        [](const auto& x) {
          using std::sinh;
          return sinh(x);
        }),
    one("cosh",
        [](const auto& x) {
          using std::cosh;
          return cosh(x);
        }),
    one("tanh",
        [](const auto& x) {
          using std::tanh;
          return tanh(x);
        }),
    one("exp",
        [](const auto& x) {
          using std::exp;
          return exp(x);
        }),
    one(
        "log",
        [](const auto& x) {
          using std::log;
          return log(x);
        },
        "x > 0"),
    one(
        "log10",
        [](const auto& x) {
          using std::log10;
          return log10(x);
        },
        "x > 0"),
    best("min", [](double x, double y) { return x < y; }),
    best("max", [](double x, double y) { return x > y; }),
    flat("floor", [](double x) { return std::floor(x); }),
    flat("ceil", [](double x) { return std::ceil(x); }),
    flat("round", [](double x) { return std::round(x); }),
    flat("sign", [](double x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x); }),
    // Takes the sign of the dividend, as C's fmod and Fortran's MOD do.
    two(
        "mod",
        [](const auto& x, const auto& y) {
          using std::fmod;
          return fmod(x, y);
        },
        "y != 0"),
    two("hypot",
        [](const auto& x, const auto& y) {
          using std::hypot;
          return hypot(x, y);
        }),
    many("if", 3, 3, []<class S>(std::span<const S> a) { return value_of(a[0]) != 0.0 ? a[1] : a[2]; }),
    many(
        "step", 5, 5,
        []<class S>(std::span<const S> a) { return smooth_step(a[0], a[1], a[2], a[3], a[4], cubic_shape); },
        "x0 <= x1"),
    many(
        "step5", 5, 5,
        []<class S>(std::span<const S> a) { return smooth_step(a[0], a[1], a[2], a[3], a[4], quintic_shape); },
        "x0 <= x1"),
    many(
        "havsin", 5, 5,
        []<class S>(std::span<const S> a) { return smooth_step(a[0], a[1], a[2], a[3], a[4], haversine_shape); },
        "x0 <= x1"),
    // impact(x, xdot, x1, k, e, cmax, d): a stop below x1.
    many(
        "impact", 7, 7,
        []<class S>(std::span<const S> a) {
          return a[0] < a[2] ? stop_force(S(a[2] - a[0]), S(-a[1]), a[3], a[4], a[5], a[6]) : S(0.0 * a[0]);
        },
        "d >= 0"),
    // bistop(x, xdot, x1, x2, k, e, cmax, d): stops below x1 and above x2.
    many(
        "bistop", 8, 8,
        []<class S>(std::span<const S> a) {
          if (!(a[2] <= a[3])) return S(std::numeric_limits<double>::quiet_NaN());
          if (a[0] < a[2]) return stop_force(S(a[2] - a[0]), S(-a[1]), a[4], a[5], a[6], a[7]);
          if (a[0] > a[3]) return S(-stop_force(S(a[0] - a[3]), a[1], a[4], a[5], a[6], a[7]));
          return S(0.0 * a[0]);
        },
        "x1 <= x2 and d >= 0"),
    // shf(x, x0, a, w, phi, b) = a sin(w (x - x0) - phi) + b.
    many("shf", 6, 6,
         []<class S>(std::span<const S> a) {
           using std::sin;
           return S(a[2] * sin(a[3] * (a[0] - a[1]) - a[4]) + a[5]);
         }),
    any_number(
        "poly", 3, []<class S>(std::span<const S> a) { return polynomial(a); }, polynomial_gradient),
};

}  // namespace functions

inline constexpr std::size_t function_count = std::tuple_size_v<decltype(functions::table)>;

// The row of a function that is in the table.
consteval int row_of(std::string_view name) {
  int row = 0;
  const auto before = [&](const auto&... each) { (void)((each.name == name ? false : (++row, true)) && ...); };
  std::apply(before, functions::table);
  return row;
}

// Row `row` applied to scalars of any kind.
template <class S, std::size_t row>
S apply_function(std::span<const S> arguments) {
  return std::get<row>(functions::table).formula(arguments);
}

}  // namespace alembert
