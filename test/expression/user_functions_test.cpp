// Functions of the program's own in expressions.
#include "expression/user_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "expression/evaluate_as.h"
#include "expression/expression.h"
#include "expression/expression_parser.h"

namespace alembert {
namespace {

const auto tire = [](auto slip, auto load) { return load * sin(1.9 * atan(10.0 * slip)); };

struct Weighted {
  double weight = 2.0;
  template <class S>
  S operator()(const S& x, const S& y, const S& z) const {
    if (x < 0.0) return weight * y;
    return weight * pow(x, 3) * exp(y) / (1.0 + z * z) + abs(z);
  }
};

Functions own() {
  Functions functions;
  functions.add<2>("tire", tire);
  functions.add("weighted", Weighted{3.0});
  functions.add("half", [](auto x) { return 0.5 * x; });
  functions.add("root", [](auto x) { return sqrt(x); });
  functions.add("pole", [](auto x) { return 1 / x; });
  functions.add("five", [](auto) { return 5; });
  functions.add("sum8", [](auto a, auto b, auto c, auto d, auto e, auto f, auto g, auto h) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + h * h;
  });
  functions.add("throws", [](auto x) {
    if (x > 1.0) throw std::runtime_error("the table ends at 1");
    return x;
  });
  functions.add("throws_number", [](auto x) {
    if (x > 1.0) throw 1;
    return x;
  });
  return functions;
}
using Complex = std::complex<double>;
const Functions functions = own();

Expression with_own(const std::string& text) {
  return parse_expression(text, {"m.yaml", 4, 10}, {{"k", 2}}, {}, functions);
}
std::string problem_of(const std::string& text) {
  try {
    with_own(text);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(UserFunction, IsCalledLikeAnyOther) {
  EXPECT_DOUBLE_EQ(with_own("1 + k*tire(0.1, 3)^2").evaluate(0, {}),
                   1 + 2 * std::pow(3 * std::sin(1.9 * std::atan(1.0)), 2));
  EXPECT_EQ(with_own("half(half(8)) + five(time)").evaluate(0, {}), 7);
  EXPECT_EQ(with_own("sum8(1, 1, 1, 1, 1, 1, 1, 3)").evaluate(0, {}), 37);
  EXPECT_EQ(with_own("weighted(-1, 4, 0)").evaluate(0, {}), 12);
  EXPECT_TRUE(with_own("half(k)").is_constant());
  EXPECT_FALSE(with_own("half(dx(m))").keeps_units());
}

// The same generic function, called with complex numbers here.
TEST(UserFunction, ItsDerivativesAreThoseOfAComplexStep) {
  constexpr double h = 1e-30;
  const Expression e = with_own("2*tire(dx(a)^2, dy(a)) + time*half(dx(a))");
  const auto formula = [](Complex x, Complex y, Complex t) { return 2.0 * tire(x * x, y) + t * 0.5 * x; };
  for (const double x : {-0.7, 0.1, 1.3})
    for (const double y : {-30.0, 2.0}) {
      const std::vector<double> leaves{x, y};
      std::vector<double> d(2);
      double d_time = 0;
      const double value = e.gradient(0.4, leaves, d, d_time);
      EXPECT_EQ(value, e.evaluate(0.4, leaves));
      EXPECT_NEAR(value, formula(x, y, 0.4).real(), 1e-14 * std::abs(value));
      EXPECT_NEAR(d[0], formula({x, h}, y, 0.4).imag() / h, 1e-12 * std::abs(d[0]));
      EXPECT_NEAR(d[1], formula(x, {y, h}, 0.4).imag() / h, 1e-12 * std::abs(d[1]));
      EXPECT_NEAR(d_time, 0.5 * x, 1e-15);
    }
}

// The function and its formula, in every kind of number.
TEST(UserFunction, ItsDerivativesAreThoseOfItsFormula) {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"tire(dx(a), dy(a)*time)", "dy(a)*time*sin(1.9*atan(10*dx(a)))"},
      {"weighted(dx(a)^2, sin(dy(a)), time - 3)", "3*dx(a)^6*exp(sin(dy(a)))/(1 + (time - 3)^2) + abs(time - 3)"},
      {"half(tire(half(dx(a)), exp(dy(a))))*time", "0.5*exp(dy(a))*sin(1.9*atan(10*0.5*dx(a)))*time"},
      {"sum8(dx(a), dy(a), 1, 2, time, dx(a)*dy(a), 3, time*dx(a))",
       "dx(a) + 2*dy(a) + 11 + 5*time + 6*dx(a)*dy(a) + 21 + (time*dx(a))^2"}};
  for (const auto& [own_text, formula_text] : texts) {
    const Expression f = with_own(own_text), g = with_own(formula_text);
    ASSERT_EQ(f.measures().size(), 2u);
    const bool swapped = g.measures()[0].name != f.measures()[0].name;
    for (const double x : {-0.8, 0.05, 0.6}) {
      const std::vector<double> in_f{x, 1.7}, in_g = swapped ? std::vector<double>{1.7, x} : in_f;
      const auto at = [&](std::size_t k) { return swapped && k < 2 ? 1 - k : k; };
      std::vector<double> df(3), dg(3), hf(9), hg(9);
      f.second_derivatives(0.9, in_f, df, hf);
      g.second_derivatives(0.9, in_g, dg, hg);
      std::vector<double> rf(2);
      double time_f = 0;
      f.gradient(0.9, in_f, rf, time_f);
      double size = 1.0;
      for (const double each : hg) size = std::max(size, std::abs(each));
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(df[i], dg[at(i)], 1e-13 * size) << own_text;
        EXPECT_NEAR(i < 2 ? rf[i] : time_f, dg[at(i)], 1e-13 * size) << own_text;
        for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(hf[3 * i + j], hg[3 * at(i) + at(j)], 1e-12 * size) << own_text;
      }
      const auto series = [](const Expression& e, const std::vector<double>& leaves) {
        std::vector<Taylor> path;
        for (const double each : leaves) path.emplace_back(each, each == 1.7 ? 0.3 : -1.2, 0.8);
        return e.evaluate_as<Taylor>({0.9, 1.0, 0.0}, path);
      };
      const Taylor a = series(f, in_f), b = series(g, in_g);
      EXPECT_NEAR(a.first, b.first, 1e-13 * size) << own_text;
      EXPECT_NEAR(a.second, b.second, 1e-12 * size) << own_text;
      std::vector<Dual<2>> duals{Dual<2>::variable(in_f[0], 0), Dual<2>::variable(in_f[1], 1)};
      const Dual<2> y = f.evaluate_as<Dual<2>>(0.9, duals);
      EXPECT_NEAR(y.d[0], rf[0], 1e-13 * size);
      EXPECT_NEAR(y.d[1], rf[1], 1e-13 * size);
    }
  }
}

