// Joints of the library against what is known of them in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/model_run.h"

namespace alembert {
namespace {

using test::column;

// A shaft along each axis, on revolutes to ground; the first is driven at 5 rad/s.
std::string shafts(const std::string& joint, const std::string& more = "") {
  return R"(
alembert: 1
parameters: {beta: 0.6}
bodies:
  a: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  b: {mass: 1, inertia: [0.01, 0.01, 0.02]})" +
         more + R"(
joints:
  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  jb: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, sin(beta), cos(beta)]}
  )" + joint +
         R"(
motions: {drive: {joint: ja, angle: 5*time}}
simulation: {end: 3, output_step: 0.05, tolerance: 1e-7}
)";
}

TEST(Universal, TurnsTheSecondShaftInTheKnownRatio) {
  // The arm of the cross on shaft a starts square to both shafts: tan(b) = tan(a) cos(beta), and so
  // w_b/w_a = cos(beta)/(1 - sin^2(beta) sin^2(a)).
  const DynamicsResult run = run_dynamics(
      test::model_from(shafts("u: {type: universal, bodies: [a, b], at: [0, 0, 0], axes: [[1, 0, 0], [0, cos(beta), "
                              "-sin(beta)]]}\noutputs: {a: angle(ja), b: angle(jb), rate: angle_rate(jb)}")));
  const auto a = column(run, "a"), b = column(run, "b"), rate = column(run, "rate");
  const double c = std::cos(0.6), s = std::sin(0.6);
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double turns = std::round(a[k] / M_PI) * M_PI;
    EXPECT_NEAR(b[k], std::atan(std::tan(a[k]) * c) + turns, 1e-6) << k;
    EXPECT_NEAR(rate[k], 5.0 * c / (1.0 - s * s * std::sin(a[k]) * std::sin(a[k])), 1e-3) << k;
  }
}

TEST(ConstantVelocity, TurnsBothShaftsEqually) {
  const DynamicsResult run = run_dynamics(test::model_from(
      shafts("cv: {type: constant_velocity, bodies: [a, b], at: [0, 0, 0], axes: [[0, 0, 1], [0, sin(beta), "
             "cos(beta)]]}\noutputs: {open: angle(ja) - angle(jb), slip: angle_rate(ja) - angle_rate(jb)}")));
  for (const double x : column(run, "open")) EXPECT_NEAR(x, 0.0, 1e-7);
  for (const double x : column(run, "slip")) EXPECT_NEAR(x, 0.0, 1e-6);
}

// Two universal joints with the forks of the middle shaft in line and equal angles: the output turns as the input.
TEST(DoubleUniversal, TransmitsConstantSpeed) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
parameters: {beta: 0.6, s: sin(beta), c: cos(beta)}
bodies:
  a: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  m: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, s/2, c/2]}
  b: {mass: 1, inertia: [0.01, 0.01, 0.02], position: [0, s, c]}
joints:
  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  jb: {type: cylindrical, bodies: [ground, b], at: [0, s, c], axis: [0, 0, 1]}
  u1: {type: universal, bodies: [a, m], at: [0, 0, 0], axes: [[0, 1, 0], [1, 0, 0]]}
  u2: {type: universal, bodies: [m, b], at: [0, s, c], axes: [[1, 0, 0], [0, 1, 0]]}
motions: {drive: {joint: ja, angle: 5*time}}
outputs: {slip: angle(ja) - angle(jb), middle: 'wm(m) - 5'}
simulation: {end: 3, output_step: 0.05, tolerance: 1e-7}
)"));
  double most = 0.0;
  for (const double x : column(run, "slip")) EXPECT_NEAR(x, 0.0, 1e-6);
  for (const double x : column(run, "middle")) most = std::max(most, std::abs(x));
  EXPECT_GT(most, 0.5);  // the middle shaft does not turn evenly
}

