// Every function of the language against formulas written here for complex numbers. With a step i h far below rounding
// error, f(x + i h) = f(x) + i h f'(x) to all digits: a derivative that shares nothing with the dual numbers of the
// program, neither formulas nor arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "expression/expression.h"
#include "expression/functions.h"

namespace alembert {
namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;
using Points = std::vector<std::vector<double>>;

constexpr double kStep = 1e-30;
constexpr double kValue = 1e-14, kDerivative = 1e-12;  // relative

struct Check {
  std::function<Complex(const Numbers&)> formula;
  Points points;
};

// Of one argument, at both signs.
Check one(Complex (*formula)(const Complex&), const std::vector<double>& at) {
  Points points;
  for (const double x : at) points.push_back({x});
  return {[formula](const Numbers& x) { return formula(x[0]); }, points};
}
// Piecewise constant.
Check flat(std::function<double(const std::vector<double>&)> formula, Points points) {
  return {[formula](const Numbers& x) {
            std::vector<double> real;
            for (const Complex& each : x) real.push_back(each.real());
            return Complex(formula(real));
          },
          std::move(points)};
}

const Points argument_pairs{{1.2, 0.7}, {-1.2, 0.7}, {0.3, -2.5}, {-0.3, -2.5}, {1e-5, 3e4}};
const Points around_equal{{1, 1}, {1, 1 + 1e-9}, {1, 1 - 1e-9}, {-2, 3}, {3, -2}};

Complex power(const Complex& x, const Complex& y) {
  if (x.real() > 0.0) return std::exp(y * std::log(x));
  Complex out = 1.0;  // a whole exponent, which counts as fixed
  for (int k = 0; k < std::abs(y.real()); ++k) out *= x;
  return y.real() < 0.0 ? 1.0 / out : out;
}

// In the quarter of the plane where the tangent, or its inverse, is small.
Complex angle(const Complex& y, const Complex& x) {
  const double pi = std::numbers::pi;
  if (std::abs(y.real()) > std::abs(x.real())) return std::copysign(pi / 2, y.real()) - std::atan(x / y);
  return std::atan(y / x) + (x.real() > 0.0 ? 0.0 : std::copysign(pi, y.real()));
}

Complex smooth(const Numbers& a, const std::function<Complex(Complex)>& shape) {
  if (a[0].real() <= a[1].real()) return a[2];
  if (a[0].real() >= a[3].real()) return a[4];
  const Complex s = shape((a[0] - a[1]) / (a[3] - a[1]));
  return a[2] * (1.0 - s) + a[4] * s;
}
Complex cubic_step(const Numbers& a) {
  return smooth(a, [](Complex s) { return 3.0 * s * s - 2.0 * s * s * s; });
}

// As docs/expressions.md writes it, but for step(x, x1 - d, 1, x1, 0) = step(x1 - x, 0, 0, d, 1), whose left side loses
// digits where x is close to x1.
Complex impact(const Complex& x, const Complex& xdot, const Complex& x1, const Complex& k, const Complex& e,
               const Complex& cmax, const Complex& d) {
  if (x.real() >= x1.real()) return 0.0;
  const Complex force = k * power(x1 - x, e) - cmax * cubic_step({x1 - x, 0.0, 0.0, d, 1.0}) * xdot;
  return force.real() > 0.0 ? force : 0.0;
}
Complex bistop(const Numbers& a) {
  if (a[0].real() < a[2].real()) return impact(a[0], a[1], a[2], a[4], a[5], a[6], a[7]);
  if (a[0].real() <= a[3].real()) return 0.0;
  const Complex force = -a[4] * power(a[0] - a[3], a[5]) - a[6] * cubic_step({a[0] - a[3], 0.0, 0.0, a[7], 1.0}) * a[1];
  return force.real() < 0.0 ? force : 0.0;
}

std::map<std::string, Check> arithmetic_checks() {
  std::map<std::string, Check> out;
  out["+"] = {[](const Numbers& x) { return x[0] + x[1]; }, argument_pairs};
  out["-"] = {[](const Numbers& x) { return x[0] - x[1]; }, argument_pairs};
  out["*"] = {[](const Numbers& x) { return x[0] * x[1]; }, argument_pairs};
  out["/"] = {[](const Numbers& x) { return x[0] / x[1]; }, argument_pairs};
  out["^"] = {[](const Numbers& x) { return power(x[0], x[1]); },
              {{1.7, 2}, {1.7, 2.5}, {0.3, -1.5}, {1.7, 0}, {1e-3, 0.5}, {-1.7, 3}, {-1.7, -2}, {-1.7, 2}}};
  out["-x"] = {[](const Numbers& x) { return -x[0]; }, {{2}, {-2}}};
  out["<"] = flat([](const auto& x) { return x[0] < x[1] ? 1 : 0; }, around_equal);
  out["<="] = flat([](const auto& x) { return x[0] <= x[1] ? 1 : 0; }, around_equal);
  out[">"] = flat([](const auto& x) { return x[0] > x[1] ? 1 : 0; }, around_equal);
  out[">="] = flat([](const auto& x) { return x[0] >= x[1] ? 1 : 0; }, around_equal);
  out["=="] = flat([](const auto& x) { return x[0] == x[1] ? 1 : 0; }, around_equal);
  out["!="] = flat([](const auto& x) { return x[0] != x[1] ? 1 : 0; }, around_equal);
  const Points truths{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {-2, 1e-9}, {-1, 1}};
  out["&&"] = flat([](const auto& x) { return x[0] != 0 && x[1] != 0 ? 1 : 0; }, truths);
  out["||"] = flat([](const auto& x) { return x[0] != 0 || x[1] != 0 ? 1 : 0; }, truths);
  out["!"] = flat([](const auto& x) { return x[0] != 0 ? 0 : 1; }, {{0}, {1}, {-2}, {1e-9}});
  const Points whole{{1.2}, {-1.2}, {1.8}, {-1.8}, {2 - 1e-9}, {2 + 1e-9}, {2}, {-2}, {0.5}, {-0.5}, {0}};
  out["floor"] = flat([](const auto& x) { return std::floor(x[0]); }, whole);
  out["ceil"] = flat([](const auto& x) { return -std::floor(-x[0]); }, whole);
  out["round"] = flat([](const auto& x) { return std::copysign(std::floor(std::abs(x[0]) + 0.5), x[0]); }, whole);
  out["sign"] = flat([](const auto& x) { return (x[0] > 0) - (x[0] < 0); }, whole);
  out["mod"] = {[](const Numbers& x) { return x[0] - x[1] * std::trunc(x[0].real() / x[1].real()); },
                {{7.3, 2.1}, {-7.3, 2.1}, {7.3, -2.1}, {-7.3, -2.1}, {0.4, 3}, {4.2 - 1e-6, 2.1}, {4.2 + 1e-6, 2.1}}};
  return out;
}

std::map<std::string, Check> elementary_checks() {
  std::map<std::string, Check> out;
  const std::vector<double> any{0.3, -0.3, 1.1, -1.1, 4.5, -4.5, 1e-6};
  const std::vector<double> inside{0.3, -0.3, 0.95, -0.95, 1e-6};
  const std::vector<double> positive{0.3, 1.7, 2e4, 1e-6};
  out["sqrt"] = one([](const Complex& x) { return std::exp(0.5 * std::log(x)); }, positive);
  out["exp"] = one(std::exp, any);
  out["log"] = one(std::log, positive);
  out["log10"] = one([](const Complex& x) { return std::log(x) / std::numbers::ln10; }, positive);
  out["sin"] = one(std::sin, any);
  out["cos"] = one(std::cos, any);
  out["tan"] = one([](const Complex& x) { return std::sin(x) / std::cos(x); }, any);
  out["asin"] = one(std::asin, inside);
  out["acos"] = one(std::acos, inside);
  out["atan"] = one(std::atan, any);
  out["rad"] = one([](const Complex& x) { return x * std::acos(-1.0) / 180.0; }, any);
  out["deg"] = one([](const Complex& x) { return x * 180.0 / std::acos(-1.0); }, any);
  out["sinh"] = one(std::sinh, any);
  out["cosh"] = one(std::cosh, any);
  out["tanh"] = one(std::tanh, {0.3, -0.3, 1.1, -1.1, 18, -18, 1e-6});
  out["abs"] = one([](const Complex& x) { return x.real() < 0.0 ? -x : x; }, {2, -2, 1e-9, -1e-9, 0});
  out["atan2"] = {[](const Numbers& x) { return angle(x[0], x[1]); },
                  {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {1e-3, 4}, {1e-3, -4}}};
  out["hypot"] = {[](const Numbers& x) { return std::sqrt(x[0] * x[0] + x[1] * x[1]); },
                  {{3, 4}, {-3, 4}, {3, -4}, {-0.3, -0.2}, {1e-3, 2}}};
  return out;
}

std::map<std::string, Check> long_checks() {
  std::map<std::string, Check> out;
  const auto first_best = [](double sign) {
    return [sign](const Numbers& x) {
      std::size_t best = 0;
      for (std::size_t k = 1; k < x.size(); ++k)
        if (sign * x[k].real() < sign * x[best].real()) best = k;
      return x[best];
    };
  };
  std::vector<double> many;
  for (int k = 0; k < 40; ++k) many.push_back(std::sin(3.0 * k));
  const Points lists{{2}, {1, 2}, {2, 1}, {1, 1}, {1, 1 + 1e-9}, {1, 1 - 1e-9}, {3, -1, 2, 5, -1}, many};
  out["min"] = {first_best(1.0), lists};
  out["max"] = {first_best(-1.0), lists};
  out["if"] = {[](const Numbers& x) { return x[0].real() != 0.0 ? x[1] : x[2]; },
               {{1, 2, 3}, {0, 2, 3}, {-1e-9, 2, 3}, {1e-9, 2, 3}}};
  Points steps;  // below, above, beside both kinks, inside
  for (const double x : {0.5, 1 - 1e-9, 1.0, 1 + 1e-4, 1.02, 1.5, 2.4, 2.98, 3 + 1e-9, 4.0}) {
    steps.push_back({x, 1, 0.4, 3, -2.5});
    steps.push_back({x, 1, -0.4, 3, 7});
  }
  out["step"] = {cubic_step, steps};
  out["step5"] = {
      [](const Numbers& a) { return smooth(a, [](Complex s) { return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s); }); },
      steps};
  out["havsin"] = {[](const Numbers& a) {
                     return smooth(a, [](Complex s) {
                       const Complex t = std::tan(0.5 * std::numbers::pi * s);
                       return t * t / (1.0 + t * t);
                     });
                   },
                   steps};
  Points stops, two_stops;  // free, beside the kink, within d, deeper than d, pulled off (no force)
  for (const double depth : {-0.4, -1e-9, 1e-3, 0.1, 0.19, 0.21, 0.7})
    for (const double rate : {0.0, -2.0, 2.0, 900.0})
      for (const double e : {1.0, 1.5, 2.2}) {
        stops.push_back({0.5 - depth, rate, 0.5, 300, e, 4, 0.2});
        two_stops.push_back({0.5 - depth, rate, 0.5, 1.5, 300, e, 4, 0.2});
        two_stops.push_back({1.5 + depth, rate, 0.5, 1.5, 300, e, 4, 0.2});
      }
  two_stops.push_back({1.0, 2, 0.5, 1.5, 300, 1.5, 4, 0.2});
  out["impact"] = {[](const Numbers& a) { return impact(a[0], a[1], a[2], a[3], a[4], a[5], a[6]); }, stops};
  out["bistop"] = {bistop, two_stops};
  out["shf"] = {[](const Numbers& a) { return a[5] + a[2] * std::sin(a[3] * (a[0] - a[1]) - a[4]); },
                {{0.4, 0.1, 2, 3, 0.5, 7}, {-0.4, 1.1, -2, 0.3, 0.5, 1}}};
  std::vector<double> long_poly{0.6, -0.2};
  for (int k = 0; k < 40; ++k) long_poly.push_back(1.0 + 0.5 * std::cos(k));
  out["poly"] = {[](const Numbers& a) {
                   Complex sum = 0.0;
                   for (std::size_t k = 2; k < a.size(); ++k) {
                     Complex term = a[k];
                     for (std::size_t j = 2; j < k; ++j) term *= a[0] - a[1];
                     sum += term;
                   }
                   return sum;
                 },
                 {{1.5, 0.5, 3}, {1.5, 0.5, 3, 2}, {0.2, 1.1, 3, 2, 1}, {2.5, 1, 1, 2, 3, 4}, long_poly}};
  return out;
}

