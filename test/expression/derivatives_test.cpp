// Derivatives of expressions: reverse mode against forward mode, against formulas, and at the places where careless
// formulas give NaN.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "expression/evaluate_as.h"
#include "expression/expression.h"
#include "expression/functions.h"

namespace alembert {
namespace {

Expression plain(const std::string& text) { return parse_expression(text, {"m.yaml", 1, 1}, {}); }

struct Derivatives {
  double value = 0.0;
  std::vector<double> d;  // leaves, then time
};

Derivatives reverse(const Expression& e, double time, const std::vector<double>& leaves) {
  Derivatives out;
  out.d.resize(leaves.size() + 1);
  double d_time = 0.0;
  out.value = e.gradient(time, leaves, {out.d.data(), leaves.size()}, d_time);
  out.d.back() = d_time;
  return out;
}

Derivatives forward(const Expression& e, double time, const std::vector<double>& leaves) {
  Derivatives out;
  for (std::size_t i = 0; i <= leaves.size(); ++i) {
    std::vector<Dual<1>> x(leaves.begin(), leaves.end());
    x.push_back(time);
    x[i].d[0] = 1.0;
    const Dual<1> y = e.evaluate_as<Dual<1>>(x.back(), {x.data(), leaves.size()});
    out.value = y.value;
    out.d.push_back(y.d[0]);
  }
  return out;
}

// Infinite and undefined numbers agree when both are so.
bool close(double a, double b, double tolerance, double scale = 0.0) {
  if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) == std::isfinite(b);
  return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), scale});
}

// Second derivatives by Taylor series along e_i, e_j and e_i + e_j.
std::vector<double> hessian_by_series(const Expression& e, double time, const std::vector<double>& leaves) {
  const std::size_t n = leaves.size() + 1;
  const auto second = [&](std::size_t i, std::size_t j) {
    std::vector<Taylor> x(leaves.begin(), leaves.end());
    x.push_back(time);
    x[i].first += 1.0;
    if (j != i) x[j].first += 1.0;
    return 2.0 * e.evaluate_as<Taylor>(x.back(), {x.data(), leaves.size()}).second;
  };
  std::vector<double> out(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      out[i * n + j] = i == j ? second(i, i) : 0.5 * (second(i, j) - second(i, i) - second(j, j));
    }
  }
  return out;
}

void expect_consistent(const Expression& e, double time, const std::vector<double>& leaves) {
  const Derivatives r = reverse(e, time, leaves), f = forward(e, time, leaves);
  const std::string where = e.text() + " at " + ::testing::PrintToString(leaves) + ", " + std::to_string(time);
  EXPECT_TRUE(close(r.value, e.evaluate(time, leaves), 0.0)) << where;
  if (!std::isfinite(r.value)) return;
  double size = 0.0;
  for (const double d : f.d) size = std::max(size, std::isfinite(d) ? std::abs(d) : 0.0);
  const std::size_t n = leaves.size() + 1;
  std::vector<double> g(n), h(n * n);
  e.second_derivatives(time, leaves, g, h);
  const std::vector<double> series = hessian_by_series(e, time, leaves);
  double curvature = 0.0;
  for (const double x : series) curvature = std::max(curvature, std::isfinite(x) ? std::abs(x) : 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(close(r.d[i], f.d[i], 1e-12, size)) << where << " by " << i << ": " << r.d[i] << " " << f.d[i];
    EXPECT_TRUE(close(g[i], f.d[i], 1e-12, size)) << where << " by " << i << ": " << g[i] << " " << f.d[i];
    for (std::size_t j = 0; j < n; ++j) {
      if (!std::isfinite(series[i * n + j])) continue;  // a sum of opposite infinities
      EXPECT_TRUE(close(h[i * n + j], series[i * n + j], 1e-12, curvature))
          << where << " by " << i << ", " << j << ": " << h[i * n + j] << " " << series[i * n + j];
    }
  }
}