TEST(Screw, ConvertsExactlyAndFallsAsItsInertiaLets) {
  // m a (1 + J (2 pi/P)^2/m) = m g
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {nut: {mass: 2, inertia: [0.01, 0.01, 0.02]}}
joints: {s: {type: screw, bodies: [ground, nut], at: [0, 0, 0], axis: [0, 0, 1], pitch: 0.1}}
outputs: {z: dz(nut), open: 'displacement(s) - 0.1/(2*pi)*angle(s)', fz: fz(s), tz: tz(s), back: 'fz(s.second)'}
simulation: {end: 5, output_step: 0.5, tolerance: 1e-7}
)"));
  const double a = 9.81 * 2.0 / (2.0 + 0.02 * std::pow(2.0 * M_PI / 0.1, 2));
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    EXPECT_NEAR(run.outputs[k][0], -0.5 * a * run.times[k] * run.times[k], 1e-6);
    EXPECT_NEAR(run.outputs[k][1], 0.0, 1e-12);
    EXPECT_NEAR(run.outputs[k][2], -2.0 * (9.81 - a), 1e-6);            // on ground: the weight it carries
    EXPECT_NEAR(run.outputs[k][3], 0.02 * a * 2.0 * M_PI / 0.1, 1e-6);  // and the torque that turns the nut
    EXPECT_NEAR(run.outputs[k][4], -run.outputs[k][2], 1e-9);
  }
}

// Sun driven, ring fixed: w_carrier = w_sun z_s/(z_s + z_r), and the planet turns at (1 - z_r/z_p) of the carrier.
TEST(Gear, OfAPlanetarySetHasTheExactRatioAndLoadsItsBearings) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  carrier: {mass: 1, inertia: [1, 1, 0.3]}
  sun: {mass: 1, inertia: [0.1, 0.1, 0.1]}
  planet: {mass: 1, inertia: [0.05, 0.05, 0.05], position: [0.3, 0, 0]}
joints:
  jc: {type: revolute, bodies: [ground, carrier], at: [0, 0, 0], axis: [0, 0, 1]}
  js: {type: revolute, bodies: [carrier, sun], at: [0, 0, 0], axis: [0, 0, 1]}
  jp: {type: revolute, bodies: [planet, carrier], at: [0.3, 0, 0], axis: [0, 0, -1]}
  inner: {type: gear, joints: [js, jp], teeth: [20, 40]}
  outer: {type: gear, joints: [jp, jc], teeth: [40, 100], internal: true}
motions: {drive: {between: [ground, sun], angle: 6*time + 0.5*time^2}}
outputs:
  carrier: az(carrier) - az(sun)/6
  planet: az(planet) - (1 - 100/40)*az(carrier)
  inner: fy(inner, carrier)
  outer: fy(outer, carrier)
  bearing: fy(jp, carrier)
simulation: {end: 3, output_step: 0.1, tolerance: 1e-8}
)"));
  // Accelerations: carrier 1/6, planet -1.5/6 relative ground. Sun radius 0.1, planet 0.2, ring 0.5. Tooth forces on
  // the planet along the tangent at the carrier arm (y of the carrier): from the sun Fs, from the ring Fr; bearing B.
  //   planet turns: J a_p = (Fr - Fs) 0.2;  planet moves: m 0.3/6 = Fs + Fr + B;  carrier: 0.3/6 = -0.3 B
  const double ap = -1.5 / 6.0, B = -1.0 / 6.0, sum = 0.3 / 6.0 - B, difference = 0.05 * ap / 0.2;
  for (std::size_t k = 1; k < run.times.size(); ++k) {
    EXPECT_NEAR(run.outputs[k][0], 0.0, 1e-8);
    EXPECT_NEAR(run.outputs[k][1], 0.0, 1e-8);
    EXPECT_NEAR(run.outputs[k][2], -0.5 * (sum - difference), 1e-4);  // on the sun: minus what the planet gets
    EXPECT_NEAR(run.outputs[k][3], 0.5 * (sum + difference), 1e-4);   // on the planet, the first wheel
    EXPECT_NEAR(run.outputs[k][4], B, 1e-4);                          // on the planet
  }
}

