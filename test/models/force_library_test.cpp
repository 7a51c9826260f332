// Forces of the library against what is known of them in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/model_run.h"

namespace alembert {
namespace {

using test::column;
using test::final_outputs;

std::string block(double slope, double friction, double speed, const std::string& more = "") {
  return "alembert: 1\nparameters: {slope: " + std::to_string(slope) + ", mu: " + std::to_string(friction) + R"(}
gravity: [9.81*sin(slope), 0, -9.81*cos(slope)]
bodies: {block: {mass: 2, inertia: [0.1, 0.1, 0.1], velocity: [)" +
         std::to_string(speed) + R"(, 0, 0]}}
joints: {slide: {type: translational, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {rub: {type: joint_friction, joint: slide, dynamic: mu)" +
         more + R"(}}
outputs: {x: dx(block), v: vx(block), friction: fx(rub), normal: var(rub_normal)}
simulation: {end: 2, output_step: 0.05}
)";
}

TEST(JointFriction, HoldsABlockBelowTheFrictionAngleAndLetsItSlideAbove) {
  const double angle = std::atan(0.4);
  const DynamicsResult held = run_dynamics(test::model_from(block(angle - 0.01, 0.4, 0.0)));
  EXPECT_LT(std::abs(final_outputs(held)["x"]), 1e-5);
  EXPECT_LT(std::abs(final_outputs(held)["v"]), 1e-6);
  EXPECT_NEAR(final_outputs(held)["friction"], 2.0 * 9.81 * std::sin(angle - 0.01), 1e-4);  // on ground
  const DynamicsResult loose = run_dynamics(test::model_from(block(angle + 0.05, 0.4, 0.0)));
  const double a = 9.81 * (std::sin(angle + 0.05) - 0.4 * std::cos(angle + 0.05));
  EXPECT_NEAR(final_outputs(loose)["x"], 0.5 * a * 4.0, 0.01 * 0.5 * a * 4.0);
}

TEST(JointFriction, StopsABlockWhereCoulombSays) {
  const DynamicsResult run = run_dynamics(test::model_from(block(0.0, 0.4, 3.0)));
  const double distance = 9.0 / (2.0 * 0.4 * 9.81);
  EXPECT_NEAR(final_outputs(run)["x"], distance, 0.005 * distance);
  EXPECT_NEAR(run.summary.dissipated, 0.5 * 2.0 * 9.0, 0.005 * 9.0);
  // No chatter: the steps are few, compared with the same motion without friction.
  const DynamicsResult smooth = run_dynamics(test::model_from(block(0.1, 0.0, 3.0)));
  EXPECT_LE(run.summary.statistics.steps, 5 * smooth.summary.statistics.steps);
}

TEST(JointFriction, FallsFromStaticToDynamic) {
  // Between the two friction angles a block at rest stays, a moving one goes on.
  const double slope = std::atan(0.35);
  const std::string both = ", static: 0.4";
  const DynamicsResult held = run_dynamics(test::model_from(block(slope, 0.3, 0.0, both)));
  EXPECT_LT(std::abs(final_outputs(held)["x"]), 1e-4);
  const DynamicsResult moving = run_dynamics(test::model_from(block(slope, 0.3, 1.0, both)));
  const double a = 9.81 * (std::sin(slope) - 0.3 * std::cos(slope));
  EXPECT_NEAR(final_outputs(moving)["x"], 2.0 + 0.5 * a * 4.0, 2e-3);
}

// A wheel on a pin of radius r, loaded by its weight: J w' = -mu m g r.
TEST(JointFriction, BrakesAWheelOnItsPin) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {wheel: {mass: 4, inertia: [0.1, 0.1, 0.2], angular_velocity: [0, 0, 10]}}
joints: {pin: {type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {rub: {type: joint_friction, joint: pin, dynamic: 0.2, radius: 0.03, preload: 5}}
outputs: {w: wz(wheel), t: tz(rub), angle: angle(pin)}
simulation: {end: 12, output_step: 0.5, tolerance: 1e-6}
)"));
  const double T = 0.2 * 0.03 * (4.0 * 9.81 + 5.0), w0 = 10.0, stop = w0 * 0.2 / T;
  ASSERT_LT(stop, 12.0);
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const double t = run.times[k];
    EXPECT_NEAR(run.outputs[k][0], t < stop ? w0 - T / 0.2 * t : 0.0, 2e-3) << t;
  }
  EXPECT_NEAR(final_outputs(run)["angle"], w0 * w0 * 0.2 / (2.0 * T), 0.005 * w0 * w0 * 0.2 / (2.0 * T));
}

TEST(JointFriction, OfABallAndOfASleeve) {
  // A ball joint spun about the vertical under its weight; a sleeve that slides and turns: both slow down as one force
  // mu N against the direction of sliding says.
  const DynamicsResult ball = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {top: {mass: 4, inertia: [0.1, 0.1, 0.2], angular_velocity: [0, 0, 10]}}
joints: {socket: {type: spherical, bodies: [ground, top], at: [0, 0, 0]}}
forces: {rub: {type: joint_friction, joint: socket, dynamic: 0.2, radius: 0.03}}
outputs: {w: wz(top)}
simulation: {end: 4, output_step: 0.5, tolerance: 1e-6}
)"));
  const double T = 0.2 * 0.03 * 4.0 * 9.81;
  for (std::size_t k = 0; k < ball.times.size(); ++k)
    EXPECT_NEAR(ball.outputs[k][0], 10.0 - T / 0.2 * ball.times[k], 2e-3);
  const DynamicsResult sleeve = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {sleeve: {mass: 2, inertia: [0.1, 0.1, 0.0008], velocity: [0, 3, 0], angular_velocity: [0, 200, 0],
                  orientation: {x: [1, 0, 0], z: [0, 1, 0]}}}
joints: {rod: {type: cylindrical, bodies: [ground, sleeve], at: [0, 0, 0], axis: [0, 1, 0]}}
forces: {rub: {type: joint_friction, joint: rod, dynamic: 0.25, radius: 0.02}}
outputs: {v: vy(sleeve), w: wy(sleeve)}
simulation: {end: 1, output_step: 0.1, tolerance: 1e-6}
)"));
  // With J = m R^2 the mass against sliding is the same in both directions, so (v, R w) keeps its direction.
  const double speed = std::hypot(3.0, 4.0), decay = 0.25 * 9.81;
  for (std::size_t k = 0; k < sleeve.times.size(); ++k) {
    const double left = (speed - decay * sleeve.times[k]) / speed;
    EXPECT_NEAR(sleeve.outputs[k][0], 3.0 * left, 5e-3);
    EXPECT_NEAR(sleeve.outputs[k][1], 200.0 * left, 0.3);
  }
}

TEST(Beam, BendsAsTimoshenkoSays) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
parameters: {L: 0.5, E: 2e11, G: 8e10, b: 0.02, h: 0.1, k: 5/6}
bodies: {tip: {mass: 1, inertia: [1e-2, 1e-2, 1e-2], position: [L, 0, 0]}}
forces:
  beam: {type: beam, between: [ground, tip], area: b*h, moments: [h*b^3/12, b*h^3/12], torsion_constant: 2e-6,
         youngs_modulus: E, shear_modulus: G, shear_factors: [k, k], damping_time: 0.001}
  load: {type: general_force, on: tip, force: [100, 30, 20], torque: [5, 0, 0]}
outputs:
  x: dx(tip)/L - 1 - 100/(E*b*h)
  y: dy(tip)/(30*L^3/(3*E*b*h^3/12) + 30*L/(k*G*b*h))
  z: dz(tip)/(20*L^3/(3*E*h*b^3/12) + 20*L/(k*G*b*h))
  twist: ax(tip)/(5*L/(G*2e-6))
simulation: {end: 1, output_step: 1, tolerance: 1e-8}
)"));
  auto end = final_outputs(run);
  // Deflections are 1e-4 of the length: the second-order shortening of the beam is of that relative size.
  EXPECT_NEAR(end["x"], 0.0, 1e-6);
  EXPECT_NEAR(end["y"], 1.0, 1e-3);
  EXPECT_NEAR(end["z"], 1.0, 1e-3);
  EXPECT_NEAR(end["twist"], 1.0, 1e-4);
}

// A moment 2 pi E I/L at its end rolls a beam up into a full circle: the tip comes back to the clamp.
TEST(Beam, RollsUpIntoACircle) {
  const DynamicsResult run = run_dynamics(test::model_from(R"yaml(
alembert: 1
parameters: {n: 8, L: 1, EI: 2}
repeat:
  - index: i
    from: 1
    to: 8
    bodies: {"node{i}": {mass: 0.1, inertia: [0.01, 0.01, 0.01], position: [i*L/n, 0, 0]}}
    forces:
      "drag{i}": {type: general_force, on: "node{i}", force: ["-0.6*vx(node{i})", "-0.6*vy(node{i})", 0],
                  torque: [0, 0, "-0.05*wz(node{i})"]}
      "piece{i}": {type: beam, between: ["node{i-1}", "node{i}"], length: L/n, area: 1000, moments: [EI, EI],
                   torsion_constant: 1, youngs_modulus: 1, shear_modulus: 1, damping_time: 0.05}
bodies: {node0: {mass: 1, inertia: [1, 1, 1]}}
joints: {clamp: {type: fixed, bodies: [ground, node0], at: [0, 0, 0]}}
forces: {bend: {type: torque, on: node8, torque: [0, 0, '2*pi*EI/L*step5(time, 0, 0, 4, 1)']}}
outputs: {x: dx(node8), y: dy(node8), turn: 'az(node8)/(2*pi)', mx: dx(node4), my: dy(node4)}
simulation: {end: 20, output_step: 1}
)yaml"));
  auto end = final_outputs(run);
  EXPECT_NEAR(end["x"], 0.0, 1e-3);
  EXPECT_NEAR(end["y"], 0.0, 1e-3);
  EXPECT_NEAR(end["turn"], 1.0, 1e-3);
  // Half way round: the widest way across the polygon of eight sides of 1/8.
  EXPECT_NEAR(std::hypot(end["mx"], end["my"]), 0.125 / std::sin(M_PI / 8.0), 2e-3);
}

// Two free bodies tied by a bushing of unequal stiffness, spinning and tumbling far: nothing but rounding and the
// method's own loss may change energy and angular momentum.
TEST(Bushing, KeepsEnergyAndAngularMomentumInLargeRotations) {
  const std::string axes = "markers: {x: {at: [1, 0, 0]}, y: {at: [0, 1, 0]}, z: {at: [0, 0, 1]}}";
  // Component c of the angular momentum of a body with mass m and moments J: m (r x v) + sum of J_k w_k axis_k.
  const auto momentum = [](const std::string& body, double m, const Vec3& J, int c) {
    const char d = "xyz"[(c + 1) % 3], e = "xyz"[(c + 2) % 3];
    std::string out = fmt::format("{0}*(d{2}({1})*v{3}({1}) - d{3}({1})*v{2}({1}))", m, body, d, e);
    for (int k = 0; k < 3; ++k)
      out += fmt::format(" + {0}*w{2}({1}, ground, {1})*d{3}({1}.{2}, {1})", J[k], body, "xyz"[k], "xyz"[c]);
    return out;
  };
  std::string outputs = "outputs: {e: total_energy(), turn: 'theta(b, a)'";
  for (int c = 0; c < 3; ++c)
    outputs += fmt::format(", l{}: '{} + {}'", "xyz"[c], momentum("a", 2.0, Vec3(0.1, 0.2, 0.15), c),
                           momentum("b", 1.0, Vec3(0.05, 0.06, 0.1), c));
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  a: {mass: 2, inertia: [0.1, 0.2, 0.15], angular_velocity: [1, 2, 0.5], )" +
                                                           axes + R"(}
  b: {mass: 1, inertia: [0.05, 0.06, 0.1], position: [0.3, 0.1, 0], velocity: [0, 0.3, 0.2],
      angular_velocity: [-4, 2, 3], )" + axes + R"(}
forces: {tie: {type: bushing, between: [a, b], stiffness: [30, 20, 10, 0.8, 1, 1.2]}}
)" + outputs + "}\nsimulation: {end: 3, output_step: 0.05, tolerance: 1e-8}\n"));
  const auto turn = column(run, "turn");
  EXPECT_GT(*std::max_element(turn.begin(), turn.end()), 1.0);
  for (const char* name : {"e", "lx", "ly", "lz"}) {
    const auto x = column(run, name);
    for (const double value : x) EXPECT_NEAR(value, x[0], 2e-4) << name;
  }
}

