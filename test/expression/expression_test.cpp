#include "expression/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "expression/expression_parser.h"
#include "expression/functions.h"

namespace alembert {
namespace {

const std::map<std::string, double> parameters{{"L1", 0.3}, {"L2", 0.6}, {"theta", 2.0}};

const SplineMap known_splines{
    {"torque", std::make_shared<const Spline>("torque", std::vector<double>{0, 1, 2}, std::vector<double>{0, 1, 4})}};

Expression parse(const std::string& text) {
  return parse_expression(text, {"m.yaml", 4, 10}, parameters, known_splines);
}
double value(const std::string& text, double time = 0.0) { return parse(text).evaluate(time, {}); }

struct ValueCase {
  std::string text;
  double expected;
};

TEST(Expression, HasTheUsualArithmetic) {
  const std::vector<ValueCase> cases{
      {"1", 1},
      {" 2 + 3*4 ", 14},
      {"(2+3)*4", 20},
      {"2-3-4", -5},
      {"24/4/2", 3},
      {"-2^2", -4},
      {"2^-1", 0.5},
      {"2^3^2", 512},
      {"(2^3)^2", 64},
      {"--3", 3},
      {"+3", 3},
      {"2*-3", -6},
      {"1e3", 1000},
      {".5", 0.5},
      {"5.", 5},
      {"1.5e-3", 0.0015},
      {"pi", std::numbers::pi},
      {"L1^2/4", 0.3 * 0.3 / 4},
      {"theta", 2},
      {"1 < 2", 1},
      {"2 <= 1", 0},
      {"2 > 1", 1},
      {"1 >= 1", 1},
      {"1 == 2", 0},
      {"1 != 2", 1},
      {"1 + (2 < 3)", 2},
      {"1 < 2 and 2 < 3", 1},
      {"1 < 2 and 3 < 2", 0},
      {"3 < 2 or 1 < 2", 1},
      {"not 1 < 2", 0},
      {"not not 5", 1},
      {"1 or 1 and 0", 1},
      {"(1 or 1) and 0", 0},
      {"not 0 and 0", 0},
      {"not (0 and 0)", 1},
      {"1 + 1 > 1 and -2 < 0", 1},
      {"if(theta > 1 and L1 < 1, 3, 4)", 3},
      {"if(L1 < L2, 5, 1/0)", 5},
      {"1\n + 1", 2},
  };
  for (const ValueCase& c : cases) EXPECT_DOUBLE_EQ(value(c.text), c.expected) << c.text;
}

TEST(Expression, HasTheUsualFunctions) {
  const std::vector<ValueCase> cases{
      {"sqrt(9)", 3},
      {"abs(-2)", 2},
      {"sin(pi/6)", std::sin(std::numbers::pi / 6)},
      {"cos(0)", 1},
      {"tan(0.3)", std::tan(0.3)},
      {"asin(1)", std::numbers::pi / 2},
      {"acos(1)", 0},
      {"atan(1)", std::numbers::pi / 4},
      {"atan2(1, -1)", 3 * std::numbers::pi / 4},
      {"rad(180)", std::numbers::pi},
      {"deg(pi/2)", 90},
      {"sinh(1)", std::sinh(1.0)},
      {"cosh(1)", std::cosh(1.0)},
      {"tanh(1)", std::tanh(1.0)},
      {"exp(1)", std::numbers::e},
      {"log(exp(2))", 2},
      {"log10(1000)", 3},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 4, 2)", 4},
      {"floor(-1.5)", -2},
      {"ceil(1.2)", 2},
      {"round(2.5)", 3},
      {"sign(-7)", -1},
      {"sign(0)", 0},
      {"mod(7, 3)", 1},
      {"mod(-7, 3)", -1},
      {"hypot(3, 4)", 5},
      {"step(-1, 0, 1, 1, 3)", 1},
      {"step(0.25, 0, 0, 1, 1)", 0.15625},
      {"step(2, 0, 1, 1, 3)", 3},
      {"step5(0.25, 0, 0, 1, 1)", 0.103515625},
      {"havsin(0.25, 0, 0, 1, 1)", 0.5 * (1 - std::cos(std::numbers::pi / 4))},
  };
  for (const ValueCase& c : cases) EXPECT_DOUBLE_EQ(value(c.text), c.expected) << c.text;
}

TEST(Expression, HasTheFunctionsOfContactsAndDrives) {
  const auto step = [](double x, double x0, double h0, double x1, double h1) {
    const double s = std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
    return h0 + (h1 - h0) * s * s * (3 - 2 * s);
  };
  for (double x = -0.5; x < 1.5; x += 0.03) {
    for (const double rate : {-3.0, 0.0, 0.2, 50.0}) {
      const double x1 = 0.7, k = 20.0, e = 1.3, c = 4.0, d = 0.1, x0 = 0.2;
      const std::vector<double> leaves{x, rate};
      const double pushed_up =
          x < x1 ? std::max(0.0, k * std::pow(x1 - x, e) - c * step(x, x1 - d, 1, x1, 0) * rate) : 0.0;
      EXPECT_NEAR(parse("impact(dx(m), vx(m), 0.7, 20, 1.3, 4, 0.1)").evaluate(0, leaves), pushed_up, 1e-13) << x;
      const double below = x < x0 ? std::max(0.0, k * std::pow(x0 - x, e) - c * step(x, x0 - d, 1, x0, 0) * rate) : 0.0;
      const double above =
          x > x1 ? std::min(0.0, -k * std::pow(x - x1, e) - c * step(x, x1, 0, x1 + d, 1) * rate) : 0.0;
      EXPECT_NEAR(parse("bistop(dx(m), vx(m), 0.2, 0.7, 20, 1.3, 4, 0.1)").evaluate(0, leaves), below + above, 1e-13);
    }
    const std::vector<double> leaf{x};
    EXPECT_NEAR(parse("shf(dx(m), 0.1, 2, 3, 0.4, 5)").evaluate(0, leaf), 2 * std::sin(3 * (x - 0.1) - 0.4) + 5, 1e-13);
    EXPECT_NEAR(parse("poly(dx(m), 0.5, 1, 2, 3, 4)").evaluate(0, leaf),
                1 + 2 * (x - 0.5) + 3 * std::pow(x - 0.5, 2) + 4 * std::pow(x - 0.5, 3), 1e-13);
  }
  EXPECT_EQ(value("poly(3, 1, 7)"), 7.0);
}

TEST(Expression, VariablesAndStatesAreMeasures) {
  const Expression e = parse("var(pump-1)*state(level)");
  ASSERT_EQ(e.measures().size(), 2u);
  EXPECT_EQ(e.measures()[0].arguments, std::vector<std::string>{"pump-1"});
  EXPECT_EQ(find_measure("var")->kind, MeasureArguments::name_of_variable);
  EXPECT_EQ(find_measure("state")->kind, MeasureArguments::name_of_state);
}

TEST(Expression, SaysWhereAValueIsNotFinite) {
  const SplineMap bounded{
      {"torque", std::make_shared<const Spline>("torque", std::vector<double>{0, 1, 2}, std::vector<double>{0, 1, 4},
                                                Extrapolation::error)}};
  struct Case {
    std::string text, problem;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Case> cases{
      {"1 + sqrt( 1 - dx(m)^2 )*2", "sqrt of -3 (needs x >= 0) in `sqrt( 1 - dx(m)^2 )`"},
      {"3/(dx(m) - 2)", "division by zero in `3/(dx(m) - 2)`"},
      {"1/0 + dx(m)", "division by zero in `1/0`"},
      {"2*log(dx(m) - 2)", "log of 0 (needs x > 0) in `log(dx(m) - 2)`"},
      {"exp(dx(m)*1000)", "exp of 2000 overflows in `exp(dx(m)*1000)`"},
      {"if(dx(m) > 0, asin(dx(m)), 1/0)", "asin of 2 (needs -1 <= x <= 1) in `asin(dx(m))`"},
      {"max(1/0, 3)*0 + if(time, sqrt(-1), 2)", "division by zero in `1/0`"},
      {"(-dx(m))^0.5", "-2 ^ 0.5 (needs a whole exponent where the base is negative) in `(-dx(m))^0.5`"},
      {"step(dx(m), 3, 0, 1, 1)", "step of 2, 3, 0, 1, 1 (needs x0 <= x1) in `step(dx(m), 3, 0, 1, 1)`"},
      {"2*linear(torque, dx(m) + 10)", "outside the data of spline torque: x = 12 in `linear(torque, dx(m) + 10)`"},
      {"1 + dy(m)*2 + dx(m)", "`dy(m)` is nan"},
      {"dx(m)", ""},
  };
  for (const Case& c : cases) {
    const Expression e = parse_expression(c.text, {}, {}, bounded);
    std::vector<double> leaves;
    for (const Measure& m : e.measures()) leaves.push_back(m.name == "dx" ? 2.0 : nan);
    EXPECT_EQ(e.domain_problem(0.0, leaves), c.problem) << c.text;
  }
}

TEST(Expression, EveryFunctionOfTheTableIsReachableByName) {
  for (const ExpressionFunction& function : expression_functions()) {
    if (std::isalpha(static_cast<unsigned char>(function.name.front())) == 0) continue;
    std::string call = std::string(function.name) + "(0.5";
    for (int i = 1; i < function.fewest_arguments; ++i) call += ", 0.5";
    EXPECT_NO_THROW(parse(call + ")")) << call;
  }
}

TEST(Expression, OutsideADomainTheValueIsNotFinite) {
  for (const char* text :
       {"sqrt(-1)", "log(-1)", "1/0", "asin(2)", "step(0, 1, 0, 0, 1)", "min(1, 0/0)", "max(0/0, 1)"}) {
    EXPECT_FALSE(std::isfinite(value(text))) << text;
  }
}

TEST(Expression, DependsOnTime) {
  const Expression e = parse("2*pi*time");
  EXPECT_TRUE(e.uses_time());
  EXPECT_FALSE(e.is_constant());
  EXPECT_DOUBLE_EQ(e.evaluate(0.5, {}), std::numbers::pi);
  EXPECT_TRUE(parse("2*pi").is_constant());
}

TEST(Expression, TheDefaultIsZero) {
  EXPECT_EQ(Expression().evaluate(1.0, {}), 0.0);
  EXPECT_TRUE(Expression().is_constant());
}

TEST(Expression, CollectsEachMeasureOnce) {
  const Expression e = parse("dx(crank.tip, ground) + dy(link-1) * dx( crank.tip ,ground) - kinetic_energy()");
  ASSERT_EQ(e.measures().size(), 3u);
  EXPECT_EQ(e.measures()[0].name, "dx");
  EXPECT_EQ(e.measures()[0].arguments, (std::vector<std::string>{"crank.tip", "ground"}));
  EXPECT_EQ(e.measures()[1].arguments, std::vector<std::string>{"link-1"});
  EXPECT_EQ(e.measures()[1].where.column, 10 + 24);
  EXPECT_TRUE(e.measures()[2].arguments.empty());
  EXPECT_FALSE(e.is_constant());
  EXPECT_DOUBLE_EQ(e.evaluate(0.0, std::vector<double>{2.0, 3.0, 4.0}), 2 + 3 * 2 - 4);
}

TEST(Expression, AParameterMayHaveTheNameOfAMeasure) {
  const Expression e = parse("theta + theta(crank)");
  EXPECT_EQ(e.measures().size(), 1u);
  EXPECT_DOUBLE_EQ(e.evaluate(0.0, std::vector<double>{1.0}), 3.0);
}

struct ErrorCase {
  std::string text;
  int offset;  // of the error in the text
  std::string message;
};

TEST(Expression, ErrorsSayWhereAndWhat) {
  const std::vector<ErrorCase> cases{
      {"", 0, "found nothing"},
      {"   ", 0, "found nothing"},
      {"1 +", 3, "ends here"},
      {"1 + * 2", 4, "found `*`"},
      {"(1 + 2", 0, "never closed"},
      {"1 + 2)", 5, "without a `(`"},
      {"2 L1", 2, "expected an operator"},
      {"2L1", 1, "expected an operator"},
      {"1.2.3", 3, "expected an operator"},
      {"0x10", 1, "expected an operator"},
      {"1e999", 0, "range"},
      {".", 0, "digit"},
      {"sine(1)", 0, "did you mean `sin`?"},
      {"1 + L3", 4, "did you mean `L1`?"},
      {"tme*2", 0, "did you mean `time`?"},
      {"sqrt", 0, "arguments in brackets"},
      {"dx", 0, "arguments in brackets"},
      {"pi(2)", 2, "is not a function"},
      {"L1(2)", 2, "is not a function"},
      {"sqrt(1, 2)", 0, "takes 1 argument, not 2"},
      {"step(1, 2)", 0, "takes 5 arguments, not 2"},
      {"min()", 0, "1 or more"},
      {"1 + dx()", 4, "takes 1 to 3 arguments, not 0"},
      {"dx(a,b,c,d)", 0, "not 4"},
      {"az(a,b,c)", 0, "takes 1 to 2 arguments, not 3"},
      {"kinetic_energy(a)", 0, "takes no arguments, not 1"},
      {"dx(a,)", 5, "name of a marker"},
      {"dx(a b)", 5, "`)`"},
      {"dx(a", 2, "never closed"},
      {"1 < 2 < 3", 6, "chained"},
      {"a = 2", 2, "`==`"},
      {"1 = 2", 2, "`==`"},
      {"2**3", 1, "`^`"},
      {"1 & 2", 2, "operator"},
      {"1 # 2", 2, "unexpected character `#`"},
      {"1 \xc3\xa9", 2, "byte 0xc3"},
      {"link{i}", 4, "repeat"},
      {"akima(s, time)", 6, "unknown spline `s`"},
      {"var()", 0, "takes 1 argument, not 0"},
      {"state(a, b)", 0, "takes 1 argument, not 2"},
      {"akima(torqe, time)", 6, "did you mean `torque`?"},
      {"2*akima(torque, time)", 8, "needs 5 points or more, but the spline `torque` has 3"},
      {"linear(torque)", 0, "takes 2 arguments, not 1"},
      {"linear(torque, 1, 2)", 0, "takes 2 arguments, not 3"},
      {"cubic(, 1)", 6, "name of a spline"},
      {"cubic(torque 1)", 13, "`)`"},
      {"cubic(torque, 1", 5, "never closed"},
      {"cubic", 0, "arguments in brackets"},
      {"shf(1, 2)", 0, "takes 6 arguments, not 2"},
      {"poly(1, 2)", 0, "3 or more arguments"},
      {"zzzzqqqq", 0, "unknown name `zzzzqqqq`"},
  };
  for (const ErrorCase& c : cases) {
    try {
      parse(c.text);
      ADD_FAILURE() << "no error: " << c.text;
    } catch (const ModelError& error) {
      EXPECT_EQ(error.where().file, "m.yaml");
      EXPECT_EQ(error.where().line, 4);
      EXPECT_EQ(error.where().column, 10 + c.offset) << c.text << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(c.message), std::string::npos) << c.text << ": " << error.what();
    }
  }
}

TEST(Expression, DeepNestingIsRefusedNotFatal) {
  const std::size_t deep = 100000;
  EXPECT_THROW(parse(std::string(deep, '(') + "1" + std::string(deep, ')')), ModelError);
  EXPECT_THROW(parse(std::string(deep, '-') + "1"), ModelError);
  std::string powers = "time";
  for (int i = 0; i < 1000; ++i) powers += "^time";
  EXPECT_THROW(parse(powers), ModelError);
  std::string calls;
  for (int i = 0; i < 1000; ++i) calls += "sin(";
  EXPECT_THROW(parse(calls), ModelError);
  const std::size_t fine = 150;
  EXPECT_EQ(value(std::string(fine, '(') + "1" + std::string(fine, ')')), 1.0);
}

TEST(Expression, TheStackIsCheckedWhenParsing) {
  std::string many = "min(time";
  for (int i = 0; i < expression_stack_size; ++i) many += ", time";
  EXPECT_THROW(parse(many + ")"), ModelError);
  std::string enough = "min(time";
  for (int i = 1; i < expression_stack_size; ++i) enough += ", time + 0";
  EXPECT_THROW(parse(enough + ")"), ModelError);  // the sum needs one more
  std::string too_long = "time";
  for (int i = 0; i < expression_length_limit / 2; ++i) too_long += " + time";
  EXPECT_THROW(parse(too_long), ModelError);
  std::string sum = "time";
  for (int i = 0; i < 5000; ++i) sum += " + time";
  EXPECT_DOUBLE_EQ(value(sum, 1.0), 5001.0);
}

TEST(Expression, NamesAreFoundWithTheirPlaces) {
  const std::vector<NameUse> uses = names_in_expression("L1*time + dx(a, b)", {}, parameters);
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].name, "L1");
  EXPECT_EQ(uses[1].kind, NameUse::Kind::time);
  EXPECT_EQ(uses[2].offset, 10u);
  EXPECT_EQ(uses[2].length, 8u);
}

}  // namespace
}  // namespace alembert