TEST(Gear, OfBevelWheelsFollowsFromThePitchPoint) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.2, 0, 0.1]}
joints:
  ja: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  jb: {type: revolute, bodies: [ground, b], at: [0, 0, 0.3], axis: [1, 0, 0]}
  g: {type: gear, joints: [ja, jb], at: [0.2, 0, 0.2]}
motions: {drive: {joint: ja, angle: 2*time}}
outputs: {b: angle(jb)}
simulation: {end: 2, output_step: 0.5, tolerance: 1e-7}
)"));
  // In the pitch point wheel a moves at +y 0.2 w_a; wheel b, 0.1 below its axis x, at +y 0.1 w_b.
  for (std::size_t k = 0; k < run.times.size(); ++k) EXPECT_NEAR(run.outputs[k][0], 4.0 * run.times[k], 1e-7);
}

TEST(RackAndPinion, PushedByAForceAcceleratesAsOneMass) {
  for (const char* joint : {"joints: [jp, jr]", "between: [pinion.m, rack.m]"}) {
    const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  pinion: {mass: 1, inertia: [0.04, 0.1, 0.1], markers: {m: {}}}
  rack: {mass: 1, inertia: [0.1, 0.1, 0.04], position: [0, -0.1, 0],
         markers: {m: {orientation: {x: [0, 1, 0], z: [1, 0, 0]}}}}
joints:
  jp: {type: revolute, bodies: [ground, pinion], at: [0, 0, 0], axis: [0, 0, 1]}
  jr: {type: translational, bodies: [ground, rack], at: [0, -0.1, 0], axis: [1, 0, 0]}
  mesh: {type: rack_and_pinion, radius: 0.1, )" + std::string(joint) +
                                                             R"(}
forces: {push: {type: force, on: rack, force: [3, 0, 0]}}
outputs: {x: dx(rack), open: 'dx(rack) - 0.1*az(pinion)', tooth: fx(mesh), bearing: 'fx(jp.second)'}
simulation: {end: 2, output_step: 0.5, tolerance: 1e-7}
)"));
    const double a = 3.0 / (1.0 + 0.1 / 0.01);
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      EXPECT_NEAR(run.outputs[k][0], 0.5 * a * run.times[k] * run.times[k], 1e-8);
      EXPECT_NEAR(run.outputs[k][1], 0.0, 1e-9);
      EXPECT_NEAR(run.outputs[k][2], 3.0 - a, 1e-6);  // on the pinion
      EXPECT_NEAR(run.outputs[k][3], a - 3.0, 1e-6);  // the bearing holds against it
    }
  }
}

TEST(Coupler, OfThreeJointsIsADifferential) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  cage: {mass: 1, inertia: [0.3, 0.3, 0.4]}
  left: {mass: 1, inertia: [0.1, 0.1, 0.1]}
  right: {mass: 1, inertia: [0.2, 0.2, 0.3]}
joints:
  jc: {type: revolute, bodies: [ground, cage], at: [0, 0, 0], axis: [0, 0, 1]}
  jl: {type: revolute, bodies: [ground, left], at: [0, 0, 0], axis: [0, 0, 1]}
  jr: {type: revolute, bodies: [ground, right], at: [0, 0, 0], axis: [0, 0, 1]}
  d: {type: coupler, joints: [jl, jr, jc], factors: [1, 1, -2]}
forces: {engine: {type: torque, on: cage, torque: [0, 0, 3]}}
outputs: {open: angle(jl) + angle(jr) - 2*angle(jc), left: angle(jl), right: angle(jr)}
simulation: {end: 2, output_step: 0.5, tolerance: 1e-7}
)"));
  // lambda on left and right alike: J_l a_l = J_r a_r = t, J_c (a_l + a_r)/2 = 3 - 2 t.
  const double t = 3.0 / (2.0 + 0.2 * (10.0 + 10.0 / 3.0));
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const double half = 0.5 * run.times[k] * run.times[k];
    EXPECT_NEAR(run.outputs[k][0], 0.0, 1e-9);
    EXPECT_NEAR(run.outputs[k][1], half * t / 0.1, 1e-7);
    EXPECT_NEAR(run.outputs[k][2], half * t / 0.3, 1e-7);
  }
}