// Richardson's extrapolation of central differences in long steps down to short ones.
double by_differences(const std::function<double(double)>& f, double x) {
  double table[12][12], best = 0.0, error = std::numeric_limits<double>::infinity(),
                        step = 0.1 * std::max(1.0, std::abs(x));
  for (int i = 0; i < 12; ++i, step /= 2.0) {
    table[i][0] = (f(x + step) - f(x - step)) / (2.0 * step);
    double factor = 1.0;
    for (int j = 1; j <= i; ++j) {
      factor *= 4.0;
      table[i][j] = table[i][j - 1] + (table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1.0);
      const double change =
          std::max(std::abs(table[i][j] - table[i][j - 1]), std::abs(table[i][j] - table[i - 1][j - 1]));
      if (change < error) {
        error = change;
        best = table[i][j];
      }
    }
  }
  return best;
}

const std::vector<double> nasty{0.0,  -0.0,  1.0,  -1.0,  2.0, -2.0,   0.5,  -0.5,
                                1e-8, -1e-8, 30.0, -30.0, 1e3, 1e-300, 1e100};

// A call of a row of the table with leaves for arguments.
std::string call_text(const ExpressionFunction& f, int count) {
  const auto leaf = [](int k) { return "dx(m" + std::to_string(k) + ")"; };
  if (f.name == "-x") return "-" + leaf(0);
  if (f.name == "!") return "not " + leaf(0);
  if (f.name == "&&") return leaf(0) + " and " + leaf(1);
  if (f.name == "||") return leaf(0) + " or " + leaf(1);
  if (std::isalpha(static_cast<unsigned char>(f.name.front())) == 0) {
    return leaf(0) + " " + std::string(f.name) + " " + leaf(1);
  }
  std::string out = std::string(f.name) + "(" + leaf(0);
  for (int k = 1; k < count; ++k) out += ", " + leaf(k);
  return out + ")";
}

TEST(Derivatives, OfEveryFunctionAgreeInAllModes) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0.0, 1.5);
  for (const ExpressionFunction& f : expression_functions()) {
    const int most = std::min(f.most_arguments, f.fewest_arguments + 4);
    for (int count = f.fewest_arguments; count <= most; ++count) {
      const Expression e = plain(call_text(f, count));
      for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> x(e.measures().size());
        for (double& each : x) each = trial % 2 == 0 ? normal(random) : nasty[random() % nasty.size()];
        if (f.name == "step" || f.name == "step5" || f.name == "havsin") x[3] = x[1] + std::abs(x[3]);
        if (f.name == "impact") x[6] = std::abs(x[6]);
        if (f.name == "bistop") x[7] = std::abs(x[7]), x[3] = x[2] + std::abs(x[3]);
        expect_consistent(e, 0.3, x);
      }
    }
  }
}

TEST(Derivatives, OfEveryFunctionAreThoseOfItsValues) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0.2, 0.8);
  for (const ExpressionFunction& f : expression_functions()) {
    const int count = std::max(f.fewest_arguments, std::min(f.most_arguments, 5));
    const Expression e = plain(call_text(f, count));
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> x(e.measures().size());
      for (double& each : x) each = uniform(random);
      if (f.name == "step" || f.name == "step5" || f.name == "havsin") x[0] = 0.5, x[1] = -1.0, x[3] = 2.0;
      if (f.name == "impact") x[0] = -1.0, x[3] = 5.0, x[4] = 2.5, x[6] = 3.0;
      if (f.name == "bistop") x[0] = trial % 2 == 0 ? -1.0 : 2.5, x[3] = 1.0, x[4] = 5.0, x[5] = 2.5, x[7] = 3.0;
      if (f.name == "min" || f.name == "max" || f.name == "abs") x[0] = f.name == "min" ? -2.0 : 3.0;
      if (f.name == "mod") x = {7.3, 2.1};
      if (f.name == "floor" || f.name == "ceil" || f.name == "round" || f.name == "sign") x = {5.27};
      if (f.name == "if" || std::string("< <= > >= == !=").find(f.name) != std::string::npos) x[0] = 3.0;
      const Derivatives d = reverse(e, 0.0, x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto along = [&](double xi) {
          std::vector<double> y = x;
          y[i] = xi;
          return e.evaluate(0.0, y);
        };
        EXPECT_NEAR(d.d[i], by_differences(along, x[i]), 1e-8 * std::max(1.0, std::abs(d.d[i])))
            << e.text() << " by " << i << " at " << ::testing::PrintToString(x);
      }
    }
  }
}