std::map<std::string, Check> all_checks() {
  std::map<std::string, Check> out = arithmetic_checks();
  out.merge(elementary_checks());
  out.merge(long_checks());
  return out;
}

// A call of a function with leaves for its arguments.
std::string call(const std::string& name, std::size_t count) {
  const auto leaf = [](std::size_t k) { return "dx(m" + std::to_string(k) + ")"; };
  if (name == "-x") return "-" + leaf(0);
  if (name == "!") return "not " + leaf(0);
  if (name == "&&") return leaf(0) + " and " + leaf(1);
  if (name == "||") return leaf(0) + " or " + leaf(1);
  if (std::isalpha(static_cast<unsigned char>(name.front())) == 0) return leaf(0) + name + leaf(1);
  std::string out = name + "(" + leaf(0);
  for (std::size_t k = 1; k < count; ++k) out += ", " + leaf(k);
  return out + ")";
}

void expect_same(double found, double right, double tolerance, const std::string& what) {
  EXPECT_TRUE(std::abs(found - right) <= tolerance * std::abs(right)) << what << ": " << found << ", not " << right;
}

void expect_agrees(const Expression& e, const std::vector<double>& x,
                   const std::function<Complex(const Numbers&)>& formula) {
  const std::string where = e.text() + " at " + ::testing::PrintToString(x);
  std::vector<double> d(x.size());
  double d_time = 0.0;
  const double value = e.gradient(0.0, x, d, d_time);
  const Numbers plain(x.begin(), x.end());
  expect_same(value, formula(plain).real(), kValue, where);
  EXPECT_EQ(value, e.evaluate(0.0, x)) << where;
  for (std::size_t k = 0; k < x.size(); ++k) {
    Numbers moved = plain;
    moved[k] += Complex(0.0, kStep);
    expect_same(d[k], formula(moved).imag() / kStep, kDerivative, where + " by " + std::to_string(k));
  }
}

