// What a valid model file becomes.
#include "model/reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

namespace alembert {
namespace {

constexpr double tiny = 1e-14;

Model read(const std::string& text, const ReadOptions& options = {}) {
  return read_model_text("alembert: 1\n" + text, "m.yaml", options);
}

Vec3 global_position(const Model& model, const Marker& m) {
  const Body& body = model.body(m.body);
  return body.position + body.orientation * m.at;
}

Quat global_orientation(const Model& model, const Marker& m) { return model.body(m.body).orientation * m.orientation; }

const char* const slider_crank = R"(
title: Slider-crank
parameters:
  L2: 2*L1
  L1: 0.3
gravity: [0, -9.81, 0]
bodies:
  ground:
    markers: {anchor: {at: [1, 0, 0]}}
  crank:
    mass: 3
    inertia: [1e-4, L1^2/4, L1^2/4]
    position: [0, -L1/2, 0]
    orientation: {axis: [0, 0, 1], angle: -pi/2}
    com: [0.01, 0, 0]
    velocity: [1, 2, 3]
    angular_velocity: [0, 0, 4]
    markers:
      tip: {at: [L1/2, 0, 0]}
    geometry:
      - {box: [L1, 0.03, 0.02], color: steelblue}
      - {cylinder: [0.1, 0.2], at: [0, 0, 1], orientation: {axis: [1, 0, 0], angle: pi/2}, color: "#ff0000"}
      - {line: [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}
      - {mesh: crank.stl}
  rod: {mass: 1, inertia: [1, 1, 1], position: [L2, 0, 0]}
joints:
  crankshaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  wrist: {type: spherical, between: [crank.tip, rod]}
forces:
  spring: {type: spring_damper, between: [ground.anchor, rod], stiffness: 100, damping: 5}
  twist: {type: torsion_spring_damper, joint: crankshaft, stiffness: 7, angle: 0.1, preload: 2}
  push: {type: general_force, on: rod.com, force: [1, 2, 3], torque: [4, 5, 6], frame: crank, reaction: ground}
outputs:
  crank_angle: az(crank, ground)
  wrist_force: fm(wrist)
simulation:
  analysis: dynamics
  end: 2
  method: {name: hht, alpha: -0.05}
  tolerance: 1e-5
  output_step: 0.01
)";

TEST(Reader, ReadsTheExampleOfTheContract) {
  const Model m = read(slider_crank);
  EXPECT_EQ(m.title, "Slider-crank");
  EXPECT_EQ(m.parameters.at("L2"), 0.6);
  EXPECT_EQ(m.gravity, Vec3(0, -9.81, 0));
  ASSERT_EQ(m.bodies.size(), 3u);
  EXPECT_EQ(m.bodies[0].kind, BodyKind::ground);
  const Body& crank = m.bodies[1];
  EXPECT_EQ(crank.name, "crank");
  EXPECT_EQ(crank.mass, 3);
  EXPECT_EQ(crank.inertia(1, 1), 0.3 * 0.3 / 4);
  EXPECT_EQ(crank.velocity, Vec3(1, 2, 3));
  EXPECT_EQ(crank.angular_velocity, Vec3(0, 0, 4));
  EXPECT_NEAR((crank.orientation * Vec3::UnitX() + Vec3::UnitY()).norm(), 0.0, tiny);
  EXPECT_EQ(m.marker(crank.frame_marker).name, "crank");
  EXPECT_EQ(m.marker(crank.com_marker).at, Vec3(0.01, 0, 0));
  EXPECT_EQ(crank.where.line, 11);
  EXPECT_EQ(crank.where.column, 3);
  ASSERT_EQ(crank.geometry.size(), 4u);
  EXPECT_EQ(crank.geometry[0].size, (std::vector<double>{0.3, 0.03, 0.02}));
  EXPECT_EQ(crank.geometry[2].points.size(), 3u);
  EXPECT_EQ(crank.geometry[3].file, "crank.stl");
  EXPECT_EQ(m.simulation.method.name, "hht");
  EXPECT_EQ(m.simulation.method.parameters.at("alpha"), -0.05);
  EXPECT_EQ(m.simulation.end, 2.0);
  EXPECT_EQ(m.simulation.tolerance, 1e-5);
  EXPECT_FALSE(m.simulation.step);
}

TEST(Reader, ReadsForces) {
  const Model m = read(slider_crank);
  ASSERT_EQ(m.forces.size(), 3u);
  const auto& spring = std::get<SpringDamper>(m.forces[0].parameters);
  EXPECT_DOUBLE_EQ(spring.length, 0.4);  // the distance at the start
  const auto& twist = std::get<TorsionSpringDamper>(m.forces[1].parameters);
  EXPECT_EQ(twist.markers, m.joints[0].markers);
  EXPECT_EQ(twist.preload, 2);
  const auto& push = std::get<AppliedForce>(m.forces[2].parameters);
  EXPECT_EQ(m.marker(push.on).name, "rod.com");
  EXPECT_EQ(m.marker(push.frame).name, "crank");
  EXPECT_EQ(push.torque, Vec3(4, 5, 6));
}

TEST(Reader, ShorthandMarkersCoincideAtTheStart) {
  const Model m = read(R"(
bodies:
  a: {mass: 1, inertia: [1, 1, 1], position: [1, 2, 3], orientation: {euler: zxz, angles: [0.1, 0.7, 2]}}
  b: {mass: 1, inertia: [1, 1, 1], position: [-1, 0, 3], orientation: {euler: xyz, angles: [1, 0.7, -2]}}
joints:
  j: {type: cylindrical, bodies: [a, b], at: [0.5, 0.6, 0.7], axis: [1, 2, -2]}
)");
  const Marker& first = m.marker(m.joints[0].markers[0]);
  const Marker& second = m.marker(m.joints[0].markers[1]);
  EXPECT_TRUE(first.made_by_shorthand);
  EXPECT_EQ(first.name, "a.j");
  EXPECT_NEAR((global_position(m, first) - Vec3(0.5, 0.6, 0.7)).norm(), 0.0, tiny);
  EXPECT_NEAR((global_position(m, second) - Vec3(0.5, 0.6, 0.7)).norm(), 0.0, tiny);
  EXPECT_NEAR(global_orientation(m, first).angularDistance(global_orientation(m, second)), 0.0, 1e-7);
  EXPECT_NEAR((global_orientation(m, first) * Vec3::UnitZ() - Vec3(1, 2, -2) / 3).norm(), 0.0, tiny);
}

TEST(Reader, ShorthandMarkersHaveNamesOfTheirOwnThatNobodyElseCanUse) {
  const std::string bodies = "bodies: {a: {mass: 1, inertia: [1, 1, 1], markers: {j: {}}}}\n";
  const std::string joint = "{type: spherical, bodies: [ground, a], at: [0, 0, 0]}";
  const Model m = read(bodies + "joints: {j: " + joint + ", j_2: " + joint + "}");
  EXPECT_EQ(m.marker(m.joints[0].markers[1]).name, "a.j_2");
  EXPECT_EQ(m.marker(m.joints[1].markers[1]).name, "a.j_2_2");
  EXPECT_THROW(read(bodies + "joints: {j: " + joint + "}\noutputs: {o: dx(ground.j)}"), ModelError);
}

TEST(Reader, UniversalJointTakesTheArmsOfTheCross) {
  const Model m = read(R"(
bodies:
  a: {mass: 1, inertia: [1, 1, 1], orientation: {axis: [1, 1, 0], angle: 1}}
  b: {mass: 1, inertia: [1, 1, 1]}
joints:
  u: {type: universal, bodies: [a, b], at: [0, 0, 0], axes: [[0, 2, 0], [0, 0, 3]]}
  p: {type: perpendicular_axes, bodies: [a, b], axes: [[0, 2, 0], [0, 0, 3]]}
)");
  const Marker& first = m.marker(m.joints[0].markers[0]);
  const Marker& second = m.marker(m.joints[0].markers[1]);
  EXPECT_NEAR((global_orientation(m, first) * Vec3::UnitX() - Vec3::UnitY()).norm(), 0.0, tiny);
  EXPECT_NEAR((global_orientation(m, second) * Vec3::UnitY() - Vec3::UnitZ()).norm(), 0.0, tiny);
  EXPECT_NEAR((global_orientation(m, first) * Vec3::UnitZ() - Vec3::UnitX()).norm(), 0.0, tiny);
  const Quat p1 = global_orientation(m, m.marker(m.joints[1].markers[0]));
  const Quat p2 = global_orientation(m, m.marker(m.joints[1].markers[1]));
  EXPECT_NEAR((p1 * Vec3::UnitZ() - Vec3::UnitY()).norm(), 0.0, tiny);
  EXPECT_NEAR((p2 * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 0.0, tiny);
}

TEST(Reader, JointsWithoutAnAxisMayLeaveItOut) {
  const Model m = read(R"(
bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {type: point, mass: 1, position: [3, 4, 0]}}
joints:
  f: {type: fixed, bodies: [ground, a], at: [1, 0, 0]}
  s: {type: spherical, bodies: [ground, b], at: [3, 4, 0]}
  o: {type: orientation, bodies: [ground, a]}
  d: {type: distance, between: [a, b]}
  e: {type: distance, between: [ground, b.com], length: 2}
  i: {type: inplane, between: [ground, b]}
  h: {type: inplane, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}
)");
  EXPECT_EQ(m.joints.size(), 7u);
  EXPECT_EQ(m.marker(m.joints[6].markers[1]).at, Vec3::Zero());  // the point itself, wherever the plane is given
  EXPECT_EQ(m.joints[3].numbers.at("length"), 5.0);
  EXPECT_EQ(m.joints[4].numbers.at("length"), 2.0);
}

TEST(Reader, PlanarBodiesTakeOneMomentOfInertia) {
  const Model m = read(R"(
bodies:
  a: {type: planar, mass: 1, inertia: 2, orientation: {axis: [0, 0, 1], angle: 1}}
  b: {type: planar, mass: 1, inertia: [1, 2, 5]}
  c: {type: planar, mass: 1, inertia: [[1, 0, 0], [0, 1, 0], [0, 0, 7]]}
)");
  EXPECT_EQ(m.bodies[1].inertia(2, 2), 2);
  EXPECT_EQ(m.bodies[2].inertia, Mat3(Vec3(0, 0, 5).asDiagonal()));
  EXPECT_EQ(m.bodies[3].inertia(2, 2), 7);
}

TEST(Reader, ConvertsEveryFieldToSi) {
  const Model m = read(R"(
units: {length: mm, mass: g, time: ms, angle: deg, force: kN}
gravity: [0, -2, 0]
bodies:
  a: {mass: 3, inertia: [1, 1, 1], position: [1, 0, 0], velocity: [5, 0, 0], angular_velocity: [0, 0, 90],
      orientation: {axis: [0, 0, 1], angle: 90}, geometry: [{sphere: 4}]}
joints:
  j: {type: revolute, bodies: [ground, a], at: [1, 0, 0], axis: [0, 0, 1]}
forces:
  s: {type: spring_damper, between: [ground, a], stiffness: 1, damping: 1, length: 1, preload: 1}
  t: {type: torsion_spring_damper, joint: j, stiffness: 1, damping: 1, angle: 180, preload: 1}
  f: {type: general_force, on: a, force: [1, 0, 0], torque: [1, 0, 0]}
simulation: {end: 50, step: 2, output_step: 4, initial_step: 1, min_step: 0.5, max_step: 8}
)");
  const double degree = std::numbers::pi / 180;
  const Body& a = m.bodies[1];
  EXPECT_DOUBLE_EQ(m.gravity.y(), -2000);
  EXPECT_DOUBLE_EQ(a.mass, 0.003);
  EXPECT_DOUBLE_EQ(a.inertia(0, 0), 1e-9);
  EXPECT_DOUBLE_EQ(a.position.x(), 1e-3);
  EXPECT_DOUBLE_EQ(a.velocity.x(), 5);
  EXPECT_DOUBLE_EQ(a.angular_velocity.z(), std::numbers::pi / 2 * 1000);
  EXPECT_NEAR((a.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 0.0, tiny);
  EXPECT_DOUBLE_EQ(a.geometry[0].size[0], 4e-3);
  const auto& spring = std::get<SpringDamper>(m.forces[0].parameters);
  EXPECT_DOUBLE_EQ(spring.stiffness, 1e6);
  EXPECT_DOUBLE_EQ(spring.damping, 1e3);
  EXPECT_DOUBLE_EQ(spring.length, 1e-3);
  EXPECT_DOUBLE_EQ(spring.preload, 1e3);
  const auto& torsion = std::get<TorsionSpringDamper>(m.forces[1].parameters);
  EXPECT_DOUBLE_EQ(torsion.stiffness, 1 / degree);
  EXPECT_DOUBLE_EQ(torsion.damping, 1e-3 / degree);
  EXPECT_DOUBLE_EQ(torsion.angle, std::numbers::pi);
  EXPECT_DOUBLE_EQ(torsion.preload, 1);
  const auto& force = std::get<AppliedForce>(m.forces[2].parameters);
  EXPECT_DOUBLE_EQ(force.force.x(), 1e3);
  EXPECT_DOUBLE_EQ(force.torque.x(), 1);
  EXPECT_DOUBLE_EQ(m.simulation.end, 0.05);
  EXPECT_DOUBLE_EQ(*m.simulation.step, 2e-3);
  EXPECT_DOUBLE_EQ(*m.simulation.max_step, 8e-3);
  EXPECT_EQ(m.units.length_name, "mm");
}

TEST(Reader, ImperialUnitsAreExact) {
  const Model m = read(R"(
units: {length: in, mass: lb, force: lbf}
bodies: {a: {type: point, mass: 1, position: [1, 0, 0]}}
forces: {f: {type: force, on: a, force: [1, 0, 0]}}
)");
  EXPECT_DOUBLE_EQ(m.bodies[1].mass, 0.45359237);
  EXPECT_DOUBLE_EQ(m.bodies[1].position.x(), 0.0254);
  EXPECT_DOUBLE_EQ(std::get<AppliedForce>(m.forces[0].parameters).force.x(), 0.45359237 * 9.80665);
}

TEST(Reader, ParametersMayBeOverridden) {
  const Model m = read("parameters: {a: 1, b: 2*a, c: b + a}", {.set = {{"a", 10.0}}});
  EXPECT_EQ(m.parameters.at("c"), 30.0);
  try {
    read("parameters: {length: 1}", {.set = {{"lenght", 10.0}}});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean `length`?"), std::string::npos) << error.what();
  }
  EXPECT_THROW(read("title: none", {.set = {{"a", 1.0}}}), UsageError);
}

TEST(Reader, LongChainsOfParametersAreResolved) {
  std::string text = "parameters:\n";
  for (int i = 0; i < 3000; ++i) text += "  p" + std::to_string(i) + ": p" + std::to_string(i + 1) + " + 1\n";
  EXPECT_EQ(read(text + "  p3000: 0\n").parameters.at("p0"), 3000.0);
}

TEST(Reader, JsonIsAcceptedToo) {
  const Model m = read_model_text(R"({"alembert": 1, "bodies": {"a": {"mass": 1, "inertia": [1, 1, 1]}}})", "m.json");
  EXPECT_EQ(m.bodies.size(), 2u);
}

TEST(Reader, AnchorsAndAliasesAreWrittenOut) {
  const Model m = read("bodies:\n  a: &link {mass: 1, inertia: [1, 1, 1]}\n  b: *link\n");
  EXPECT_EQ(m.bodies[2].mass, 1.0);
}

TEST(Reader, EmptySectionsAreFine) {
  const Model m = read("bodies:\njoints:\nforces: {}\noutputs:\nparameters:\nrepeat:\n");
  EXPECT_EQ(m.bodies.size(), 1u);
  EXPECT_EQ(m.simulation.method.name, "hht_si2");
}

TEST(Reader, ReadsFilesAndSaysWhyItCannot) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::filesystem::path file = folder / ("alembert_reader_test_" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(file) << "alembert: 1\ntitle: x\n";
  EXPECT_EQ(read_model_file(file).title, "x");
  EXPECT_EQ(read_model_file(file).file, file.string());
  std::filesystem::remove(file);
  for (const std::filesystem::path& bad : {file, folder}) {
    try {
      read_model_file(bad);
      ADD_FAILURE();
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(bad.string()), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace alembert