// A bead on a ring of wire in the vertical plane is a pendulum.
TEST(PointOnCurve, OnARingIsAPendulum) {
  const auto swing = [](const std::string& how) {
    return run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
curves: {ring: {x: cos(s), y: sin(s), from: 0, to: 2*pi, closed: true, count: 200}}
bodies:
  ground: {markers: {tilted: {orientation: {x: [0, 0, 1], z: [1, 0, 0]}}}}
  bead: {type: )" + how + R"(
outputs: {x: dx(bead), y: dy(bead), z: dz(bead), fx: fx(j), fy: fy(j)}
simulation: {end: 3, output_step: 0.1, tolerance: 1e-8}
)"));
  };
  const DynamicsResult wire = swing(
      "point, mass: 1, position: [1, 0, 0]}\njoints: {j: {type: point_on_curve, between: [ground, bead], curve: "
      "ring}}");
  const DynamicsResult rod = swing(
      "point, mass: 1, position: [1, 0, 0]}\njoints: {j: {type: distance, between: [ground, bead]}}\nconstraints: "
      "{plane: {position: dz(bead)}}");
  // A cubic spline through 200 points of a circle is one to 1e-8; its curvature, and so the force of up to 29 N, to
  // (2 pi/200)^2/12 = 8e-5.
  for (std::size_t k = 0; k < wire.times.size(); ++k)
    for (std::size_t c = 0; c < 5; ++c) EXPECT_NEAR(wire.outputs[k][c], rod.outputs[k][c], c < 3 ? 2e-4 : 3e-3) << c;
}

TEST(PointOnCurve, KeepsAPinInASlotOfAMovingBody) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
curves: {slot: {points: [[-1, 0.2], [-0.5, 0], [0, 0.1], [0.5, 0], [1, 0.3]]}}
bodies:
  plate: {type: planar, mass: 2, inertia: 0.3, position: [0, 0, 0]}
  pin: {type: planar, mass: 1, inertia: 0.1, position: [0.3, 0.05, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, plate], at: [0, 0.5, 0], axis: [0, 0, 1]}
  slot: {type: point_on_curve, between: [plate, pin], curve: slot}
outputs: {e: total_energy(), x: 'dx(pin, plate, plate)', y: 'dy(pin, plate, plate)'}
simulation: {end: 1, output_step: 0.05, tolerance: 1e-7}
)"));
  EXPECT_EQ(run.summary.equations, 9);  // six freedoms, two rows of the hinge, one of the slot
  ASSERT_TRUE(run.summary.max_energy_drift.has_value());
  EXPECT_LT(*run.summary.max_energy_drift, 1e-3);
  EXPECT_LT(run.summary.statistics.max_position_violation, 1e-8);
}

TEST(CurveOnCurve, LiftsACamFollowerByItsCurve) {
  // An eccentric circle under a round follower: the centres stay 0.13 m apart.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
curves:
  cam: {x: 0.1*cos(s), y: 0.1*sin(s), from: 0, to: 2*pi, closed: true, count: 100}
  roller: {x: 0.03*cos(s), y: 0.03*sin(s), from: 0, to: 2*pi, closed: true, count: 100}
bodies:
  cam: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.02, 0, 0]}
  follower: {mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [0, 0.1285, 0]}
joints:
  jc: {type: revolute, bodies: [ground, cam], at: [0, 0, 0], axis: [0, 0, 1]}
  jf: {type: translational, bodies: [ground, follower], at: [0, 0.1285, 0], axis: [0, 1, 0]}
  touch: {type: curve_on_curve, between: [cam, follower], curves: [cam, roller]}
motions: {drive: {joint: jc, angle: 3*time}}
outputs:
  lift: dy(follower) - 0.02*sin(3*time) - sqrt(0.13^2 - (0.02*cos(3*time))^2)
  force: fy(touch)
  weight: 0.5*(accy(follower) + 9.81)
