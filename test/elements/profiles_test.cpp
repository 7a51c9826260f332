// Ready profiles: gears, sprockets and Geneva drives, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/curve.h"
#include "elements/profiles/geneva.h"
#include "elements/profiles/involute.h"
#include "elements/profiles/sprocket.h"

namespace alembert::profiles {
namespace {

using std::numbers::pi;

struct Sample {
  Vec3 at, direction;
  double curvature;
};

std::vector<Sample> samples_of(const std::vector<Vec3>& points) {
  const Curve curve(points, true);
  std::vector<Sample> out;
  for (const double s : curve.samples(8)) {
    Vec3 c, d1, d2;
    curve.at(s, c, d1, d2);
    out.push_back({c, d1.normalized(), (d1[0] * d2[1] - d1[1] * d2[0]) / std::pow(d1.norm(), 3)});
  }
  return out;
}

double least_distance(const Curve& curve, double x, double y) {
  const Vec3 p(x, y, 0.0);
  Vec3 c, d1, d2;
  curve.at(curve.nearest(p), c, d1, d2);
  return (c - p).norm();
}

// The same from a point to whose neighbourhood much of the curve is equally near, where a search would not end.
double least_distance(const std::vector<Sample>& samples, double x, double y) {
  double out = 1e300;
  for (const Sample& s : samples) out = std::min(out, std::hypot(s.at[0] - x, s.at[1] - y));
  return out;
}

double polar_angle(const Vec3& p) { return std::atan2(p[1], p[0]); }

Involute gear(int teeth, double shift = 0.0, double backlash = 0.0) {
  Involute out;
  out.module = 4.0;
  out.teeth = teeth;
  out.shift = shift;
  out.backlash = backlash;
  return out;
}

// The contour is smoothed over 0.05 m, which takes 0.05^2 m/12 of the curvature times m off a flank: 1e-4 m and less
// where its radius of curvature is 2 m and more.
constexpr double kFlank = 2e-4;

// The base tangent length: parallel plates over k teeth, which touch the outer flanks, are apart by
//   W = m cos a ((k - 1/2) pi + z inv a) + 2 x m sin a - backlash cos a.
TEST(InvoluteProfile, HasTheBaseTangentLength) {
  for (const double shift : {0.0, 0.3})
    for (const double backlash : {0.0, 0.1}) {
      const Involute g = gear(20, shift, backlash);
      const double a = g.pressure_angle, inv = std::tan(a) - a;
      const int k = 3;
      const double expected = g.module * std::cos(a) * ((k - 0.5) * pi + g.teeth * inv) +
                              2.0 * shift * g.module * std::sin(a) - backlash * std::cos(a);
      double highest = 0.0;  // of the tooth next to the one on the x axis
      for (const Sample& s : samples_of(contour_of(g)))
        if (std::abs(polar_angle(s.at) - 2.0 * pi / g.teeth) < pi / g.teeth &&
            s.at.norm() > g.pitch_radius() - (0.65 - shift) * g.module)
          highest = std::max(highest, s.at[1]);
      EXPECT_NEAR(2.0 * highest, expected, 2.0 * kFlank * g.module) << shift << " " << backlash;
    }
}

TEST(InvoluteProfile, HasItsThicknessOnThePitchCircle) {
  for (const int teeth : {12, 20, 60}) {
    const Involute g = gear(teeth, 0.2, 0.05);
    const std::vector<Sample> samples = samples_of(contour_of(g));
    double half = 0.0;
    for (std::size_t k = 0; k + 1 < samples.size(); ++k) {
      const double angle = polar_angle(samples[k].at), r = samples[k].at.norm(), next = samples[k + 1].at.norm();
      if (angle > 0.0 && angle < pi / teeth && r >= g.pitch_radius() && next < g.pitch_radius())
        half = angle + (polar_angle(samples[k + 1].at) - angle) * (r - g.pitch_radius()) / (r - next);
    }
    const double thickness = g.module * (pi / 2.0 + 2.0 * g.shift * std::tan(g.pressure_angle)) - g.backlash;
    EXPECT_NEAR(2.0 * half * g.pitch_radius(), thickness, 3.0 * kFlank * g.module) << teeth;
  }
}

// All normals of flanks touch the base circle: a pair turns in the ratio of these, to as much as they differ.
TEST(InvoluteProfile, NormalsOfFlanksTouchTheBaseCircle) {
  for (const int teeth : {17, 20, 30, 60}) {
    const Involute g = gear(teeth);
    const double base = g.pitch_radius() * std::cos(g.pressure_angle);
    int flanks = 0;
    for (const Sample& s : samples_of(contour_of(g))) {
      const double r = s.at.norm();
      if (r < std::max(base + 0.2 * g.module, g.pitch_radius() - 0.6 * g.module) ||
          r > g.pitch_radius() + 0.85 * g.module)
        continue;
      ++flanks;
      EXPECT_NEAR(std::abs(s.at.dot(s.direction)), base, 1e-4 * base) << teeth << " " << r;
    }
    EXPECT_GT(flanks, 100);
  }
}

// A spline through arcs that join would swing, with hollows in a flank that bulges.
TEST(InvoluteProfile, CurvatureDoesNotSwing) {
  const Involute g = gear(20);
  const double base = g.pitch_radius() * std::cos(g.pressure_angle);
  for (const Sample& s : samples_of(contour_of(g)))
    if (s.at.norm() > base) {
      EXPECT_GT(s.curvature, 0.0) << s.at.norm();
    }
}

TEST(InvoluteProfile, LiesBetweenRootAndTip) {
  for (const int teeth : {8, 20, 100}) {
    const Involute g = gear(teeth);
    double lowest = 1e300, highest = 0.0;
    for (const Sample& s : samples_of(contour_of(g))) {
      lowest = std::min(lowest, s.at.norm());
      highest = std::max(highest, s.at.norm());
    }
    EXPECT_NEAR(lowest, g.pitch_radius() - 1.25 * g.module, 1e-3 * g.module) << teeth;
    EXPECT_NEAR(highest, g.pitch_radius() + g.module, 1e-3 * g.module) << teeth;
  }
}

TEST(InvoluteProfile, SaysWhatDoesNotFit) {
  const auto problem = [](auto&& change) -> std::string {
    Involute g = gear(20);
    change(g);
    try {
      contour_of(g);
    } catch (const ProfileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(problem([](Involute& g) { g.teeth = 4; }).find("5 teeth or more"), std::string::npos);
  EXPECT_NE(problem([](Involute& g) { g.addendum = 3.0; }).find("pointed"), std::string::npos);
  EXPECT_NE(problem([](Involute& g) { g.fillet = 2.0; }).find("does not fit"), std::string::npos);
  EXPECT_NE(problem([](Involute& g) { g.backlash = 7.0; }).find("`backlash`"), std::string::npos);
  EXPECT_NE(problem([](Involute& g) { g.rounding = 0.0; }).find("`rounding`"), std::string::npos);
  EXPECT_NE(problem([](Involute& g) { g.module = -1.0; }).find("`module`"), std::string::npos);
}

Sprocket sprocket(int teeth) { return {12.7, teeth, 8.51, {}}; }

// Rollers of a chain lie on the pitch polygon, and touch the bottom of every gap.
TEST(SprocketProfile, SeatsRollersOnThePitchCircle) {
  for (const int teeth : {9, 10, 17, 25, 60}) {
    const Sprocket s = sprocket(teeth);
    const std::vector<Vec3> points = contour_of(s);
    const std::vector<Sample> samples = samples_of(points);
    const Curve curve(points, true);
    const double R = s.pitch_radius();
    EXPECT_NEAR(2.0 * R * std::sin(pi / teeth), s.pitch, 1e-12);
    for (int k = 0; k < teeth; ++k) {
      const double angle = 2.0 * pi * k / teeth;
      EXPECT_NEAR(least_distance(curve, R * std::cos(angle), R * std::sin(angle)), 0.5 * s.roller, 2e-6 * s.roller);
    }
    // The seat: an arc of 0.505 d1, over the seating angle less the smoothing at its ends.
    const double half = 0.5 * (140.0 - 90.0 / teeth) * pi / 180.0 - 0.15, centre = R + 0.005 * s.roller;
    for (const Sample& sample : samples) {
      const double dx = sample.at[0] - centre, dy = sample.at[1];
      if (std::abs(std::atan2(dy, -dx)) < half && std::hypot(dx, dy) < s.roller) {
        EXPECT_NEAR(std::hypot(dx, dy), 0.505 * s.roller, 2e-6 * s.roller);
      }
    }
  }
}

TEST(SprocketProfile, TipIsWithinTheStandard) {
  for (const int teeth : {9, 17, 60}) {
    Sprocket s = sprocket(teeth);
    double highest = 0.0;
    for (const Sample& sample : samples_of(contour_of(s))) highest = std::max(highest, 2.0 * sample.at.norm());
    EXPECT_GT(highest, s.least_tip_diameter() - 0.01 * s.roller);
    EXPECT_LT(highest, s.largest_tip_diameter());
    s.tip_diameter = 1.01 * s.largest_tip_diameter();
    EXPECT_THROW(contour_of(s), ProfileError);
  }
  EXPECT_THROW(contour_of(sprocket(4)), ProfileError);
  EXPECT_THROW(contour_of(Sprocket{10.0, 20, 11.0, {}}), ProfileError);
}

// While the driver turns by pi - 2 pi/n, its pin lies on the axis of a slot and touches neither wall; it comes in along
// it.
TEST(GenevaProfile, PinPassesAlongTheSlot) {
  for (const int n : {4, 5, 6, 8}) {
    const Geneva g{n, 100.0, 10.0, 0.2, 3.0};
    const Curve wheel(wheel_of(g), true);
    const double a = g.distance, q = a * std::sin(pi / n), entry = pi / 2.0 - pi / n;
    for (int k = -20; k <= 20; ++k) {
      const double driver = entry * k / 20.0;
      const double x = a - q * std::cos(driver), y = q * std::sin(driver);  // of the pin from the wheel, along the slot
      const double along = std::hypot(x, y), turned = std::atan2(y, x);
      if (std::abs(k) == 20) {
        EXPECT_NEAR(std::abs(turned), pi / n, 1e-12);                       // half of what the wheel turns
        EXPECT_NEAR(along, a * std::cos(pi / n), 1e-12 * a);                // at the mouth
        const double vx = q * std::sin(driver), vy = q * std::cos(driver);  // of the pin: across the slot it has none
        EXPECT_NEAR((x * vy - y * vx) / along, 0.0, 1e-12 * a);
      }
      const double gap = least_distance(wheel, along, 0.0) - 0.5 * g.pin;
      EXPECT_GT(gap, 0.09) << n << " " << k;
      // Between the walls half of the clearance is left on either side; smoothing takes a little off where they begin.
      if (along < a * std::cos(pi / n) - 5.0) {
        EXPECT_NEAR(gap, 0.1, 3e-3) << n << " " << k;
      }
    }
  }
}

// While the wheel rests, its hollow is about the driver's axis and the lock in it, with the clearance all round.
TEST(GenevaProfile, LockFillsTheHollow) {
  for (const int n : {4, 6}) {
    const Geneva g{n, 100.0, 10.0, 0.2, 3.0};
    const std::vector<Sample> wheel = samples_of(wheel_of(g)), lock = samples_of(lock_of(g));
    double outer = 0.0;
    for (const Sample& s : lock) outer = std::max(outer, s.at.norm());
    const double hollow =
        least_distance(wheel, g.distance * std::cos(pi / n), g.distance * std::sin(pi / n));  // from the driver's axis
    EXPECT_NEAR(hollow - outer, 0.2, 2e-3) << n;
    // At half the transfer the pin points at the wheel, whose horns pass the cut.
    double horns = 0.0;
    for (const Sample& s : wheel) horns = std::max(horns, s.at.norm());
    EXPECT_GT(least_distance(lock, g.distance, 0.0), horns + 1.0) << n;
  }
}

TEST(GenevaProfile, SaysWhatDoesNotFit) {
  EXPECT_THROW(wheel_of({2, 100.0, 10.0, {}, {}}), ProfileError);
  EXPECT_THROW(wheel_of({4, 100.0, 60.0, {}, {}}), ProfileError);
  EXPECT_THROW(wheel_of({4, -1.0, 10.0, {}, {}}), ProfileError);
  EXPECT_THROW(wheel_of({4, 100.0, 10.0, {}, 80.0}), ProfileError);
}

}  // namespace
}  // namespace alembert::profiles
