// The assembled system against differences of its own residual, with every joint and force between every pair of body
// kinds that may have it. (The kernels themselves are checked against automatic differentiation to 1e-12.)
#include <gtest/gtest.h>

#include <regex>
#include <tuple>

#include "elements/joints/all_joints.h"
#include "flexible/part_file.h"
#include "model/reader.h"
#include "support/consistent_matrix.h"
#include "support/particle_part.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

const char* kBodies = R"(
alembert: 1
gravity: [0.3, -9.81, 1]
bodies:
  ground: {markers: {m: {at: [0.1, 0.2, 0.3], orientation: {axis: [1, 2, 3], angle: 0.4}}}}
  a: {mass: 2, inertia: [[1, 0.1, 0], [0.1, 1.2, 0.2], [0, 0.2, 1.5]], com: [0.1, 0.2, 0.3],
      position: [0.3, 0.1, -0.2], orientation: {axis: [1, 1, 0], angle: 0.7},
      markers: {m: {at: [0.4, -0.3, 0.2], orientation: {axis: [0, 1, 2], angle: 1.1}}}}
  b: {mass: 3, inertia: [0.5, 0.6, 0.7], position: [-0.4, 0.7, 0.9], orientation: {axis: [1, 0, 3], angle: -0.9},
      markers: {m: {at: [-0.2, 0.5, 0.1], orientation: {axis: [2, 1, 0], angle: 0.6}}}}
  p: {type: planar, mass: 1.5, inertia: 0.4, com: [0.1, 0, 0], position: [0.5, -0.6, 0.1],
      orientation: {axis: [0, 0, 1], angle: 0.3},
      markers: {m: {at: [0.3, 0.2, 0.1], orientation: {axis: [1, 0, 1], angle: 0.5}}}}
  r: {type: planar, mass: 1.1, inertia: 0.3, position: [-0.5, 0.2, 0.1],
      markers: {m: {at: [0.1, -0.4, 0.1], orientation: {axis: [1, 0, 1], angle: 0.5}}}}
  o: {type: point, mass: 0.7, position: [0.9, 0.8, 0.7]}
  c: {mass: 1.4, inertia: [0.8, 0.9, 1.1], com: [0.1, 0, 0.2], position: [0.2, -0.8, 0.6],
      orientation: {axis: [3, 1, 1], angle: 0.8}, markers: {m: {at: [0.2, 0.3, -0.4], orientation: {axis: [1, 1, 2], angle: 0.7}}},
      internal_masses: {x: {mass: 0.6, at: [0.3, 0.1, 0.2], axis: [1, 2, 2], stiffness: 7, damping: 1.2, displacement: 0.1},
                        y: {mass: 0.3, at: [-0.1, 0.2, 0.4], axis: [0, 1, -1], stiffness: 3, damping: 0.2, velocity: 0.4}}}
  d: {mass: 1.1, inertia: [0.5, 0.6, 0.7], position: [-0.4, 0.7, 0.9], orientation: {axis: [1, 0, 3], angle: -0.9},
      internal_masses: {y: {mass: 0.5, at: [-0.2, 0.5, 0.1], axis: [2, 1, 0], damping: 0.7}}}
)";

// Two flexible bodies more.
const std::string& deforming_bodies() {
  static const test::TemporaryFolder folder;
  static const std::string text = [] {
    const std::filesystem::path file = folder / "part.flex.h5";
    flexible::write_part_file(test::particle_part(6, 3, 5), file);
    return "  x: {type: flexible, data: " + file.string() +
           R"(, damping: 0.02, position: [0.1, -0.3, 0.2], orientation: {axis: [1, 2, 0], angle: 0.8},
      displacement: [0.1, -0.2, 0.15], rate: [0.3, 0.1, -0.2],
      markers: {m: {frame: a, at: [0.1, 0.2, -0.1], orientation: {axis: [1, 0, 2], angle: 0.4}}, n: {node: 3}}}
  y: {type: flexible, data: )" +
           file.string() + R"(, coupling: partial, damping: {mass: 0.2, stiffness: 0.01}, position: [0.6, 0.2, -0.4],
      displacement: [0.2, 0.1, -0.1], markers: {m: {frame: b, at: [-0.2, 0.1, 0.1]}}}
)";
  }();
  return text;
}

