// Models made of several files: what is included, and models as parts of models.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "analysis/dynamics.h"
#include "model/convert.h"
#include "model/reader.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

std::string message(const std::filesystem::path& file, const std::map<std::string, double>& set = {}) {
  try {
    read_model_file(file, {set});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(Include, AddsTheSectionsOfOtherFiles) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "parts");
  write(folder / "m.yaml", R"yaml(alembert: 1
include: [parts/axle.yaml]
parameters: {m: 3}
bodies: {ground: {markers: {a: {at: [1, 0, 0]}}}, frame: {type: point, mass: 2*m}}
repeat: [{index: i, from: 1, to: 2, bodies: {"p{i}": {type: point, mass: i}}}]
)yaml");
  write(folder / "parts" / "axle.yaml", R"yaml(alembert: 1
include: [more.yaml]
parameters: {m: 1, k: 5}
gravity: [0, 0, -9.81]
splines: {s: {file: points.csv}}
bodies: {ground: {markers: {b: {at: [2, 0, 0]}}}, axle: {type: point, mass: m}}
repeat: [{index: i, from: 1, to: 2, bodies: {"q{i}": {type: point, mass: i}}}]
simulation: {end: 7}
)yaml");
  write(folder / "parts" / "more.yaml", "alembert: 1\nbodies: {wheel: {type: point, mass: k}}\n");
  write(folder / "parts" / "points.csv", "0,0\n1,1\n2,4\n");
  const Model model = read_model_file(folder / "m.yaml");
  ASSERT_EQ(model.bodies.size(), 8u);
  std::map<std::string, double> masses;
  for (const Body& body : model.bodies) masses[body.name] = body.mass;
  EXPECT_EQ(masses.at("frame"), 6.0);
  EXPECT_EQ(masses.at("axle"), 3.0);  // the including file's parameter
  EXPECT_EQ(masses.at("wheel"), 5.0);
  EXPECT_EQ(model.gravity[2], -9.81);
  EXPECT_EQ(model.simulation.end, 7.0);
  EXPECT_EQ(model.splines.at("s")->y().back(), 4.0);
  // The text that goes with results stands on its own.
  const Model again = read_model_text(model.text, (folder / "m.yaml").string());
  EXPECT_EQ(again.bodies.size(), 8u);
  EXPECT_NE(model.text.find("file: parts/points.csv"), std::string::npos) << model.text;
}

TEST(Include, ErrorsNameTheRightFileAndLine) {
  const test::TemporaryFolder folder;
  write(folder / "m.yaml", "alembert: 1\ninclude: [a.yaml]\nbodies: {x: {type: point, mass: 1}}\n");
  const std::string a = (folder / "a.yaml").string();
  write(folder / "a.yaml", "alembert: 1\nbodies:\n  y: {type: point, mas: 1}\n");
  EXPECT_EQ(message(folder / "m.yaml"), a + ":3:20: unknown key `mas` in body `y`, did you mean `mass`?");
  write(folder / "a.yaml", "alembert: 1\nbodies:\n  x: {type: point, mass: 1}\n");
  EXPECT_EQ(message(folder / "m.yaml"),
            a + ":3:3: `x` stands in `bodies` already, in " + (folder / "m.yaml").string() + ":3");
  write(folder / "a.yaml", "alembert: 1\nunits: {length: mm}\n");
  write(folder / "n.yaml",
        "alembert: 1\ninclude: [a.yaml]\nunits: {length: cm}\nbodies: {x: {type: point, mass: 1}}\n");
  EXPECT_NE(message(folder / "n.yaml").find("a.yaml:2:1: this file, included in line 2, has other units"),
            std::string::npos);
  write(folder / "a.yaml", "alembert: 1\ninclude: [m.yaml]\n");
  EXPECT_NE(message(folder / "m.yaml").find("includes itself"), std::string::npos) << message(folder / "m.yaml");
  std::filesystem::remove(folder / "a.yaml");
  EXPECT_NE(message(folder / "m.yaml").find("m.yaml:2:11: "), std::string::npos) << message(folder / "m.yaml");
}

