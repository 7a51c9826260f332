#include "flexible/rain_flow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace alembert::flexible {
namespace {

std::map<double, double> counts(const std::vector<Cycle>& cycles) {
  std::map<double, double> out;
  for (const Cycle& c : cycles) out[c.range] += c.count;
  return out;
}

// ASTM E1049-85, section 5.4.5 and Figure 6.
TEST(RainFlow, CountsTheExampleOfTheStandard) {
  const std::vector<double> history{-2, 1, -3, 5, -1, 3, -4, 4, -2};
  const std::map<double, double> expected{{3, 0.5}, {4, 1.5}, {6, 0.5}, {8, 1.0}, {9, 0.5}};
  EXPECT_EQ(counts(rain_flow(history)), expected);
}

TEST(RainFlow, MeansAreThoseOfTheStandard) {
  // A-B, B-C, E-F (whole), C-D, D-G, G-H, H-I
  const std::vector<Cycle> cycles = rain_flow(std::vector<double>{-2, 1, -3, 5, -1, 3, -4, 4, -2});
  ASSERT_EQ(cycles.size(), 7U);
  const double expected[][3] = {{3, -0.5, 0.5}, {4, -1, 0.5}, {4, 1, 1},  {8, 1, 0.5},
                                {9, 0.5, 0.5},  {8, 0, 0.5},  {6, 1, 0.5}};
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(cycles[k].range, expected[k][0]);
    EXPECT_EQ(cycles[k].mean, expected[k][1]);
    EXPECT_EQ(cycles[k].count, expected[k][2]);
  }
}

TEST(RainFlow, PointsBetweenReversalsChangeNothing) {
  const std::vector<double> bare{-2, 1, -3, 5, -1, 3, -4, 4, -2};
  std::vector<double> fine;
  for (std::size_t k = 0; k + 1 < bare.size(); ++k)
    for (int i = 0; i < 8; ++i) fine.push_back(bare[k] + (bare[k + 1] - bare[k]) * i / 8.0);
  fine.insert(fine.end(), {-2, -2, -2});
  EXPECT_EQ(reversals_of(fine), bare);
  EXPECT_EQ(counts(rain_flow(fine)), counts(rain_flow(bare)));
}

TEST(RainFlow, SineHasACycleAPeriod) {
  std::vector<double> history;
  for (int k = 0; k <= 1000; ++k) history.push_back(3.0 + 2.0 * std::sin(2.0 * M_PI * k / 100.0));
  double total = 0.0;
  for (const Cycle& c : rain_flow(history)) {
    if (c.range < 3.9) continue;
    EXPECT_NEAR(c.range, 4.0, 1e-12);
    EXPECT_NEAR(c.mean, 3.0, 1e-12);
    total += c.count;
  }
  EXPECT_NEAR(total, 9.5, 1e-12);  // the two quarters at the ends make smaller half cycles
}

// Each range between two reversals is half a cycle or part of a whole one.
TEST(RainFlow, CountsEveryReversalOnce) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> history;
    for (int k = 0; k < 60; ++k) history.push_back(value(random));
    double total = 0.0, largest = 0.0;
    for (const Cycle& c : rain_flow(history)) {
      total += 2.0 * c.count;
      largest = std::max(largest, c.range);
    }
    EXPECT_EQ(total, static_cast<double>(reversals_of(history).size() - 1));
    const auto [low, high] = std::minmax_element(history.begin(), history.end());
    EXPECT_EQ(largest, *high - *low);
    double classed = 0.0;
    for (const Cycle& c : in_classes(rain_flow(history), 16)) classed += 2.0 * c.count;
    EXPECT_NEAR(classed, total, 1e-9);
  }
}

TEST(RainFlow, WhatDoesNotSwingHasNoCycles) {
  EXPECT_TRUE(rain_flow(std::vector<double>{}).empty());
  EXPECT_TRUE(rain_flow(std::vector<double>{1.0}).empty());
  EXPECT_TRUE(rain_flow(std::vector<double>(10, 2.0)).empty());
  EXPECT_TRUE(in_classes({}, 16).empty());
}

}  // namespace
}  // namespace alembert::flexible
