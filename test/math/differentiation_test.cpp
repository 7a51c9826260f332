// The numbers that differentiate: each function's first derivative by differences of its value, its second (Taylor) by
// differences of the first (Dual).
#include <gtest/gtest.h>

#include "math/dual.h"
#include "math/taylor.h"

namespace alembert {
namespace {

template <class F>
void check(const char* name, F&& f, double x) {
  const double h = 1e-5;
  const auto first = [&](double at) { return f(Dual<1>::variable(at, 0)).d[0]; };
  const Taylor series = f(Taylor(x, 1.0, 0.0));
  const double by_differences = (f(Dual<1>(x + h)).value - f(Dual<1>(x - h)).value) / (2 * h);
  // Central differences err by h^2 of a third derivative, and by rounding over h.
  EXPECT_NEAR(first(x), by_differences, 1e-8) << name;
  EXPECT_DOUBLE_EQ(series.first, first(x)) << name;
  EXPECT_NEAR(2.0 * series.second, (first(x + h) - first(x - h)) / (2 * h), 1e-8) << name;
}

TEST(Differentiation, OfEveryFunction) {
  check(
      "sqrt", [](const auto& x) { return sqrt(x); }, 0.7);
  check(
      "sin", [](const auto& x) { return sin(x); }, 0.7);
  check(
      "cos", [](const auto& x) { return cos(x); }, 0.7);
  check(
      "exp", [](const auto& x) { return exp(x); }, 0.7);
  check(
      "log", [](const auto& x) { return log(x); }, 0.7);
  check(
      "pow", [](const auto& x) { return pow(x, 2.5); }, 0.7);
  check(
      "abs", [](const auto& x) { return abs(x * x * x); }, -0.7);
  check(
      "quotient", [](const auto& x) { return (1.0 + x * x) / (2.0 - x); }, 0.7);
  check(
      "chain", [](const auto& x) { return exp(-sin(x) * x) - x / (1.0 + x); }, 0.7);
}

}  // namespace
}  // namespace alembert
