// Closed paths round circles and equal links along them, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/link_path.h"

namespace alembert {
namespace {

using std::numbers::pi;

LinkPath links_round(const std::vector<WrapCircle>& circles, int links, double start = 0.0, bool may_cross = false) {
  return LinkPath([&](double) { return LinkPath::Shape{circles, start}; }, links, may_cross);
}

std::string problem_of(const std::vector<WrapCircle>& circles, int links = 40) {
  try {
    links_round(circles, links);
  } catch (const PathError& error) {
    return std::to_string(error.circle()) + ": " + error.what();
  }
  return "";
}

// Of all chords, from the one they should have; rounding of lengths along the path is a few 1e-16 of the whole.
double largest_chord_error(const LinkPath& path) {
  double out = 0.0;
  for (int i = 1; i <= path.links(); ++i)
    out = std::max(out, std::abs((path.hinge(i + 1) - path.hinge(i)).norm() - path.chord()));
  return out;
}

TEST(WrapPath, RoundTwoEqualCirclesIsTwoHalfCirclesAndTwoLines) {
  const WrapPath path({{{1, 2}, 0.5, 1}, {{4, 6}, 0.5, 1}});
  EXPECT_NEAR(path.length(), 2 * 5 + 2 * pi * 0.5, 1e-14);
  EXPECT_NEAR(path.wrap(0), pi, 1e-15);
  EXPECT_NEAR(path.run_direction(0), std::atan2(4, 3), 1e-15);
  EXPECT_EQ(path.turns(), 1);
}

TEST(WrapPath, RoundTwoUnequalCirclesHasTheLengthOfAnOpenBelt) {
  const double r = 0.3, R = 1.1, d = 2.7, lean = std::asin((R - r) / d);
  const WrapPath path({{{0, 0}, r, 1}, {{d, 0}, R, 1}});
  EXPECT_NEAR(path.length(), 2 * d * std::cos(lean) + pi * (r + R) + 2 * lean * (R - r), 1e-14);
}

TEST(WrapPath, RoundThreeEqualCirclesIsTheTriangleAndOneCircle) {
  const WrapPath path({{{0, 0}, 0.2, 1}, {{3, 0}, 0.2, 1}, {{3, 4}, 0.2, 1}});
  EXPECT_NEAR(path.length(), 3 + 4 + 5 + 2 * pi * 0.2, 1e-14);
  EXPECT_NEAR(path.wrap(1), pi / 2, 1e-15);
}

TEST(WrapPath, CrossedBeltHasTheLengthOfTheTextbook) {
  const double r = 0.5, R = 1, d = 4, lean = std::asin((R + r) / d);
  const std::vector<WrapCircle> circles{{{0, 0}, R, 1}, {{d, 0}, r, -1}};
  const WrapPath path(circles);
  EXPECT_NEAR(path.length(), 2 * d * std::cos(lean) + (R + r) * (pi + 2 * lean), 1e-14);
  EXPECT_EQ(path.turns(), 0);
  EXPECT_NE(problem_of(circles).find("0: the path crosses itself"), std::string::npos) << problem_of(circles);
  const LinkPath links = links_round(circles, 60, 0.0, true);
  EXPECT_NEAR(links.angle(61), links.angle(1), 1e-12);  // it turns as much to the left as to the right
}

TEST(WrapPath, ClockwisePathsMirrorCounterClockwiseOnes) {
  const LinkPath left = links_round({{{0, 0}, 1, 1}, {{5, 1}, 2, 1}, {{2, 6}, 0.7, 1}}, 50, 0.3);
  const LinkPath right = links_round({{{0, 0}, 1, -1}, {{5, -1}, 2, -1}, {{2, -6}, 0.7, -1}}, 50, 0.3);
  EXPECT_NEAR(left.chord(), right.chord(), 1e-14);
  for (int i = -60; i < 120; i += 7) {
    EXPECT_NEAR(left.hinge(i).x(), right.hinge(i).x(), 1e-12);
    EXPECT_NEAR(left.hinge(i).y(), -right.hinge(i).y(), 1e-12);
    EXPECT_NEAR(left.angle(i), -right.angle(i), 1e-12);
  }
}

TEST(LinkPath, OnOneCircleIsARegularPolygon) {
  for (const int n : {3, 4, 7, 100, 1000}) {
    const LinkPath path = links_round({{{1, -1}, 2, 1}}, n);
    EXPECT_NEAR(path.chord(), 4 * std::sin(pi / n), 4e-15);
    EXPECT_NEAR(path.hinge(1).x(), 3, 1e-15);
    EXPECT_NEAR(path.hinge(1).y(), -1, 1e-15);
    EXPECT_NEAR(path.angle(n + 1) - path.angle(1), 2 * pi, 1e-14);
    EXPECT_NEAR(path.turn(2), 2 * pi / n / path.chord(), 1e-10);
    EXPECT_LT(largest_chord_error(path), 4e-15 * path.length());
  }
}

// A belt on four pulleys: radii of the circles of its hinges follow from the chord, such that tension and contact
// balance. Expected: by an independent program, which takes arc and chord apart by bisection.
TEST(LinkPath, BeltWithRadiiThatDependOnItsChord) {
  const double rows[4][4] = {{0, 0, .075, 1}, {0, .210, .060, 1}, {-.200, .150, .028, 1}, {-.125, .055, .030, -1}};
  const auto shape = [&](double chord) {
    LinkPath::Shape out;
    for (const auto& row : rows) {
      const double sunk = std::pow(400 * chord / row[2] / 1.67e8, 1 / 1.5);
      out.circles.push_back({{row[0], row[1]}, std::hypot(row[2] - sunk, chord / 2), static_cast<int>(row[3])});
    }
    return out;
  };
  const LinkPath path(shape, 100, false);
  EXPECT_NEAR(path.length(), 1.03888, 5e-6);
  EXPECT_NEAR(path.chord(), 0.0103808, 5e-8);
  const double wraps[4] = {168.4, 111.4, 131.9, 51.7};  // degrees
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(path.wrap(k + 1) * 180 / pi, wraps[k], 0.06);
  EXPECT_LT(largest_chord_error(path), 1e-15);
  // Equal parts of the length would have chords that differ by a per cent.
  EXPECT_GT(path.length() / 100 - path.chord(), 5e-6);
}

// 17 links above and below, 6 round each end: hinges lie on the pitch polygons, and the run is 17 links long.
TEST(LinkPath, TrackLiesOnItsPitchPolygons) {
  const double p = 0.5, R = p / (2 * std::sin(pi / 12));
  const LinkPath path = links_round({{{0, R}, R, -1}, {{17 * p, R}, R, -1}}, 46);
  EXPECT_NEAR(path.chord(), p, 1e-15);
  for (int k = 0; k <= 6; ++k) {
    EXPECT_NEAR(path.hinge(1 + k).x(), -R * std::sin(k * pi / 6), 1e-13);
    EXPECT_NEAR(path.hinge(1 + k).y(), R - R * std::cos(k * pi / 6), 1e-13);
  }
  for (int k = 0; k <= 17; ++k) EXPECT_NEAR(path.hinge(7 + k).x(), k * p, 1e-13);
  EXPECT_NEAR(path.angle(47) - path.angle(1), -2 * pi, 1e-12);
}

// Radii of sprockets follow from the chord; far from the right one the idler, on the back, would be passed by.
TEST(LinkPath, ChainOnSprocketsWithAnIdlerOnItsBack) {
  const auto shape = [](double chord) {
    const auto radius = [&](int teeth) { return chord / (2 * std::sin(pi / teeth)); };
    return LinkPath::Shape{{{{0, 0}, radius(17), 1}, {{105, -55}, radius(11), -1}, {{220, 0}, radius(25), 1}}, 0.0};
  };
  const LinkPath path(shape, 56, false);
  EXPECT_LT(largest_chord_error(path), 4e-15 * path.length());
  const auto seated = [&](const Vec2& centre, int teeth) {
    int out = 0;
    for (int i = 1; i <= path.links(); ++i)
      out += std::abs((path.hinge(i) - centre).norm() - path.chord() / (2 * std::sin(pi / teeth))) < 1e-12 ? 1 : 0;
    return out;
  };
  EXPECT_NEAR(seated({0, 0}, 17), path.wrap(1) / (2 * pi / 17), 1.0);
  EXPECT_NEAR(seated({105, -55}, 11), path.wrap(2) / (2 * pi / 11), 1.0);
  EXPECT_NEAR(seated({220, 0}, 25), path.wrap(3) / (2 * pi / 25), 1.0);
}

TEST(LinkPath, StartMovesTheHingesAlong) {
  const std::vector<WrapCircle> circles{{{0, 0}, 1, 1}, {{5, 0}, 1, 1}};
  const LinkPath a = links_round(circles, 30), moved = links_round(circles, 30, pi + 0.25),
                 before = links_round(circles, 30, 0.25 - 10 - pi);
  EXPECT_NEAR(a.hinge(1).x(), 0, 1e-15);  // where the path meets circle 1, from the right above
  EXPECT_NEAR(a.hinge(1).y(), 1, 1e-15);
  EXPECT_NEAR(moved.hinge(1).x(), 0.25, 1e-14);
  EXPECT_NEAR(moved.hinge(1).y(), -1, 1e-14);
  EXPECT_NEAR((before.hinge(1) - moved.hinge(1)).norm(), 0, 1e-13);
}

TEST(LinkPath, ManyAndFewLinksCloseToRounding) {
  const std::vector<WrapCircle> circles{{{0, 0}, 1, 1}, {{3, 0.4}, 0.2, -1}, {{6, 0}, 2, 1}, {{3, 5}, 0.5, 1}};
  for (const int n : {20, 77, 5000}) {
    const LinkPath path = links_round(circles, n);
    EXPECT_LT(largest_chord_error(path), 4e-15 * path.length()) << n;
  }
}

TEST(LinkPath, SaysWhyThereIsNone) {
  const auto expect = [](const std::vector<WrapCircle>& circles, const char* message, int links = 40) {
    const std::string problem = problem_of(circles, links);
    EXPECT_NE(problem.find(message), std::string::npos) << problem;
  };
  expect({{{0, 0}, 1, 1}, {{0.2, 0}, 3, 1}}, "1: no line touches circles 1 and 2: circle 1 lies inside circle 2");
  expect({{{0, 0}, 1, 1}, {{0, 0}, 1, 1}}, "1: circles 1 and 2 have the same centre");
  expect({{{0, 0}, 1, 1}, {{1.5, 0}, 1, -1}}, "1: no line goes between circles 1 and 2, which lie on different sides");
  expect({{{0, 0}, 1, 1}, {{4, 0}, 1, 1}, {{2, 0.5}, 0.3, 1}},
         "2: the path crosses itself: it would wind 348.4 degrees");
  expect(
      {{{0, 0}, 1, 1}, {{2, 1.2}, 0.3, -1}, {{4, 0}, 1, 1}},
      "2: the path crosses itself: its straight part from circle 1 to circle 2 meets its straight part from circle 3");
  expect({{{0, 0}, 1, 1}, {{4, 0}, 1, 1}, {{0, 4}, 1, 1}, {{4, 4}, 1, 1}}, "the path crosses itself");
  expect({{{0, 0}, 1, 1}}, "too few", 2);
  expect({{{0, 0}, 1, 1}, {{9, 0}, 1, 1}}, "too few", 5);
}

}  // namespace
}  // namespace alembert