TEST(UserFunction, WrongCallsAreRefusedWithTheirPlace) {
  EXPECT_EQ(problem_of("1 + tire(3)"), "m.yaml:4:14: `tire` takes 2 arguments, not 1");
  EXPECT_EQ(problem_of("half()"), "m.yaml:4:10: `half` takes 1 argument, not 0");
  EXPECT_EQ(problem_of("2*tier(1, 2)"), "m.yaml:4:12: unknown function `tier`, did you mean `tire`?");
  EXPECT_EQ(problem_of("2*tire"), "m.yaml:4:12: `tire` needs its arguments in brackets");
  EXPECT_THROW(parse_expression("tire(1, 2)", {}, {}), ModelError);
}

TEST(UserFunction, NamesThatAreTakenAreRefused) {
  Functions f = own();
  const auto add = [&](const std::string& name) { f.add(name, [](auto x) { return x; }); };
  for (const char* name :
       {"sin", "min", "akima", "dx", "var", "total_energy", "pi", "time", "tire", "", "2x", "a b", "a.b"})
    EXPECT_THROW(add(name), UsageError) << name;
  EXPECT_NO_THROW(add("_my2"));
  try {
    add("sin");
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(), "`sin` cannot name a function: expressions have a function of this name");
  }
}

TEST(UserFunction, SaysWhereItsValueIsNotFinite) {
  const double x = -3.0;
  EXPECT_EQ(with_own("1 + 2*root( dx(m) )").domain_problem(0, {&x, 1}),
            "root of -3 is not a number in `root( dx(m) )`");
  EXPECT_EQ(with_own("tire(1/(3 + dx(m)), 2)").domain_problem(0, {&x, 1}), "");
  EXPECT_EQ(with_own("half(1/(3 + dx(m)))").domain_problem(0, {&x, 1}), "division by zero in `1/(3 + dx(m))`");
  const double zero = 0.0;
  EXPECT_EQ(with_own("pole(dx(m))").domain_problem(0, {&zero, 1}), "pole of 0 is infinite in `pole(dx(m))`");
  EXPECT_EQ(with_own("half(dx(m))").domain_problem(0, {&x, 1}), "");
}

TEST(UserFunction, WhatItThrowsArrivesWithItsName) {
  const double x = 2.0;
  double d = 0, d_time = 0;
  const Expression e = with_own("throws(dx(m))"), other = with_own("throws_number(dx(m))");
  for (const bool derivative : {false, true}) {
    try {
      derivative ? e.gradient(0, {&x, 1}, {&d, 1}, d_time) : e.evaluate(0, {&x, 1});
      FAIL();
    } catch (const FunctionError& error) {
      EXPECT_STREQ(error.what(), "function `throws`: the table ends at 1");
      EXPECT_THROW(std::rethrow_if_nested(error), std::runtime_error);
    }
  }
  EXPECT_THROW(other.evaluate(0, {&x, 1}), FunctionError);
}

TEST(UserFunction, NamesAroundItAreFound) {
  const std::vector<NameUse> uses = names_in_expression("tire(k*time, dx(a))", {}, {{"k", 2}}, {}, functions);
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].name, "k");
  EXPECT_EQ(uses[2].kind, NameUse::Kind::measure);
}

TEST(UserFunction, StaysWhereVariablesAreWrittenOut) {
  const Expression outer = with_own("half(var(u)) + tire(dx(m), 2)*var(u)"),
                   inner = with_own("tire(dx(m), half(time))");
  const Expression* const replacements[] = {&inner, nullptr};
  ASSERT_EQ(outer.measures()[0].name, "var");
  const Expression e = outer.inlined(replacements);
  ASSERT_EQ(e.measures().size(), 1u);
  const double x = 0.2, u = tire(Dual<0>(x), Dual<0>(0.35)).value, w = tire(Dual<0>(x), Dual<0>(2.0)).value;
  EXPECT_DOUBLE_EQ(e.evaluate(0.7, {&x, 1}), 0.5 * u + w * u);
}

TEST(UserFunction, ItsArgumentsCountTowardsTheStack) {
  std::string deep = "dx(m)";
  for (int k = 0; k < 100; ++k) deep = "sum8(1, 2, 3, 4, 5, 6, 7, " + deep + ")";
  EXPECT_THROW(with_own(deep), ModelError);
  std::string fine = "dx(m)";
  for (int k = 0; k < 30; ++k) fine = "sum8(1, 0, 0, 0, 0, 0, 0, half(" + fine + "))";
  const double x = 0.0;
  EXPECT_TRUE(std::isfinite(with_own(fine).evaluate(0, {&x, 1})));
}

}  // namespace
}  // namespace alembert