// Everything that could notice a mirror: screws, springs that turn, coupled bushings, formulas with components,
// motions, joints coupled to each other, states, sensors; and an arm that falls on its own.
constexpr const char* kLeg = R"yaml(alembert: 1
title: A leg
parameters: {L: 0.4, k: 30}
gravity: [0.3, 0.5, -9.81]
ports: {chassis: {position: [0, 0, 1], markers: {hip: {at: [0.1, 0.2, 0], orientation: {axis: [1, 2, 3], angle: 0.4}}}}}
bodies:
  ground: {markers: {wall: {at: [0.5, 0.3, 0.2], orientation: {axis: [1, 0, 1], angle: 0.7}}}}
  arm: {mass: 2, inertia: [[0.1, 0.02, 0.01], [0.02, 0.2, 0.03], [0.01, 0.03, 0.15]], com: [0.05, 0.02, 0.01],
        position: [0.3, 0.2, 1], orientation: {axis: [1, 2, 2], angle: 0.5}, markers: {end: {at: [L, 0.1, 0]}}}
  nut: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.6, 0.5, 0.8], angular_velocity: [0.4, 0.7, 0.2]}
  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.2, 0.7, 0.1], velocity: [0.1, 0.2, 0.3]}
  wheel: {mass: 1, inertia: [0.1, 0.2, 0.1], position: [0.4, 0.9, 0.5], angular_velocity: [0.3, 1, 0.2]}
joints:
  hip: {type: revolute, bodies: [chassis, arm], at: [0.1, 0.2, 1], axis: [1, 1, 0.3]}
  thread: {type: screw, bodies: [ground, nut], at: [0.6, 0.5, 0.8], axis: [0.2, 1, 0.4], pitch: 0.3}
  rail: {type: cylindrical, bodies: [ground, slider], at: [0.2, 0.7, 0.1], axis: [1, 0.2, 0.5]}
  hub: {type: spherical, bodies: [ground, wheel], at: [0.4, 0.9, 0.5]}
  link: {type: coupler, joints: [thread, rail], factors: [1, -0.5], coordinates: [angle, displacement]}
motions:
  turn: {joint: rail, angular_acceleration: 0.5*sin(3*time) - 0.1*angle_rate(rail)}
forces:
  hold: {type: torsion_spring_damper, joint: hip, stiffness: k, damping: 0.3, angle: 0.2, preload: 1}
  bush:
    type: bushing
    between: [ground.wall, wheel]
    damping_time: 0.01
    stiffness: [[50, 5, 3, 1, 2, 1], [5, 40, 2, 3, 1, 2], [3, 2, 60, 1, 2, 3],
                [1, 3, 1, 9, 1, 2], [2, 1, 2, 1, 8, 1], [1, 2, 3, 2, 1, 7]]
  push: {type: general_force, on: arm.end, force: [1 + dy(arm.end), "2*wz(arm)", "vx(arm.end, ground.wall, arm)"],
         torque: [0.1, "0.2*az(nut)", var(v)], frame: chassis.hip, reaction: wheel}
  blow: {type: force, on: nut, force: [0, 0.4, state(s)]}
variables: {v: 0.3*wy(wheel) + 0.1*fz(hip) + 0.05*tx(hip)}
states: {s: {derivative: dy(wheel.com) - state(s) + 0.1*angle(hip), initial: 0.2}}
sensors: {late: {event: time - 0.3, set: {k: 2*k + vy(arm)}, once: true}}
outputs: {x: dx(arm.end), y: dy(arm.end), z: dz(arm.end), w: wy(wheel), a: az(nut), d: displacement(rail), f: fy(hip),
          t: tz(hip), v: var(v), s: state(s), h: angle(hip), q: "vy(arm, wheel, wheel)", b: "accz(arm.end)"}
simulation: {end: 0.6, output_step: 0.05, tolerance: 1e-9}
)yaml";