TEST(Derivatives, HaveOneSideAtKinksAndNoNaNWhereTheyExist) {
  struct Case {
    std::string text;
    double x, first;
  };
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<Case> cases{
      {"x^2", 0, 0},
      {"x^3", 0, 0},
      {"x^1", 0, 1},
      {"x^0", 0, 0},
      {"x^2.5", 0, 0},
      {"x^3", -2, 12},
      {"(-2)^x", 2, 0},
      {"x^x", 1, 1},
      {"0^x", 2, 0},
      {"hypot(x, 0)", 0, 0},
      {"hypot(x, x)", 0, 0},
      {"sqrt(x)", 0, infinite},
      {"x*sqrt(x)", 0, 0},
      {"0*sqrt(x)", 0, 0},
      {"sqrt(x^2)", 0, 0},
      {"abs(x)", 0, 1},
      {"abs(x)", -3, -1},
      {"sign(x)", 0, 0},
      {"min(x, 0)", 0, 1},
      {"max(2*x, x)", 0, 2},
      {"floor(x)", 2, 0},
      {"mod(x, 2)", 4, 1},
      {"atan2(x, 0)", 0, 0},
      {"if(x > 0, sqrt(x), 3*x)", 0, 3},
      {"if(x > 0, log(x), 3*x)", -1, 3},
      {"step(x, 0, 0, 1, 1)", 0, 0},
      {"step(x, 0, 0, 1, 1)", 1, 0},
      {"step(x, 0, 0, 0, 1)", 0, 0},
      {"impact(x, -1, 0, 10, 1, 1, 0.1)", 0, 0},
      {"impact(x, 0, 0, 10, 1.5, 1, 0)", 1, 0},
      {"tanh(x)", 800, 0},
      {"atan(x)", 1e200, 0},
      {"poly(x, 1, 5)", 1, 0},
      {"poly(x, 1, 5, 2, 3)", 1, 2},
  };
  for (const Case& c : cases) {
    std::string text;
    for (std::size_t i = 0; i < c.text.size(); ++i) {
      const auto letter = [&](std::size_t k) { return k < c.text.size() && std::isalpha(c.text[k]) != 0; };
      const bool alone = c.text[i] == 'x' && !letter(i + 1) && (i == 0 || !letter(i - 1));
      text += alone ? std::string("dx(m)") : std::string(1, c.text[i]);
    }
    const Expression e = plain(text);
    const std::vector<double> x(1, c.x);
    EXPECT_EQ(reverse(e, 0.0, x).d[0], c.first) << c.text << " at " << c.x;
    std::vector<double> g(2), h(4);
    e.second_derivatives(0.0, x, g, h);
    EXPECT_EQ(g[0], c.first) << c.text << " at " << c.x;
    EXPECT_FALSE(std::isnan(h[0])) << c.text << " at " << c.x;
  }
}

TEST(Derivatives, AreByEveryLeafAndByTime) {
  const Expression e = plain("dx(a)^2*sin(time) + dx(b)*dx(a) - time^3");
  const std::vector<double> x{2.0, 3.0};
  const double t = 0.7;
  const Derivatives d = reverse(e, t, x);
  EXPECT_DOUBLE_EQ(d.d[0], 4 * std::sin(t) + 3);
  EXPECT_DOUBLE_EQ(d.d[1], 2.0);
  EXPECT_DOUBLE_EQ(d.d[2], 4 * std::cos(t) - 3 * t * t);
  std::vector<double> g(3), h(9);
  e.second_derivatives(t, x, g, h);
  const std::vector<double> expected{2 * std::sin(t), 1, 4 * std::cos(t),         1, 0, 0,
                                     4 * std::cos(t), 0, -4 * std::sin(t) - 6 * t};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(h[i], expected[i], 1e-14) << i;
}