simulation: {end: 3, output_step: 0.05, tolerance: 1e-7}
)"));
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    EXPECT_NEAR(run.outputs[k][0], 0.0, 1e-7);                 // the splines are circles to 2e-8
    EXPECT_NEAR(-run.outputs[k][1], run.outputs[k][2], 1e-6);  // on the cam: it carries and accelerates the follower
  }
}

// A hoop-like disc released on a slope rolls straight down with g sin/(1 + J/(m R^2)).
TEST(RollingDisc, RollsDownASlope) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [2, 0, -9.6]
bodies: {d: {mass: 3, inertia: [0.1, 0.1, 0.2], position: [0, 0, 0.3], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}}
joints: {roll: {type: rolling_disc, between: [ground, d], radius: 0.3}}
outputs: {x: dx(d), w: 'wy(d)', grip: fx(roll), load: fz(roll)}
simulation: {end: 2, output_step: 0.1, tolerance: 1e-8}
)"));
  const double a = 2.0 / (1.0 + 0.2 / (3.0 * 0.09));
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    EXPECT_NEAR(run.outputs[k][0], 0.5 * a * run.times[k] * run.times[k], 1e-7);
    EXPECT_NEAR(run.outputs[k][1], a * run.times[k] / 0.3, 1e-6);
    EXPECT_NEAR(run.outputs[k][2], 3.0 * (2.0 - a), 1e-6);  // on the plane
    EXPECT_NEAR(run.outputs[k][3], -3.0 * 9.6, 1e-6);
  }
}

// A coin leaning at a constant angle rolls in a circle; thrown otherwise it wobbles and keeps its energy. With
// generalised alpha both the height and the slip stay closed to rounding.
TEST(RollingDisc, WobblesWithoutSlipAndKeepsItsEnergy) {
  const Model model = test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies:
  d: {mass: 1, inertia: [0.0225, 0.0225, 0.045], position: [0, 0, 0.3*cos(0.3)],
      orientation: {x: [1, 0, 0], z: [0, cos(0.3), sin(0.3)]}, velocity: [2, 0, 0], angular_velocity: [0, 6.5, 0.5]}
joints: {roll: {type: rolling_disc, between: [ground, d], radius: 0.3}}
outputs: {e: total_energy(), lean: theta(d), z: dz(d)}
simulation: {end: 2, output_step: 0.1, step: 0.002, method: gen_alpha_soi2}
)");
  const DynamicsResult run = run_dynamics(model);
  EXPECT_LT(run.summary.statistics.max_position_violation, 1e-10);
  EXPECT_LT(run.summary.statistics.max_velocity_violation, 1e-10);
  const auto e = column(run, "e"), lean = column(run, "lean"), z = column(run, "z");
  for (std::size_t k = 0; k < e.size(); ++k) {
    EXPECT_NEAR(e[k], e[0], 1e-3 * e[0]);
    EXPECT_NEAR(z[k], 0.3 * std::sin(lean[k]), 1e-10);
  }
}

