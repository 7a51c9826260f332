#include "plot/ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "plot/scale.h"

namespace alembert::plot {
namespace {

std::vector<std::string> labels(const Ticks& ticks) {
  std::vector<std::string> out;
  for (const Tick& tick : ticks.ticks)
    if (!tick.label.empty()) out.push_back(tick.label);
  return out;
}
using Labels = std::vector<std::string>;

TEST(Ticks, AreRoundNumbers) {
  EXPECT_EQ(labels(linear_ticks(0.0, 1.0, 8)), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(-3.1, 4.2, 8)), (Labels{"−3", "−2", "−1", "0", "1", "2", "3", "4"}));
  EXPECT_EQ(labels(linear_ticks(0.0, 230.0, 5)), (Labels{"0", "50", "100", "150", "200"}));
  EXPECT_EQ(labels(linear_ticks(0.0, 20000.0, 3)), (Labels{"0", "10000", "20000"}));
}

TEST(Ticks, OfLargeAndSmallNumbersHaveAFactor) {
  const Ticks large = linear_ticks(0.0, 2.5e6, 6);
  EXPECT_EQ(labels(large), (Labels{"0.0", "0.5", "1.0", "1.5", "2.0", "2.5"}));
  EXPECT_EQ(axis_text({"force", "N"}, large), "force (10⁶ N)");
  const Ticks small = linear_ticks(-4e-8, 2e-8, 8);
  EXPECT_EQ(labels(small), (Labels{"−40", "−30", "−20", "−10", "0", "10", "20"}));
  EXPECT_EQ(axis_text({"error", ""}, small), "error (10⁻⁹)");
  EXPECT_EQ(axis_text({"x", "m"}, linear_ticks(0.0, 1.0, 8)), "x (m)");
  EXPECT_EQ(axis_text({"moment", "N*m"}, linear_ticks(0.0, 1.0, 8)), "moment (N·m)");
  EXPECT_EQ(axis_text({"acceleration", "m/s^2"}, linear_ticks(0.0, 1.0, 8)), "acceleration (m/s²)");
  EXPECT_EQ(axis_text({"count", ""}, linear_ticks(0.0, 1.0, 8)), "count");
}

TEST(Ticks, OfNearlyEqualNumbersAreDifferences) {
  const Ticks ticks = linear_ticks(1000.00001, 1000.00003, 8);
  EXPECT_EQ(ticks.offset, 1000.0);
  EXPECT_EQ(axis_text({"energy", "J"}, ticks), "energy − 1000 (10⁻⁶ J)");
  EXPECT_EQ(labels(ticks), (Labels{"10", "15", "20", "25", "30"}));
  EXPECT_EQ(linear_ticks(1234.5 - 1e-7, 1234.5 + 1e-7, 8).offset, 1234.5);
  EXPECT_EQ(axis_text({"energy", "J"}, linear_ticks(-1000.00003, -1000.00001, 8)), "energy + 1000 (10⁻⁶ J)");
}

TEST(Ticks, OfLogarithmsAreDecades) {
  const Ticks few = logarithmic_ticks(0.5e-3, 2.0, 8);
  EXPECT_EQ(labels(few), (Labels{"10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
  EXPECT_EQ(few.ticks.size(), 4 + 5 + 8 + 8 + 8 + 1U);  // 5 to 9 below the first decade, 2 above the last
  EXPECT_EQ(labels(logarithmic_ticks(1e-20, 1e4, 8)),
            (Labels{"10⁻²⁰", "10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "10⁰", "10⁴"}));
  EXPECT_EQ(labels(logarithmic_ticks(2.5, 7.5, 8)), (Labels{"3", "4", "5", "6", "7"}));
}

// Whatever the range, the ticks lie in it, are few, differ, and can be told apart by their labels.
TEST(Ticks, HoldForAnyRange) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0), exponent(-280.0, 299.0), narrow(-12.0, 3.0);
  for (int trial = 0; trial < 20000; ++trial) {
    const double middle = mantissa(random) * std::pow(10.0, exponent(random));
    const double width = std::abs(middle) * std::pow(10.0, narrow(random));
    Range range(false);
    range.include(middle);
    range.include(middle + width);
    const Range::Ends ends = range.ends(0.05);
    ASSERT_LT(ends.low, ends.high) << middle << " " << width;
    for (const int most : {2, 5, 8}) {
      const Ticks ticks = linear_ticks(ends.low, ends.high, most);
      ASSERT_LE(ticks.ticks.size(), static_cast<std::size_t>(most)) << middle << " " << width;
      ASSERT_GE(ticks.ticks.size(), 1U) << middle << " " << width;
      const double rounding = 1e-6 * (ends.high - ends.low);
      for (std::size_t i = 0; i < ticks.ticks.size(); ++i) {
        ASSERT_GE(ticks.ticks[i].value, ends.low - rounding) << middle << " " << width;
        ASSERT_LE(ticks.ticks[i].value, ends.high + rounding) << middle << " " << width;
        ASSERT_LE(ticks.ticks[i].label.size(), 12U) << ticks.ticks[i].label;
        if (i > 0) {
          ASSERT_NE(ticks.ticks[i].label, ticks.ticks[i - 1].label) << middle << " " << width;
        }
      }
    }
  }
}

TEST(Scale, GivesRoomToASingleValueAndToNone) {
  for (const double value : {0.0, 3.0, -1e-9, 1e300, -1e300, 5e-324, 1e-295}) {
    Range range(false);
    range.include(value);
    EXPECT_LT(range.ends(0.05).low, value);
    EXPECT_GT(range.ends(0.05).high, value);
    EXPECT_LE(linear_ticks(range.ends(0.05).low, range.ends(0.05).high, 8).ticks.size(), 8U);
  }
  EXPECT_EQ(Range(false).ends(0.05).high, 1.0);
  EXPECT_EQ(Range(true).ends(0.05).high, 10.0);
}

TEST(Scale, LeavesOutWhatNoAxisCanShow) {
  Range linear(false), logarithmic(true);
  for (const double value : std::initializer_list<double>{std::nan(""), INFINITY, -INFINITY, 1e308, 1.0, 2.0})
    linear.include(value);
  EXPECT_EQ(linear.ends(0.0).low, 1.0);
  EXPECT_EQ(linear.ends(0.0).high, 2.0);
  for (const double value : std::initializer_list<double>{-1.0, 0.0, 1e-300, INFINITY, 1.0, 100.0})
    logarithmic.include(value);
  EXPECT_NEAR(logarithmic.ends(0.0).low, 1.0, 1e-12);
  const Scale scale(true, logarithmic.ends(0.0), 0.0, 10.0);
  EXPECT_NEAR(scale.place(10.0), 5.0, 1e-12);
}

TEST(Scale, HoldsForTheWidestLogarithms) {
  Range range(true);
  range.include(1e-290);
  range.include(1e300);
  const Range::Ends ends = range.ends(0.05);
  EXPECT_GT(ends.low, 0.0);
  EXPECT_TRUE(std::isfinite(ends.high));
  EXPECT_LE(labels(logarithmic_ticks(ends.low, ends.high, 8)).size(), 8U);
}

}  // namespace
}  // namespace alembert::plot