TEST(ComplexStep, EveryFunctionHasItsCheck) {
  const std::map<std::string, Check> checks = all_checks();
  for (const ExpressionFunction& f : expression_functions()) EXPECT_EQ(checks.count(std::string(f.name)), 1u) << f.name;
  for (const std::string& name : callable_names()) {
    const bool spline = find_spline_kind(name).has_value(), measure = find_measure(name) != nullptr;
    const bool constant = name.starts_with("path_");
    EXPECT_TRUE(spline || measure || constant || checks.count(name) == 1) << name;
  }
}

TEST(ComplexStep, EveryFunctionAgrees) {
  for (const auto& [name, check] : all_checks()) {
    EXPECT_FALSE(check.points.empty()) << name;
    for (const std::vector<double>& x : check.points) {
      const Expression e = parse_expression(call(name, x.size()), {}, {});
      expect_agrees(e, x, check.formula);
    }
  }
}

// ---- splines, from their textbook definitions

const std::vector<double> knots{-1.0, -0.2, 0.3, 1.4, 2.0, 3.5, 4.1};
const std::vector<double> heights{2.0, 1.1, -0.7, 0.4, 0.4, 3.0, 2.2};

std::size_t interval(double x) {
  std::size_t k = 0;
  while (k + 2 < knots.size() && x >= knots[k + 1]) ++k;
  return k;
}