// A thin disc, J = m R^2 (1/4, 1/4, 1/2), leaning steadily: its axis at the angle q from the vertical turns at Omega
// about it, and the disc spins at s about its axis, relative to that turning. With e up in its plane and x along its
// path,
//   w = (s + Omega cos q) axis + Omega sin q e,   v = w x R e,   and the balance of moments about the centre reads
//   5/4 Omega^2 sin q cos q + 3/2 s Omega sin q + g/R cos q = 0
TEST(RollingDisc, TurnsSteadily) {
  const double q = M_PI / 2.0 - 0.3, R = 0.3, gravity = 9.81, spin = -8.0;
  const double a = 1.25 * std::sin(q) * std::cos(q), b = 1.5 * spin * std::sin(q), c = gravity / R * std::cos(q);
  const double Omega = (-b - std::sqrt(b * b - 4.0 * a * c)) / (2.0 * a);
  // Axis z of the disc in the y-z plane: (0, sin q, cos q); w = Omega z_ground + spin axis; v = w x (R e) of the centre
  // above the contact point, e = (0, -cos q, sin q).
  const Vec3 axis(0.0, std::sin(q), std::cos(q)), w = Vec3(0, 0, Omega) + spin * axis;
  const Vec3 v = w.cross(Vec3(0.0, -R * std::cos(q), R * std::sin(q)));
  const auto list = [](const Vec3& x) { return fmt::format("[{}, {}, {}]", x[0], x[1], x[2]); };
  const DynamicsResult run = run_dynamics(test::model_from(
      "alembert: 1\ngravity: [0, 0, -9.81]\nbodies:\n  d: {mass: 1, inertia: [0.0225, 0.0225, 0.045], position: [0, "
      "0, " +
      fmt::format("{}", R * std::sin(q)) + "], orientation: {x: [1, 0, 0], z: " + list(axis) +
      "}, velocity: " + list(v) + ", angular_velocity: " + list(w) +
      "}\njoints: {roll: {type: rolling_disc, between: [ground, d], radius: 0.3}}\n"
      "outputs: {lean: theta(d), turn: psi(d)}\nsimulation: {end: 1, output_step: 0.1, tolerance: 1e-8}\n"));
  for (const double lean : column(run, "lean")) EXPECT_NEAR(lean, q, 1e-4);
}

// A ball that rolls without slipping, by two velocities of the user's: 5/7 of g sin down the slope.
TEST(UserConstraint, RollsABallDownASlope) {
  for (const char* method : {"gen_alpha_soi2", "hht_si2"}) {
    Model model = test::model_from(R"(
alembert: 1
gravity: [2, 0, -9.6]
parameters: {R: 0.1}
bodies: {ball: {mass: 2, inertia: [0.4*2*R^2, 0.4*2*R^2, 0.4*2*R^2], position: [0, 0, R], velocity: [0, 1, 0], angular_velocity: [-1/R, 0, 3]}}
constraints:
  height: {position: dz(ball) - R}
  slip_x: {velocity: vx(ball) - R*wy(ball)}
  slip_y: {velocity: vy(ball) + R*wx(ball)}
outputs: {x: dx(ball), y: dy(ball), spin: wz(ball)}
simulation: {end: 1, output_step: 0.1, step: 0.001}
)");
    model.simulation.method = {method, {}, {}};
    const DynamicsResult run = run_dynamics(model);
    EXPECT_LT(run.summary.statistics.max_velocity_violation, 1e-10) << method;
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      EXPECT_NEAR(run.outputs[k][0], 0.5 * 5.0 / 7.0 * 2.0 * run.times[k] * run.times[k], 2e-5) << method;
      EXPECT_NEAR(run.outputs[k][1], run.times[k], 2e-5) << method;
      EXPECT_NEAR(run.outputs[k][2], 3.0, 2e-4) << method;
    }
  }
}

TEST(Measures, OfTheSecondMarkerAreTheReaction) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  bar: {mass: 2, inertia: [0.01, 0.2, 0.2], position: [0.5, 0, 0], markers: {end: {at: [0.5, 0, 0]}, pin: {at: [-0.5, 0, 0]}}}
  ground: {markers: {away: {at: [0, 3, 0]}}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: spring_damper, between: [ground.away, bar.end], stiffness: 30, length: 1}}
outputs: {fy: fy(pin), back: 'fy(pin.second)', sx: fx(spring), sback: 'fx(spring.second)', torque: 'tz(spring.second)'}
simulation: {end: 0.5, output_step: 0.1}
)"));
  for (const auto& row : run.outputs) {
    EXPECT_NEAR(row[1], -row[0], 1e-12);
    EXPECT_NEAR(row[3], -row[2], 1e-12);
    EXPECT_NEAR(row[4], 0.0, 1e-9);  // along the line between the two points: no torque at either
  }
}

}  // namespace
}  // namespace alembert
