// Mass, centre of mass and inertia of bodies from the densities of their shapes.
#include <gtest/gtest.h>

#include <string>

#include "model/reader.h"

namespace alembert {
namespace {

Model read_dense(const std::string& keys, const std::string& before = "") {
  return read_model_text("alembert: 1\n" + before + "bodies: {a: {" + keys + "}}", "m.yaml");
}

Body dense_body(const std::string& keys, const std::string& before = "") {
  return read_dense(keys, before).bodies.at(1);
}

std::string refusal(const std::string& keys) {
  try {
    read_dense(keys);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Density, GivesABlockItsMassAndInertia) {
  const Body body = dense_body("density: 500, geometry: [{box: [1, 2, 4]}]");
  EXPECT_DOUBLE_EQ(body.mass, 4000.0);
  EXPECT_TRUE(body.com.isZero(0.0));
  EXPECT_TRUE(body.inertia.isApprox(Mat3(Vec3(20.0, 17.0, 5.0).asDiagonal()) * (4000.0 / 12.0), 1e-14));
}

TEST(Density, OfSeveralShapesAddsUpAboutTheCommonCentre) {
  // Two balls of 1 and 3 kg on a rod without mass.
  const Body body = dense_body(
      "geometry: [{sphere: 1, at: [0, 0, 4], density: 3/(4/3*pi)}, "
      "{sphere: 1, density: 1/(4/3*pi)}, {line: [[0, 0, 0], [0, 0, 4]]}, {box: [9, 9, 9]}]");
  EXPECT_NEAR(body.mass, 4.0, 1e-14);
  EXPECT_TRUE(body.com.isApprox(Vec3(0.0, 0.0, 3.0), 1e-14));
  EXPECT_TRUE(body.inertia.isApprox(Mat3(Vec3(13.6, 13.6, 1.6).asDiagonal()), 1e-14));
}

TEST(Density, FollowsTheOrientationOfAShape) {
  const Body body = dense_body(
      "density: 1, geometry: [{box: [1, 2, 4], at: [5, 6, 7], orientation: {axis: [0, 0, 1], angle: pi/2}}]");
  EXPECT_TRUE(body.com.isApprox(Vec3(5.0, 6.0, 7.0), 1e-14));
  EXPECT_TRUE(body.inertia.isApprox(Mat3(Vec3(17.0, 20.0, 5.0).asDiagonal()) * (8.0 / 12.0), 1e-13));
}

TEST(Density, OfAShapeComesBeforeThatOfTheBody) {
  EXPECT_NEAR(dense_body("density: 2, geometry: [{box: [1, 1, 1], density: 5}, {box: [1, 1, 1]}]").mass, 7.0, 1e-14);
  EXPECT_NEAR(
      dense_body("density: 2, geometry: [{plane: [0, 0, 1]}, {sphere: 3, inside: true}, {box: [1, 1, 1]}]").mass, 2.0,
      1e-14);
}

TEST(Density, IsInTheUnitsOfTheFile) {
  const Body body = dense_body("density: 7.8, geometry: [{box: [10, 10, 10]}]", "units: {length: cm, mass: g}\n");
  EXPECT_NEAR(body.mass, 7.8, 1e-14);
}

TEST(Density, GivesPlanarBodiesAndPointsWhatTheyHave) {
  const Body planar = dense_body("type: planar, density: 3, geometry: [{box: [1, 2, 4], at: [1, 0, 0]}]");
  EXPECT_DOUBLE_EQ(planar.mass, 24.0);
  EXPECT_TRUE(planar.com.isApprox(Vec3(1.0, 0.0, 0.0), 1e-15));
  EXPECT_NEAR(planar.inertia(2, 2), 10.0, 1e-13);
  EXPECT_EQ(planar.inertia(0, 0), 0.0);
  const Body point = dense_body("type: point, density: 3, geometry: [{box: [1, 1, 1], at: [1, 0, 0]}]");
  EXPECT_DOUBLE_EQ(point.mass, 3.0);
  EXPECT_TRUE(point.inertia.isZero(0.0));
}

TEST(Density, PutsTheMarkerOfTheCentreWhereThatIs) {
  const Model model = read_dense("density: 1, geometry: [{box: [1, 1, 1], at: [1, 2, 3]}]");
  EXPECT_EQ(model.marker(model.bodies[1].com_marker).at, Vec3(1.0, 2.0, 3.0));
}

TEST(Density, ThatMakesNoSenseIsRefused) {
  const std::string box = "geometry: [{box: [1, 1, 1]}]";
  EXPECT_EQ(refusal("density: 0, " + box), "m.yaml:2:23: `density` must be positive");
  EXPECT_EQ(refusal("density: 1, mass: 1, " + box),
            "m.yaml:2:32: `mass` follows from the shapes where these have a density");
  EXPECT_EQ(refusal("density: 1, inertia: [1, 1, 1], " + box),
            "m.yaml:2:35: `inertia` follows from the shapes where these have a density");
  EXPECT_EQ(refusal("density: 1, com: [1, 1, 1], " + box),
            "m.yaml:2:31: `com` follows from the shapes where these have a density");
  EXPECT_EQ(refusal("density: 1"), "m.yaml:2:23: body `a` has a `density`, but no shape that has mass");
  EXPECT_EQ(refusal("density: 1, geometry: [{plane: [0, 0, 1]}]"),
            "m.yaml:2:23: body `a` has a `density`, but no shape that has mass");
  EXPECT_EQ(refusal(box), "m.yaml:2:13: body `a` needs the key `mass`, or shapes with a `density`");
  EXPECT_EQ(refusal("mass: 1, " + box), "m.yaml:2:13: body `a` needs the key `inertia`");
  EXPECT_NE(refusal("geometry: [{plane: [0, 0, 1], density: 1}]").find("lines, planes and hollows have no mass"),
            std::string::npos);
  EXPECT_NE(refusal("density: 1, geometry: [{mesh: missing.stl}]").find("m.yaml:2:37: "), std::string::npos);
  EXPECT_NE(
      refusal("mass: 1, inertia: [1, 1, 1]}, ground: {geometry: [{sphere: 1, density: 1}]").find("ground has no mass"),
      std::string::npos);
}

}  // namespace
}  // namespace alembert