// Outputs of a sub-model are those it would have alone, wherever it is, turned and mirrored, with gravity as it sees
// it.
void expect_as_alone(const std::string& where, const Vec3& gravity) {
  SCOPED_TRACE(where);
  const test::TemporaryFolder folder;
  write(folder / "leg.yaml", kLeg);
  const DynamicsResult alone = run_dynamics(read_model_file(folder / "leg.yaml"), {});
  write(folder / "m.yaml", "alembert: 1\ngravity: [" + std::to_string(gravity[0]) + ", " + std::to_string(gravity[1]) +
                               ", " + std::to_string(gravity[2]) + "]\nassemblies: {leg: {file: leg.yaml" + where +
                               "}}\nsimulation: {end: 0.6, output_step: 0.05, tolerance: 1e-9}\n");
  const Model model = read_model_file(folder / "m.yaml");
  const DynamicsResult placed = run_dynamics(model, {});
  ASSERT_EQ(placed.columns.size(), alone.columns.size());
  ASSERT_EQ(placed.outputs.size(), alone.outputs.size());
  for (std::size_t c = 0; c < alone.columns.size(); ++c) {
    EXPECT_EQ(placed.columns[c], "leg." + alone.columns[c]);
    for (std::size_t row = 0; row < alone.outputs.size(); ++row)  // errors of 1e-9 a step, in 0.6 s
      EXPECT_NEAR(placed.outputs[row][c], alone.outputs[row][c], 2e-6 * (1.0 + std::abs(alone.outputs[row][c])))
          << alone.columns[c] << " at row " << row;
  }
}

TEST(Assemblies, MoveAsTheyWouldAlone) {
  expect_as_alone("", {0.3, 0.5, -9.81});
  expect_as_alone(", position: [3, 2, 1]", {0.3, 0.5, -9.81});
  expect_as_alone(", position: [3, 2, 1], orientation: {axis: [0, 0, 1], angle: pi/2}", {-0.5, 0.3, -9.81});
}

TEST(Assemblies, MirroredMoveAsTheirImage) {
  expect_as_alone(", mirror: y", {0.3, -0.5, -9.81});
  expect_as_alone(", mirror: x, position: [1, 2, 3]", {-0.3, 0.5, -9.81});
  expect_as_alone(", mirror: z, orientation: {axis: [0, 0, 1], angle: pi}", {-0.3, -0.5, 9.81});
}

