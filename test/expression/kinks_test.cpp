// The times at which expressions of time have kinks.
#include "expression/kinks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

namespace alembert {
namespace {

using Times = std::vector<double>;

const SplineMap curves{{"bent", std::make_shared<const Spline>("bent", Times{0, 1, 2, 3, 5}, Times{0, 1, 2, 0, 0})},
                       {"five", std::make_shared<const Spline>("five", Times{1, 2, 3, 4, 5}, Times{0, 1, 2, 0, 0})}};

Times kinks(const std::string& text, double begin = 0.0, double end = 10.0, std::vector<std::string>* left = nullptr) {
  return kink_times(parse_expression(text, {}, {{"a", 0.25}}, curves), begin, end, left);
}

void expect_near(const Times& found, const Times& right, double tolerance, const std::string& what) {
  ASSERT_EQ(found.size(), right.size()) << what << " " << ::testing::PrintToString(found);
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], right[k], tolerance) << what;
}

TEST(KinkTimes, OfLinearArgumentsAreExact) {
  EXPECT_EQ(kinks("step(time, 1, 0, 2, 5)"), (Times{1, 2}));
  EXPECT_EQ(kinks("step5(time, 0.1, 0, 0.3, 5)"), (Times{0.1, 0.3}));
  EXPECT_EQ(kinks("havsin(time - 1, a, 0, 2*a, 5)"), (Times{1.25, 1.5}));
  EXPECT_EQ(kinks("if(time > 0.7, 1, 0)"), (Times{0.7}));
  EXPECT_EQ(kinks("if(10*time < 3, 1, 0)"), (Times{0.3}));
  EXPECT_EQ(kinks("abs(time - 3)"), (Times{3}));
  EXPECT_EQ(kinks("sign(2 - time/2)"), (Times{4}));
  EXPECT_EQ(kinks("min(time, 5)"), (Times{5}));
  EXPECT_EQ(kinks("max(time, 2, 6 - time)"), (Times{2, 3, 4}));
  EXPECT_EQ(kinks("(time > 1) + (time >= 2)"), (Times{1, 2}));
  EXPECT_EQ(kinks("if(time > 1 and time < 2 or not time < 8, 1, 0)"), (Times{1, 2, 8}));
  EXPECT_EQ(kinks("impact(time, 1, 3, 1e3, 1.5, 1, 0.1)"), (Times{3}));
}

TEST(KinkTimes, AreNoneWhereAllIsSmooth) {
  for (const char* text :
       {"time", "3", "sin(time)", "exp(-time)*time^2", "shf(time, 0, 1, 2, 0, 0)", "step(3, 1, 0, 2, 5)", "abs(3)",
        "poly(time, 0, 1, 2)", "dx(A)", "abs(dx(A))", "step(dx(A), 1, 0, 2, 5)*time"})
    EXPECT_EQ(kinks(text), Times{}) << text;
}

TEST(KinkTimes, KeepToTheInterval) {
  EXPECT_EQ(kinks("step(time, -1, 0, 2, 5)"), (Times{2}));
  EXPECT_EQ(kinks("step(time, 0, 0, 10, 5)"), (Times{0, 10}));
  EXPECT_EQ(kinks("step(time, 1, 0, 20, 5)", 2.0, 3.0), Times{});
  EXPECT_EQ(kinks("abs(time - 1)", 3.0, 2.0), Times{});
}

TEST(KinkTimes, RepeatThemselves) {
  const Times found = kinks("mod(time, 0.1)", 0.0, 1.0);
  ASSERT_EQ(found.size(), 11u);
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(found[k], 0.1 * static_cast<double>(k));
  EXPECT_EQ(kinks("floor(time)", 0.5, 3.5), (Times{1, 2, 3}));
  EXPECT_EQ(kinks("ceil(2*time)", 0.2, 1.2), (Times{0.5, 1}));
  EXPECT_EQ(kinks("round(time)", 0.0, 2.0), (Times{0.5, 1.5}));
  // A square wave, and pulses within each period.
  EXPECT_EQ(kinks("if(mod(time, 2) < 1, 1, 0)", 0.5, 4.5), (Times{1, 2, 3, 4}));
  expect_near(kinks("step(mod(time, 1), 0.25, 0, 0.5, 1)", 0.1, 1.9), {0.25, 0.5, 1, 1.25, 1.5}, 1e-14, "pulses");
}

TEST(KinkTimes, OfOtherArgumentsAreHalvedInOn) {
  Times zeros;
  for (int k = 0; k <= 9; ++k) zeros.push_back(k * std::numbers::pi / 3.0);
  expect_near(kinks("abs(sin(3*time))"), zeros, 2e-15 * 10, "abs of sine");
  expect_near(kinks("step(time^2, 1, 0, 4, 5)"), {1, 2}, 1e-15, "step of a square");
  expect_near(kinks("if(exp(-time) < 0.5, 1, 0)"), {std::log(2.0)}, 1e-15, "exponential");
  expect_near(kinks("min(sin(time), cos(time))", 0.0, 3.0), {std::numbers::pi / 4}, 1e-15, "sine and cosine");
  expect_near(kinks("floor(time^2)", 0.5, 1.9), {1, std::sqrt(2.0), std::sqrt(3.0)}, 1e-15, "floor of a square");
}

TEST(KinkTimes, OfConditionsThatAreNumbers) {
  // Not 0 from 2 on, and 0 again from 6.
  EXPECT_EQ(kinks("if(step(time, 2, 0, 3, 1) - step(time, 5, 0, 6, 1), 1, 0)"), (Times{2, 3, 5, 6}));
}

TEST(KinkTimes, OfNestedParts) {
  EXPECT_EQ(kinks("step(time, 1, 0, 2, 5)*dx(A) + abs(dy(A))*abs(time - 4)"), (Times{1, 2, 4}));
  EXPECT_EQ(kinks("step(time, 1, dx(A), 2, vx(A))"), (Times{1, 2}));
  EXPECT_EQ(kinks("sin(abs(time - 1))^2 + exp(min(time, 3))"), (Times{1, 3}));
  EXPECT_EQ(kinks("if(dx(A) > step(time, 1, 0, 2, 5), time, 0)"), (Times{1, 2}));
  // A step of a step: where the outer one begins, the inner is at 0.5.
  expect_near(kinks("step(step(time, 0, 0, 1, 1), 0.5, 0, 2, 1)"), {0, 0.5, 1}, 1e-9, "step of a step");
}

TEST(KinkTimes, OfSplinesAreTheirEndsAndBends) {
  EXPECT_EQ(kinks("linear(bent, time)"), (Times{0, 2, 3, 5}));  // at 1 it goes on straight
  EXPECT_EQ(kinks("linear(bent, time/2 - 1)"), (Times{2, 6, 8}));
  EXPECT_EQ(kinks("cubic(bent, time - 1)"), (Times{1, 6}));
  EXPECT_EQ(kinks("akima(five, time)"), (Times{1, 5}));
}

TEST(KinkTimes, TooManyAreLeftOut) {
  std::vector<std::string> left;
  EXPECT_EQ(kinks("mod(time, 1e-6) + abs(time - 2)", 0.0, 10.0, &left), (Times{2}));
  EXPECT_EQ(left, std::vector<std::string>{"mod(time, 1e-6)"});
}

}  // namespace
}  // namespace alembert