TEST(Derivatives, OfTheDefaultAreZero) {
  double d_time = 1.0;
  EXPECT_EQ(Expression().gradient(0.0, {}, {}, d_time), 0.0);
  EXPECT_EQ(d_time, 0.0);
}

TEST(Derivatives, OfALongSumAreRight) {
  std::string sum = "dx(a)";
  for (int i = 0; i < 5000; ++i) sum += i % 2 == 0 ? " + time" : " + dx(a)";
  const Derivatives d = reverse(plain(sum), 1.0, {2.0});
  EXPECT_EQ(d.d[0], 2501.0);
  EXPECT_EQ(d.d[1], 2500.0);
}

// Grammar-driven random expressions of three leaves and time.
class RandomExpression {
 public:
  explicit RandomExpression(unsigned seed) : random_(seed) {}
  std::string make(int depth) {
    if (depth == 0) return leaf();
    const auto functions = expression_functions();
    const ExpressionFunction& f = functions[random_() % functions.size()];
    std::vector<std::string> a;
    const int count = std::min(f.most_arguments, f.fewest_arguments + static_cast<int>(random_() % 3));
    for (int k = 0; k < count; ++k)
      a.push_back("(" + make(depth - 1 - static_cast<int>(random_() % 2) * (depth > 1)) + ")");
    if (f.name == "-x") return "-" + a[0];
    if (f.name == "!") return "(not " + a[0] + ")";
    if (f.name == "&&") return "(" + a[0] + " and " + a[1] + ")";
    if (f.name == "||") return "(" + a[0] + " or " + a[1] + ")";
    if (std::isalpha(static_cast<unsigned char>(f.name.front())) == 0) return a[0] + std::string(f.name) + a[1];
    std::string out = std::string(f.name) + "(" + a[0];
    for (int k = 1; k < count; ++k) out += ", " + a[static_cast<std::size_t>(k)];
    return out + ")";
  }

 private:
  std::string leaf() {
    static const char* const leaves[] = {"dx(a)", "dy(a)", "dz(a)", "time", "2", "0.5", "-1.5", "0"};
    return leaves[random_() % 8];
  }
  std::mt19937 random_;
};

TEST(Derivatives, OfRandomExpressionsAgreeInAllModes) {
  int finite = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Expression e = plain(RandomExpression(seed).make(1 + static_cast<int>(seed % 3)));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-2.0, 2.0);
    std::vector<double> x(e.measures().size());
    for (double& each : x) each = uniform(random);
    const double time = uniform(random);
    const Derivatives r = reverse(e, time, x), f = forward(e, time, x);
    EXPECT_TRUE(close(r.value, f.value, 1e-13)) << e.text();
    if (!std::isfinite(f.value) || std::abs(f.value) > 1e6) continue;
    double size = 1.0;
    for (const double d : f.d) size = std::max(size, std::abs(d));
    if (!(size < 1e6)) continue;
    // asin(x/x): an infinite slope times two parts that cancel, which backwards are met one by one.
    const bool steep = e.text().find("asin(") != std::string::npos || e.text().find("acos(") != std::string::npos;
    if (steep && std::any_of(r.d.begin(), r.d.end(), [](double d) { return std::isnan(d); })) continue;
    ++finite;
    for (std::size_t i = 0; i < f.d.size(); ++i) {
      EXPECT_TRUE(close(r.d[i], f.d[i], 1e-12, size))
          << e.text() << " seed " << seed << ": " << r.d[i] << " " << f.d[i];
    }
  }
  EXPECT_GT(finite, 1000);
}

}  // namespace
}  // namespace alembert