TEST(Spring, WithACurveKeepsItsEnergyAndItsStopsPushOnlyWhenTouched) {
  // A mass between a hardening curve and two stops, without damping.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
splines: {hard: {x: [-1, -0.5, 0, 0.5, 1], y: [-40, -8, 0, 8, 40]}}
bodies: {m: {type: point, mass: 1, position: [1.2, 0, 0], velocity: [6, 0, 0]}}
joints: {rail: {type: inline, bodies: [ground, m], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {s: {type: spring_damper, between: [ground, m], length: 1, tension: hard, min_length: 0.3, max_length: 1.8, stop_stiffness: 1000}}
outputs: {x: dx(m), f: fx(s), e: total_energy()}
simulation: {end: 3, output_step: 0.01, tolerance: 1e-8}
)"));
  const auto x = column(run, "x"), f = column(run, "f"), e = column(run, "e");
  double most = 0.0, least = 9.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_NEAR(e[k], e[0], 2e-4 * e[0]);
    most = std::max(most, x[k]);
    least = std::min(least, x[k]);
    if (std::abs(x[k] - 1.5) < 0.02) {
      EXPECT_NEAR(f[k], 8.0, 1.5);
    }
  }
  EXPECT_GT(most, 1.8);
  EXPECT_LT(least, 0.3);
}

