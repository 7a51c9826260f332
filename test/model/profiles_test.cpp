// Ready profiles in the section `curves:`.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "elements/curve.h"
#include "model/reader.h"

namespace alembert {
namespace {

CurveDefinition curve(const std::string& text, const std::string& head = "units: {length: mm, angle: deg}\n") {
  const Model model = read_model_text("alembert: 1\n" + head + "curves:\n  c: " + text + "\n", "m.yaml");
  return model.curves.at(0);
}

double largest_radius(const CurveDefinition& c) {
  double out = 0.0;
  for (const Vec3& p : c.points) out = std::max(out, p.norm());
  return out;
}

TEST(Profiles, AreClosedAndInTheUnitsOfTheFile) {
  const CurveDefinition gear = curve("{involute: {module: 2, teeth: 20, pressure_angle: 20}}");
  EXPECT_TRUE(gear.closed);
  EXPECT_NEAR(largest_radius(gear), 0.022, 1e-6);
  const CurveDefinition other = curve("{involute: {module: 2e-3, teeth: 20}}", "");
  EXPECT_NEAR(largest_radius(other), 0.022, 1e-6);
  EXPECT_NEAR(largest_radius(curve("{sprocket: {pitch: 12.7, teeth: 20, roller: 8.51}}")), 0.0432, 2e-4);
  EXPECT_GT(largest_radius(curve("{geneva: {slots: 4, distance: 100, pin: 10}}")), 0.07);
  EXPECT_LT(largest_radius(curve("{geneva: {slots: 4, distance: 100, pin: 10, part: lock}}")), 0.07);
}

TEST(Profiles, RadialFormulasAreMetToOneInAMillion) {
  const CurveDefinition c = curve("{radial: 100 + 8*(1 - cos(12*phi))}");
  const Curve spline(c.points, true);
  for (const double s : spline.samples(5)) {
    Vec3 p, d1, d2;
    spline.at(s, p, d1, d2);
    const double r = 0.1 + 0.008 * (1.0 - std::cos(12.0 * std::atan2(p[1], p[0])));
    EXPECT_NEAR(p.norm(), r, 2e-6 * r);
  }
  EXPECT_EQ(curve("{radial: 100, count: 12}").points.size(), 12u);
}

TEST(Profiles, AreRefusedWithPlaceAndReason) {
  struct Case {
    std::string text, message, at;
  };
  const Case cases[] = {
      {"{involute: {module: 2}}", "needs the key `teeth`", "{module"},
      {"{involute: {module: 2, teeth: 3}}", "5 teeth or more", "{module"},
      {"{involute: {module: 2, theeth: 30}}", "did you mean `teeth`?", "theeth"},
      {"{sprocket: {pitch: 10, teeth: 20, roller: 6, tip_diameter: 90}}", "`tip_diameter` must be", "{pitch"},
      {"{geneva: {slots: 2, distance: 100, pin: 10}}", "`slots` must be 3 to 50", "{slots"},
      {"{geneva: {slots: 4, distance: 100, pin: 10, part: pin}}", "one of wheel, lock", "pin}"},
      {"{involute: {module: 2, teeth: 20}, closed: false}", "always closed", "false"},
      {"{involute: {module: 2, teeth: 20}, count: 3}", "`count` needs `x`", "3}"},
      {"{involute: {module: 2, teeth: 20}, radial: 1}", "needs one of", "{inv"},
      {"{radial: 1 - 2*cos(phi)}", "must be positive", "1 -"},
      {"{radial: 1 + abs(sin(phi))}", "corners or jumps", "1 +"},
      {"{radial: 1, count: 2}", "`count` must be 3", "2}"},
  };
  for (const Case& c : cases) {
    const std::string line = "  c: " + c.text;
    try {
      curve(c.text, "");
      ADD_FAILURE() << c.text;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(c.message), std::string::npos) << c.text << "\n" << error.what();
      EXPECT_EQ(error.where().line, 3) << error.what();
      EXPECT_EQ(error.where().column, static_cast<int>(line.find(c.at)) + 1) << c.text << "\n" << error.what();
    }
  }
}

}  // namespace
}  // namespace alembert