// The moments m_k = y''(x_k), m = 0 at the ends, by elimination without regard to the bands:
//   h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 (slope_k - slope_(k-1)).
std::vector<double> moments() {
  constexpr std::size_t n = 7;
  EXPECT_EQ(knots.size(), n);
  std::array<std::array<double, n + 1>, n> a{};
  a[0][0] = a[n - 1][n - 1] = 1.0;
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = knots[k] - knots[k - 1], after = knots[k + 1] - knots[k];
    a[k][k - 1] = before;
    a[k][k] = 2.0 * (before + after);
    a[k][k + 1] = after;
    a[k][n] = 6.0 * ((heights[k + 1] - heights[k]) / after - (heights[k] - heights[k - 1]) / before);
  }
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t r = 0; r < n; ++r) {
      if (r == p) continue;
      const double factor = a[r][p] / a[p][p];
      for (std::size_t c = p; c <= n; ++c) a[r][c] -= factor * a[p][c];
    }
  std::vector<double> out(n);
  for (std::size_t k = 0; k < n; ++k) out[k] = a[k][n] / a[k][k];
  return out;
}

Complex natural_cubic(const Complex& x) {
  const std::size_t k = interval(x.real());
  const std::vector<double> m = moments();
  const double h = knots[k + 1] - knots[k];
  const Complex l = knots[k + 1] - x, r = x - knots[k];
  return (m[k] * l * l * l + m[k + 1] * r * r * r) / (6.0 * h) + (heights[k] / h - m[k] * h / 6.0) * l +
         (heights[k + 1] / h - m[k + 1] * h / 6.0) * r;
}