TEST(Spring, ThatOnlyPullsIsARope) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -10, 0]
bodies: {m: {type: point, mass: 1, position: [0, 0.5, 0]}}
forces: {rope: {type: spring_damper, between: [ground, m], stiffness: 400, damping: 20, length: 2, acts: pulls}}
outputs: {y: dy(m), f: fm(rope)}
simulation: {end: 10, output_step: 0.1, tolerance: 1e-6}
)"));
  const auto y = column(run, "y"), f = column(run, "f");
  for (std::size_t k = 0; k < y.size() && run.times[k] < 0.65; ++k) {
    EXPECT_NEAR(y[k], 0.5 - 5.0 * run.times[k] * run.times[k], 1e-6);  // falls freely, past the anchor, to -2
    EXPECT_EQ(f[k], 0.0);
  }
  EXPECT_NEAR(y.back(), -2.0 - 10.0 / 400.0, 1e-4);
  EXPECT_NEAR(f.back(), 10.0, 1e-3);
}

// A wheel held upright rolls straight under a braking torque: in steady deceleration the road gives what the torque and
// the wheel's own inertia ask for; with a fixed sideways velocity the lateral force is Fiala's.
TEST(Tire, BrakesAndCorners) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {w: {mass: 20, inertia: [0.5, 0.5, 1], position: [0, 0, 0.299019], orientation: {x: [1, 0, 0], z: [0, 1, 0]},
             velocity: [20, 0, 0], angular_velocity: [0, 20/0.299, 0]}}