std::string with(const std::string& elements) { return std::string(kBodies) + elements + "\nsimulation: {end: 1}\n"; }

// The same with frames that have general maps: of the internal masses of a body, and on flexible bodies.
void expect_consistent(const std::string& text) {
  test::expect_consistent_matrix(text);
  const std::string elements = text.substr(std::string(kBodies).size());
  const auto replaced = [&](const char* a, const char* b) {
    return std::regex_replace(std::regex_replace(elements, std::regex(R"(\ba\.m\b)"), a), std::regex(R"(\bb\.m\b)"), b);
  };
  {
    SCOPED_TRACE("with internal masses");
    test::expect_consistent_matrix(std::string(kBodies) + replaced("c.x", "d.y"));
  }
  SCOPED_TRACE("with flexible bodies");
  test::expect_consistent_matrix(std::string(kBodies) + deforming_bodies() + replaced("x.m", "y.m"));
}

struct JointCase {
  std::string kind;
  bool point_first = false, point_second = false;  // may be a point, which has no axes
};
void PrintTo(const JointCase& joint, std::ostream* out) { *out << joint.kind; }

// Every joint that is made of primitives alone; those with formulas have tests of their own below.
std::vector<JointCase> joint_cases() {
  std::vector<JointCase> out;
  const auto add = [&](auto joint) {
    if constexpr (!requires { joint.kFormulas; })
      out.push_back({std::string(joint.kName), !joint.kOrientedFirst, !joint.kOrientedSecond});
  };
  std::apply([&](auto... joint) { (add(joint), ...); }, ComposedJoints{});
  return out;
}

class AssemblyOfJoint : public ::testing::TestWithParam<JointCase> {};
TEST_P(AssemblyOfJoint, MatchesDifferencesForAllPairsOfBodies) {
  const auto& [kind, point_first, point_second] = GetParam();
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"ground.m", "a.m"}, {"a.m", "b.m"}, {"b.m", "p.m"}, {"p.m", "a.m"}, {"ground.m", "b.m"},
      {"c.m", "a.m"},      {"b.m", "c.x"}, {"c.x", "p.m"}, {"c.y", "c.m"}, {"ground.m", "c.y"}};
  std::string joints = "joints:\n";
  int k = 0;
  const auto add = [&](const std::string& i, const std::string& j) {
    joints += "  j" + std::to_string(k++) + ": {type: " + kind + ", between: [" + i + ", " + j + "]}\n";
  };
  const bool rigid_only = find_joint(kind)->turns_in_space[0];
  for (const auto& [i, j] : pairs)
    if (!rigid_only || (i != "p.m" && j != "p.m")) add(i, j);
  if (point_first) add("o", "a.m");
  if (point_second) add("b.m", "o");
  if (point_first && point_second) add("p.m", "o");
  expect_consistent(with(joints));
}
INSTANTIATE_TEST_SUITE_P(Kinds, AssemblyOfJoint, ::testing::ValuesIn(joint_cases()),
                         [](const auto& tested) { return tested.param.kind; });