TEST(Assemblies, HaveParametersPortsAndPaths) {
  const test::TemporaryFolder folder;
  write(folder / "arm.yaml", R"yaml(alembert: 1
parameters: {L: 1, m: 2*L}
ports: {frame: {markers: {pivot: {at: [0, 0, 0.5]}}}}
bodies: {rod: {mass: m, inertia: [1, 1, 1], position: [L, 0, 0.5], markers: {tip: {at: [L, 0, 0]}}}}
joints: {pin: {type: revolute, bodies: [frame, rod], at: [0, 0, 0.5], axis: [0, 1, 0]}}
outputs: {tip: dx(rod.tip)}
)yaml");
  write(folder / "pair.yaml", R"yaml(alembert: 1
parameters: {L: 3}
ports: {base: {}}
assemblies:
  left: {file: arm.yaml, parameters: {L: L}, position: [0, 1, 0], ports: {frame: base}}
  right: {file: arm.yaml, position: [0, -1, 0], mirror: y, ports: {frame: base}}
)yaml");
  write(folder / "m.yaml", R"yaml(alembert: 1
bodies: {car: {mass: 10, inertia: [1, 1, 1], position: [0, 0, 0]}}
assemblies:
  front: {file: pair.yaml, position: [5, 0, 0], ports: {base: car}}
repeat: [{index: i, from: 1, to: 2, assemblies: {"extra{i}": {file: arm.yaml, parameters: {L: i}, ports: {frame: car}}}}]
forces: {s: {type: spring_damper, between: [front.left.rod.tip, car], stiffness: 5}}
outputs: {x: "dx(front.right.rod.tip, car)", f: fm(front.left.pin)
}
)yaml");
  const Model model = read_model_file(folder / "m.yaml", {{{"front.left.L", 7.0}}});
  std::map<std::string, const Body*> bodies;
  for (const Body& body : model.bodies) bodies[body.name] = &body;
  ASSERT_EQ(bodies.size(), 6u);  // ground, car, four rods: ports are gone
  EXPECT_EQ(bodies.at("front.left.rod")->mass, 14.0);
  EXPECT_EQ(bodies.at("front.right.rod")->mass, 2.0);
  EXPECT_EQ(bodies.at("extra2.rod")->mass, 4.0);
  EXPECT_EQ(bodies.at("front.left.rod")->position, Vec3(12, 1, 0.5));
  EXPECT_EQ(bodies.at("front.right.rod")->position, Vec3(6, -1, 0.5));
  EXPECT_EQ(model.joints.size(), 4u);
  EXPECT_EQ(model.parameters.at("front.left.m"), 14.0);
  for (const Joint& joint : model.joints) EXPECT_EQ(model.body(model.marker(joint.markers[0]).body).name, "car");
  EXPECT_EQ(with_parameters(model, {{"front.right.L", 4.0}}).bodies.size(), 6u);
  const Model again = read_model_text(model.text, "elsewhere.yaml", {{{"front.left.L", 7.0}}});
  EXPECT_EQ(again.bodies.size(), 6u);
  EXPECT_NE(converted_text(model, folder / "n.yaml").find("file: pair.yaml"), std::string::npos);
  EXPECT_NE(message(folder / "m.yaml", {{"front.left.M", 1.0}}).find("has no parameter"), std::string::npos);
  EXPECT_NE(message(folder / "m.yaml", {{"fron.L", 1.0}}).find("did you mean `front`?"), std::string::npos);
}

TEST(Assemblies, ErrorsSayWhereInWhichFile) {
  const test::TemporaryFolder folder;
  const std::string part = (folder / "part.yaml").string(), whole = (folder / "m.yaml").string();
  write(folder / "part.yaml",
        "alembert: 1\nparameters: {k: 1}\nports: {base: {}}\nbodies:\n  a: {type: point, mass: k - 2}\n");
  write(folder / "m.yaml", "alembert: 1\nbodies: {b: {type: point, mass: 1}}\nassemblies:\n  p: {file: part.yaml}\n");
  const std::string negative = message(folder / "m.yaml");
  EXPECT_NE(negative.find(part + ":5:"), std::string::npos) << negative;
  EXPECT_NE(negative.find("(in assembly `p`, " + whole + ":4:3)"), std::string::npos) << negative;
  const auto with = [&](const std::string& keys) {
    write(folder / "m.yaml", "alembert: 1\nbodies: {b: {type: point, mass: 1}}\nassemblies:\n  p: {" + keys + "}\n");
    return message(folder / "m.yaml");
  };
  EXPECT_EQ(with("file: part.yaml, parameters: {kk: 3}"), whole + ":4:37: unknown parameter `kk`, did you mean `k`?");
  EXPECT_NE(with("file: part.yaml, parameters: {k: 3}, ports: {bse: b}").find("did you mean `base`?"),
            std::string::npos);
  EXPECT_NE(with("file: part.yaml, parameters: {k: 3}, ports: {base: b}").find("point body"), std::string::npos);
  EXPECT_NE(with("file: prt.yaml").find(whole + ":4:13: "), std::string::npos) << with("file: prt.yaml");
  EXPECT_NE(with("position: [1, 2, 3]").find("needs `file`"), std::string::npos);
  EXPECT_NE(with("file: part.yaml, parameters: {k: 3}, mirror: w").find("x, y, z"), std::string::npos);
  EXPECT_NE(with("file: m.yaml").find("includes itself"), std::string::npos) << with("file: m.yaml");
}

}  // namespace
}  // namespace alembert