joints: {upright: {type: perpendicular_axes, bodies: [ground, w], axes: [[0, 0, 1], [0, 1, 0]]},
         ahead: {type: perpendicular_axes, bodies: [ground, w], axes: [[1, 0, 0], [0, 1, 0]]}}
forces:
  t: {type: tire, wheel: w, radius: 0.3, stiffness: 2e5, damping: 2000, slip_stiffness: 5000, cornering_stiffness: 4000, friction: 0.9}
  brake: {type: torque, on: w, torque: [0, '-20*step(time, 0.2, 0, 0.4, 1)', 0]}
outputs: {a: accx(w), f: '-fx(t)', fz: '-fz(t)', v: vx(w)}
simulation: {end: 1.5, output_step: 0.1, tolerance: 1e-7}
)"));
  // m a = -F, J w' = -T + F R with w' = a/R (slip changes slowly): F = T/R/(1 + J/(m R^2)).
  const double R = 0.29902, F = 20.0 / R / (1.0 + 1.0 / (20.0 * R * R));
  EXPECT_NEAR(final_outputs(run)["f"], -F, 0.02 * F);
  EXPECT_NEAR(final_outputs(run)["a"], -F / 20.0, 0.02 * F / 20.0);
  EXPECT_NEAR(final_outputs(run)["fz"], 20.0 * 9.81, 0.5);
}

}  // namespace
}  // namespace alembert