TEST(AssemblyOfForces, MatchesDifferencesForAllPairsOfBodies) {
  expect_consistent(with(R"(
forces:
  s1: {type: spring_damper, between: [ground.m, a.m], stiffness: 3, damping: 0.7, length: 0.4, preload: 0.2}
  s2: {type: spring_damper, between: [a.m, b.m], stiffness: 3, damping: 0.7, length: 0.4}
  s3: {type: spring_damper, between: [p.m, o], stiffness: 3, damping: 0.7, length: 0.4}
  s4: {type: spring_damper, between: [b.m, p.m], stiffness: 3, damping: 0.7, length: 0.4}
)"));
  expect_consistent(with(R"(
forces:
  t1: {type: torsion_spring_damper, between: [ground.m, a.m], stiffness: 2, damping: 0.5, angle: 0.3}
  t2: {type: torsion_spring_damper, between: [a.m, b.m], stiffness: 2, damping: 0.5, angle: 0.3, preload: 0.4}
  t3: {type: torsion_spring_damper, between: [b.m, p.m], stiffness: 2, damping: 0.5, angle: 0.3}
  t4: {type: torsion_spring_damper, between: [p, r], stiffness: 2, damping: 0.5, angle: 0.3}
)"));
  expect_consistent(with(R"(
forces:
  f1: {type: force, on: a.m, force: [1, 2, 3]}
  f2: {type: general_force, on: a.m, force: [1, 2, 3], torque: [0.3, 0.2, 0.1], frame: b.m, reaction: p.m}
  f3: {type: general_force, on: p.m, force: [1, 2, 3], torque: [0.3, 0.2, 0.1], frame: p.m, reaction: b.m}
  f4: {type: torque, on: b.m, torque: [1, 0.5, 0.2], frame: b.m}
  f5: {type: force, on: o, force: [1, 0.5, 0.2], frame: a.m}
)"));
}

TEST(AssemblyOfForces, MatchesDifferencesForFieldsTiresAndCurvedSprings) {
  expect_consistent(with(R"(
forces:
  b1: {type: bushing, between: [ground.m, a.m], stiffness: [3, 2, 1, 0.5, 0.4, 0.3], damping: [0.3, 0.2, 0.1, 0.2, 0.1, 0.3],
       preload: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
  b2: {type: field, between: [a.m, b.m], stiffness: [3, 2, 1, 0.5, 0.4, 0.3], damping_time: 0.2, displacement: [0.1, 0, 0.2]}
  b3: {type: field, between: [p.m, b.m], damping_time: 0.1, rotation: [0.1, 0.2, 0.3],
       stiffness: [[3, 0.1, 0, 0, 0.2, 0], [0.1, 2, 0, 0.1, 0, 0], [0, 0, 1, 0, 0, 0.1],
                   [0, 0.1, 0, 0.5, 0, 0], [0.2, 0, 0, 0, 0.4, 0], [0, 0, 0.1, 0, 0, 0.3]]}
  b4: {type: beam, between: [b.m, r.m], area: 0.1, moments: [0.2, 0.3], torsion_constant: 0.4, youngs_modulus: 3,
       shear_modulus: 1, shear_factors: [0.8, 0.9], damping_time: 0.1}
)"));
  expect_consistent(with(R"(
splines:
  t: {x: [-1, 0, 0.5, 1, 2], y: [-3, 0, 0.4, 2, 7]}
  r: {x: [-2, -1, 0, 1, 2], y: [-1, -0.8, 0, 0.4, 0.5]}
forces:
  s1: {type: spring_damper, between: [ground.m, a.m], length: 0.4, tension: t, resistance: r, preload: 0.2}
  s2: {type: spring_damper, between: [a.m, b.m], stiffness: 3, damping: 0.7, length: 0.4, acts: pulls}
  s3: {type: spring_damper, between: [p.m, o], stiffness: 3, damping: 0.7, length: 4, acts: pushes}
  s4: {type: spring_damper, between: [b.m, p.m], stiffness: 3, length: 0.4, min_length: 3, max_length: 5,
       stop_stiffness: 7, stop_damping: 0.3}
)"));
  expect_consistent(with(R"yaml(
forces:
  t1: {type: tire, road: ground.m, wheel: a.m, radius: 3, stiffness: 2, damping: 0.3, slip_stiffness: 4,
       cornering_stiffness: 5, friction: 0.8, patch_length: 0.2, rolling_resistance: 0.1, low_speed: 0.5}
  t2: {type: tire, road: b.m, wheel: a.m, radius: 3, stiffness: 2, slip_stiffness: 0.1, cornering_stiffness: 0.2,
       friction: 0.8, patch_length: 0.2, camber_stiffness: 0.1, relaxation_length: 0.5, patch_damping_time: 0.2}
  t3: {type: tire, road: p.m, wheel: c.m, radius: 3, load: l, slip_stiffness: 9, cornering_stiffness: 8,
       friction: 0.3, relaxation_length: 0.6, relaxation_length_along: 0.9}
  on: {type: force, on: b.m, force: ["fx(t2) - fm(t3)", "0.3*rate(t3_across)", "ty(t3, a.m)*state(t2_along)"]}
splines: {l: {x: [0, 1, 2, 3, 5], y: [0, 0.4, 1, 2, 5]}}
)yaml"));
}

// Joints whose equations are formulas or contacts of curves, off their positions too: nothing here is held.
TEST(AssemblyOfJointFormulas, MatchesDifferencesForAllKinds) {
  expect_consistent(with(R"(
joints:
  s: {type: screw, between: [ground.m, a.m], pitch: 0.3}
  t: {type: screw, between: [a.m, b.m], pitch: -0.2}
  c: {type: constant_velocity, between: [b.m, a.m]}
)"));
  expect_consistent(with(R"(
joints:
  d: {type: rolling_disc, between: [ground.m, a.m], radius: 0.3}
  e: {type: rolling_disc, between: [a.m, b.m], radius: 0.2}
  f: {type: rolling_disc, between: [p.m, b.m], radius: 0.2}
)"));
  expect_consistent(with(R"(
joints:
  w1: {type: revolute, bodies: [a, b], at: [0.1, 0.2, 0.3], axis: [1, 0, 0]}
  w2: {type: revolute, bodies: [p, a], at: [0.1, 0.7, 0.3], axis: [1, 0, 0]}
  w3: {type: revolute, bodies: [a, ground], at: [0, 0.9, 0.3], axis: [0, 1, 0]}
  g: {type: gear, joints: [w1, w2], teeth: [10, 30]}
  h: {type: gear, joints: [w2, w1], teeth: [10, 30], internal: true}
  b: {type: gear, joints: [w1, w3], at: [-0.2, 0.5, 0.3]}
  r: {type: translational, bodies: [ground, b], at: [0.5, 0, 0], axis: [0, 0, 1]}
  k: {type: rack_and_pinion, joints: [w1, r], radius: 0.2}
  q: {type: coupler, joints: [w1, w2, r], factors: [1, 2, -0.3]}
)"));
}

TEST(AssemblyOfJointFormulas, MatchesDifferencesForCurves) {
  expect_consistent(with(R"(
curves:
  oval: {x: 2*cos(s), y: 1.5*sin(s), from: 0, to: 2*pi, closed: true, count: 24}
  helix: {x: 2*cos(s), y: 2*sin(s), z: 0.3*s, from: -1, to: 6, count: 40}
joints:
  o1: {type: point_on_curve, between: [ground.m, a.m], curve: oval}
  o2: {type: point_on_curve, between: [a.m, o], curve: helix}
  o3: {type: point_on_curve, between: [p.m, b.m], curve: oval}
)"));
  expect_consistent(with(R"(
curves:
  oval: {x: 0.3*cos(s), y: 0.2*sin(s), from: 0, to: 2*pi, closed: true, count: 24}
  line: {points: [[-3, 0.5], [-1, 0.6], [1, 0.7], [3, 0.5]]}
joints:
  c1: {type: curve_on_curve, between: [p, r], curves: [oval, line]}
  c2: {type: curve_on_curve, between: [r, p], curves: [oval, oval]}
)"));
}

TEST(AssemblyOfJointFormulas, MatchesDifferencesWhereFrictionDependsOnTheirReactions) {
  expect_consistent(with(R"yaml(
joints:
  s: {type: screw, between: [ground.m, a.m], pitch: 0.3}
  c: {type: cylindrical, between: [a.m, b.m]}
  b: {type: spherical, between: [b.m, p.m]}
forces:
  f: {type: joint_friction, joint: c, dynamic: 0.3, static: 0.4, radius: 0.2, moment_arm: 0.5, stiction_length: 0.7,
      transition_velocity: 2}
  g: {type: joint_friction, joint: b, dynamic: 0.3, radius: 0.2, preload: 0.1, stiction_length: 0.7}
  h: {type: torque, on: a, torque: [0, 0, "-0.2*fm(s)*angle_rate(s) + tz(s, a.m)*displacement_rate(s)"]}
)yaml"));
}

TEST(AssemblyOfFormulas, MatchesDifferencesForEveryMeasureOfTheMotion) {
  expect_consistent(with(R"yaml(
forces:
  f1: {type: general_force, on: a.m, reaction: b.m, frame: p.m,
       force: ["3*dx(a.m, b.m, p.m)^2 - 0.7*vx(a.m, b.m)", "sin(az(a, b))*dm(a.m, o)", "vr(a.m, p.m) + vm(b, o)"],
       torque: ["wx(a, b, p.m)", "ax(b, a) + psi(a.m, b.m)", "theta(a, b)*phi(a.m, b)"]}
  f2: {type: force, on: o, force: ["-2*dx(o) - 0.3*vx(o)", "-2*dy(o, p.m, a.m)", "wm(a, b)*ay(b.m)"]}
  f3: {type: torque, on: p, torque: [0, 0, "-0.5*wz(p) + fx(s)*tz(f1, b)"]}
  s: {type: spring_damper, between: [a.m, b.m], stiffness: 3, damping: 0.7, length: 0.4}
)yaml"));
}

TEST(AssemblyOfFormulas, MatchesDifferencesForReactions) {
  expect_consistent(with(R"yaml(
joints:
  j: {type: revolute, between: [ground.m, a.m]}
  k: {type: universal, between: [a.m, b.m]}
forces:
  friction: {type: general_force, on: b.m, reaction: a.m, frame: b.m,
             force: ["-0.2*fm(k)*tanh(vx(b.m, a.m))", "0.1*fx(j, b.m)", "fz(k)^2*dx(b)"],
             torque: ["0.1*tm(j)", 0, "tz(k, a.m)*wz(b)"]}
)yaml"));
}

TEST(AssemblyOfConstraints, MatchesDifferencesForMotions) {
  expect_consistent(with(R"yaml(
units: {angle: deg, length: mm}
variables: {swing: 0.3*sin(2*time)}
motions:
  turn: {between: [ground.m, a.m], angle: 20*time + 3*time^2}
  push: {between: [a.m, b.m], axis: x, displacement: "var(swing)*100"}
  slide: {between: [b.m, p.m], axis: y, velocity: cos(time)}
  spin: {between: [p.m, a.m], angular_velocity: 3*time}
  tilt: {between: [a, b], axis: y, angle: time}
  speed_up: {between: [b, o], acceleration: 2 + time}
)yaml"));
}

TEST(AssemblyOfConstraints, MatchesDifferencesForTheUsersEquations) {
  expect_consistent(with(R"yaml(
variables: {radius: 2 + 0.1*time, lean: "theta(a.m, b.m)*var(radius)"}
states: {x: {derivative: 1 - state(x)}}
constraints:
  sphere: {position: "dm(a.m, b)^2 - var(radius)^2"}
  curve: {position: "dy(a.m, ground.m, b.m) - sin(dx(a.m, ground.m))*time + az(b, a)"}
  leaning: {position: "var(lean) + ax(b, a)*psi(a.m, b.m)"}
  roll: {velocity: "vx(a.m) - 0.3*wy(a)*dz(b.m) + time*state(x)"}
  nonlinear: {velocity: "vm(b.m)*dx(a, b, p.m) + wz(a, b, p.m)^2 + vr(a, b) + state(x)*vy(a, o)"}
)yaml"));
}

TEST(AssemblyOfConstraints, MatchesDifferencesWhereForcesDependOnTheirReactions) {
  expect_consistent(with(R"yaml(
states: {x: {derivative: "tz(turn) - state(x)"}}
motions:
  turn: {between: [ground.m, a.m], angle: 0.3*time}
constraints:
  roll: {velocity: "vx(a.m, b)*vm(b.m, o, p.m) - 0.3*wy(a)*state(x) + vy(b.m)"}
  curve: {position: "dy(a.m, b, b.m)*dx(a, b.m) - 1"}
forces:
  friction: {type: general_force, on: b.m, reaction: a.m, frame: b.m,
             force: ["-0.2*fm(roll)*tanh(vx(b.m, a.m))", "0.1*fx(turn, b.m)", "fz(curve)^2*dx(b)"],
             torque: ["0.1*tm(roll)", "ty(curve, b)", "tz(turn, a.m)*wz(b)"]}
)yaml"));
}

TEST(AssemblyOfStates, MatchesDifferencesOfImplicitOnes) {
  expect_consistent(with(R"yaml(
states:
  x: {residual: "rate(x)^3 + rate(x) + state(x)*dx(a.m) - vx(b) + 0.1*rate(y)"}
  y: {residual: "2*rate(y) - state(x)*rate(x) + state(y)"}
  z: {derivative: "rate(x) + var(u)"}
variables: {u: 0.3*cos(var(w)) + state(z), w: 0.5*sin(var(u)) + rate(y)}
forces:
  f: {type: force, on: a.m, force: [rate(x), state(y), var(u)*var(w)]}
)yaml"));
}

TEST(PlanarJoints, KeepOnlyTheRowsThatMatter) {
  const auto rows = [](const std::string& joint) {
    return System(read_model_text(with("joints:\n  j: " + joint + "\n"), "test.yaml")).sizes().multipliers;
  };
  const std::string in_plane = ", bodies: [p, r], at: [0, 0, 0.1]";
  EXPECT_EQ(rows("{type: revolute" + in_plane + ", axis: [0, 0, 1]}"), 2);
  EXPECT_EQ(rows("{type: translational" + in_plane + ", axis: [1, 2, 0]}"), 2);
  EXPECT_EQ(rows("{type: cylindrical" + in_plane + ", axis: [1, 2, 0]}"), 2);
  EXPECT_EQ(rows("{type: fixed" + in_plane + "}"), 3);
  EXPECT_EQ(rows("{type: spherical" + in_plane + "}"), 2);
  EXPECT_EQ(rows("{type: orientation, bodies: [p, r]}"), 1);
  EXPECT_EQ(rows("{type: inline" + in_plane + ", axis: [1, 1, 0]}"), 1);
  EXPECT_EQ(rows("{type: planar" + in_plane + ", axis: [0, 0, 1]}"), 0);
  EXPECT_EQ(rows("{type: fixed, between: [p.m, r.m]}"), 3);                                // frames at any angle
  EXPECT_EQ(rows("{type: revolute, bodies: [p, a], at: [0, 0, 0], axis: [0, 0, 1]}"), 5);  // a rigid body needs all
}

TEST(PlanarJoints, OutOfTheirPlaneAreRefusedByName) {
  try {
    System(read_model_text(with("joints:\n  pin: {type: revolute, between: [ground.m, p.m]}\n"), "test.yaml"));
    FAIL() << "a pin 0.2 m out of the plane was accepted";
  } catch (const AssemblyError& e) {
    EXPECT_NE(std::string(e.what()).find("joint pin: point z"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace alembert