// The slope of interval k, continued beyond the ends by Akima's parabola.
double slope(int k) {
  const int n = static_cast<int>(knots.size()) - 1;
  if (k < 0) return 2.0 * slope(k + 1) - slope(k + 2);
  if (k >= n) return 2.0 * slope(k - 1) - slope(k - 2);
  const auto i = static_cast<std::size_t>(k);
  return (heights[i + 1] - heights[i]) / (knots[i + 1] - knots[i]);
}

// Hermite's basis with the slopes of Akima (1970), eq. 1.
Complex akima(const Complex& x) {
  const std::size_t k = interval(x.real());
  const auto tangent = [](int i) {
    const double left = std::abs(slope(i + 1) - slope(i)), right = std::abs(slope(i - 1) - slope(i - 2));
    return (left * slope(i - 1) + right * slope(i)) / (left + right);
  };
  const double h = knots[k + 1] - knots[k];
  const Complex s = (x - knots[k]) / h;
  const int i = static_cast<int>(k);
  return (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s) * heights[k] + s * (1.0 - s) * (1.0 - s) * h * tangent(i) +
         s * s * (3.0 - 2.0 * s) * heights[k + 1] + s * s * (s - 1.0) * h * tangent(i + 1);
}

Complex straight(const Complex& x) {
  const std::size_t k = interval(x.real());
  const double h = knots[k + 1] - knots[k];
  return heights[k] * (knots[k + 1] - x) / h + heights[k + 1] * (x - knots[k]) / h;
}

Complex held(const Complex& x) { return x.real() < knots.back() ? heights[interval(x.real())] : heights.back(); }

TEST(ComplexStep, EverySplineAgrees) {
  const SplineMap splines{{"s", std::make_shared<const Spline>("s", knots, heights)}};
  const std::map<std::string, Complex (*)(const Complex&)> curves{
      {"linear", straight}, {"cubic", natural_cubic}, {"akima", akima}, {"hold", held}};
  for (const std::string& name : callable_names())
    EXPECT_EQ(curves.count(name), find_spline_kind(name) ? 1u : 0u) << name;
  for (const auto& [name, curve] : curves) {
    const Expression e = parse_expression(name + "(s, dx(m))", {}, {}, splines);
    for (std::size_t k = 0; k + 1 < knots.size(); ++k)
      for (const double share : {1e-9, 0.1, 0.37, 0.5, 0.81, 1 - 1e-9}) {
        const double x = knots[k] + share * (knots[k + 1] - knots[k]);
        double d = 0.0, d_time = 0.0;
        const double value = e.gradient(0.0, {&x, 1}, {&d, 1}, d_time);
        const Complex right = curve(Complex(x, kStep));
        // The coefficients are of the size of the points: so is their rounding.
        EXPECT_NEAR(value, right.real(), kValue * 3.0) << name << " at " << x;
        EXPECT_NEAR(d, right.imag() / kStep, kDerivative * std::max(1.0, std::abs(d))) << name << " at " << x;
      }
    for (const bool before : {true, false}) {  // outside: the line that goes on from the end
      const double end = before ? knots.front() : knots.back(), x = before ? end - 0.8 : end + 0.8;
      double d = 0.0, d_time = 0.0;
      const double value = e.gradient(0.0, {&x, 1}, {&d, 1}, d_time);
      const Complex at_end = curve(Complex(end, kStep));
      EXPECT_NEAR(d, at_end.imag() / kStep, kDerivative * std::max(1.0, std::abs(d))) << name << " at " << x;
      EXPECT_NEAR(value, at_end.real() + d * (x - end), 1e-14 * 10.0) << name << " at " << x;
    }
  }
}

}  // namespace
}  // namespace alembert
