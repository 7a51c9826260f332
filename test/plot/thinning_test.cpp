#include "plot/thinning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace alembert::plot {
namespace {

std::vector<Point> wave(std::size_t count, double width) {
  std::vector<Point> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    out[i] = {width * share, 100.0 + 80.0 * std::sin(1000.0 * share) * std::sin(7e4 * share)};
  }
  return out;
}

double extreme(const std::vector<Point>& points, bool low) {
  const auto ends = std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
  return low ? ends.first->y : ends.second->y;
}

TEST(Thinning, KeepsFourPointsAColumnAndEveryPeak) {
  const std::vector<Point> all = wave(1000000, 700.0);
  const std::vector<Point> kept = thinned_line(all);
  EXPECT_LE(kept.size(), 4 * 700U);
  EXPECT_EQ(extreme(kept, true), extreme(all, true));
  EXPECT_EQ(extreme(kept, false), extreme(all, false));
  EXPECT_EQ(kept.front().x, all.front().x);
  EXPECT_EQ(kept.back().x, all.back().x);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(), [](Point a, Point b) { return a.x < b.x; }));
}

TEST(Thinning, LeavesShortLinesAlone) {
  const std::vector<Point> all = {{0.0, 1.0}, {10.0, 2.0}, {5.0, 3.0}, {5.0, 4.0}, {20.0, -1.0}};
  EXPECT_EQ(thinned_line(all).size(), all.size());
}

TEST(Thinning, KeepsGaps) {
  const double nan = std::nan("");
  const std::vector<Point> kept = thinned_line({{0.1, 1.0}, {0.2, nan}, {0.3, nan}, {0.4, 2.0}, {nan, 0.0}});
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_TRUE(std::isnan(kept[1].y));
  EXPECT_EQ(kept[2].y, 2.0);
}

TEST(Thinning, OfNothingIsNothing) {
  EXPECT_TRUE(thinned_line({}).empty());
  EXPECT_TRUE(thinned_points({}).empty());
}

TEST(Thinning, DrawsPointsOnTopOfEachOtherOnce) {
  const std::vector<Point> points = {{1.0, 1.0}, {1.01, 1.0}, {2.0, 1.0}, {std::nan(""), 1.0}, {1.0, 1.0}};
  EXPECT_EQ(thinned_points(points), (std::vector<std::size_t>{0, 2}));
  EXPECT_LE(thinned_points(wave(200000, 100.0)).size(), 4 * 101 * 162U);
}

}  // namespace
}  // namespace alembert::plot
