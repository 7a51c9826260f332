#include "model/orientation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "model/reader.h"

namespace alembert {
namespace {

Quat orientation(const std::string& text, const std::string& angle_unit = "rad") {
  return read_model_text("alembert: 1\nunits: {angle: " + angle_unit +
                             "}\nbodies: {a: {mass: 1, inertia: [1, 1, 1], orientation: " + text + "}}",
                         "m.yaml")
      .bodies[1]
      .orientation;
}

Mat3 about(char axis, double angle) { return Eigen::AngleAxisd(angle, Vec3::Unit(axis - 'x')).toRotationMatrix(); }

void expect_near(const Quat& q, const Mat3& expected, const std::string& what) {
  EXPECT_NEAR((q.toRotationMatrix() - expected).norm(), 0.0, 1e-14) << what;
  EXPECT_NEAR(q.norm(), 1.0, 1e-15) << what;
}

// Numbers of five digits: the nearest rotation is taken, and said to be.
TEST(Orientation, OfAMatrixThatIsRoundedIsMadeARotationWithANote) {
  const auto model = [](const std::string& matrix) {
    return read_model_text("alembert: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], orientation: " + matrix + "}}",
                           "m.yaml");
  };
  const Model rounded = model("[[0.87758, -0.47943, 0], [0.47943, 0.87758, 0], [0, 0, 1.00001]]");
  ASSERT_EQ(rounded.notes.size(), 1u);
  EXPECT_NE(rounded.notes[0].find("m.yaml:2:"), std::string::npos) << rounded.notes[0];
  EXPECT_NE(rounded.notes[0].find("body `a`"), std::string::npos);
  EXPECT_NE(rounded.notes[0].find("off from perpendicular unit vectors by 2e-05"), std::string::npos);
  const Mat3 R = rounded.bodies[1].orientation.toRotationMatrix();
  EXPECT_LT((R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_NEAR(R(0, 0), std::cos(0.5), 1e-5);
  EXPECT_TRUE(model("[[cos(0.5), -sin(0.5), 0], [sin(0.5), cos(0.5), 0], [0, 0, 1]]").notes.empty());
}

TEST(Orientation, AllFormsAgree) {
  const Mat3 expected = about('z', 0.5);
  const double c = std::cos(0.5), s = std::sin(0.5);
  expect_near(orientation("{axis: [0, 0, 7], angle: 0.5}"), expected, "axis");
  expect_near(orientation("{quaternion: [2*cos(0.25), 0, 0, 2*sin(0.25)]}"), expected, "quaternion, not normalised");
  expect_near(orientation("{x: [cos(0.5), sin(0.5), 0.3], z: [0, 0, 2]}"), expected, "directions, not perpendicular");
  expect_near(orientation("[[cos(0.5), -sin(0.5), 0], [sin(0.5), cos(0.5), 0], [0, 0, 1]]"), expected, "matrix");
  expect_near(orientation("{euler: xyz, angles: [0, 0, 0.5]}"), expected, "euler");
  EXPECT_NEAR(orientation("{axis: [1, 0, 0], angle: 90}", "deg").x(), std::sqrt(0.5), 1e-15);
  expect_near(orientation("[[" + std::to_string(c) + ", -sin(0.5), 0], [sin(0.5), cos(0.5), 0], [0, 0, 1]]"),
              Quat(orientation("[[" + std::to_string(c) + ", -sin(0.5), 0], [sin(0.5), cos(0.5), 0], [0, 0, 1]]"))
                  .toRotationMatrix(),
              "matrix with six digits is made orthonormal");
  EXPECT_GT(s, 0.0);
}

TEST(Orientation, EveryEulerSequenceTurnsAboutBodyAxes) {
  int count = 0;
  for (const char a : {'x', 'y', 'z'}) {
    for (const char b : {'x', 'y', 'z'}) {
      for (const char c : {'x', 'y', 'z'}) {
        const std::string sequence{a, b, c};
        const std::string text = "{euler: " + sequence + ", angles: [0.3, -1.1, 2.5]}";
        if (a == b || b == c) {
          EXPECT_THROW(orientation(text), ModelError) << sequence;
          continue;
        }
        ++count;
        expect_near(orientation(text), about(a, 0.3) * about(b, -1.1) * about(c, 2.5), sequence);
      }
    }
  }
  EXPECT_EQ(count, 12);
}

TEST(Orientation, FramesFromOneDirectionAreRightHanded) {
  for (const Vec3& z : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 1)}) {
    const Quat q = frame_from_z(z.normalized());
    EXPECT_NEAR((q * Vec3::UnitZ() - z.normalized()).norm(), 0.0, 1e-15);
  }
  EXPECT_EQ(frame_from_z(Vec3::UnitZ()).coeffs(), Quat::Identity().coeffs());
}

TEST(Orientation, DirectionsOfAnySizeAreNormalised) {
  EXPECT_EQ(direction(Vec3(0, 1e300, 0)), Vec3::UnitY());
  EXPECT_EQ(direction(Vec3(0, 1e-300, 0)), Vec3::UnitY());
  EXPECT_FALSE(direction(Vec3::Zero()));
}

}  // namespace
}  // namespace alembert
