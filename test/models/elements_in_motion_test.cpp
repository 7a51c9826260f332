// Signs and sizes of what joints and forces do, against closed forms.
#include <gtest/gtest.h>

#include "support/model_run.h"

namespace alembert {
namespace {

TEST(RevoluteJoint, ReactionMatchesPendulum) {
  // A uniform bar released level, at the bottom: R = m g (1 + 3/2) for a slender bar, on ground downward.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {bar: {mass: 2, inertia: [1e-4, 2/12, 2/12], position: [0.5, 0, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
outputs: {angle: 'az(bar, ground)', fx: fx(pin), fy: fy(pin), along: 'fx(pin, bar)', tz: tz(pin), size: fm(pin)}
simulation: {end: 1, tolerance: 1e-9, output_step: 0.0005}
)"));
  const auto angle = test::column(run, "angle"), fx = test::column(run, "fx"), fy = test::column(run, "fy"),
             along = test::column(run, "along"), tz = test::column(run, "tz"), size = test::column(run, "size");
  for (std::size_t k = 0; k < angle.size(); ++k) {
    // theta' ^2 = 3 g sin(-theta); radial: m (L/2) w^2 + m g sin(-theta); tangential: m g cos / 4.
    const double s = std::sin(-angle[k]), radial = 2.0 * 9.81 * s * 2.5,
                 tangential = 2.0 * 9.81 * std::cos(angle[k]) / 4.0;
    EXPECT_NEAR(along[k], radial, 1e-3);  // pulls ground toward the bar
    EXPECT_NEAR(size[k], std::hypot(radial, tangential), 1e-3);
    EXPECT_NEAR(tz[k], 0.0, 1e-9);
    EXPECT_NEAR(std::hypot(fx[k], fy[k]), size[k], 1e-9);
  }
}

TEST(SpringDamper, OscillatesAndDecaysAsTheFormula) {
  const double m = 2, k = 50, c = 1.2, x0 = 0.3;
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies: {block: {type: point, mass: 2, position: [1.3, 0, 0]}}
joints: {rail: {type: inline, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {s: {type: spring_damper, between: [ground, block], stiffness: 50, damping: 1.2, length: 1}}
outputs: {x: dx(block) - 1, f: fx(s), v: vx(block)}
simulation: {end: 3, tolerance: 1e-9, output_step: 0.01}
)"));
  const double d = c / (2 * m), w = std::sqrt(k / m - d * d);
  const auto x = test::column(run, "x"), f = test::column(run, "f"), v = test::column(run, "v");
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double t = 0.01 * static_cast<double>(n);
    EXPECT_NEAR(x[n], x0 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t)), 1e-5);
    EXPECT_NEAR(f[n], k * x[n] + c * v[n], 1e-9);  // on the first marker's body: pulled toward the block
  }
  // The books balance: what the damper took is what the energy lost, but for the method's own share.
  const RunSummary& s = run.summary;
  EXPECT_NEAR(s.energy_start, 0.5 * k * x0 * x0, 1e-12);
  EXPECT_NEAR(s.dissipated, s.energy_start - s.energy_end, 1e-4);
  EXPECT_NEAR(s.numerical, s.energy_end - s.energy_start + s.dissipated, 1e-12);
  EXPECT_FALSE(s.max_energy_drift.has_value());
}

TEST(TorsionSpring, WindsOverWholeTurns) {
  // A flywheel against a torsion spring of free angle 0, thrown hard: phi = (w0/w) sin(w t) reaches three turns.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies: {wheel: {mass: 1, inertia: [1, 1, 0.5], angular_velocity: [0, 0, 20]}}
joints: {axle: {type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: torsion_spring_damper, joint: axle, stiffness: 0.5, damping: 0}}
outputs: {phi: 'az(wheel, ground)', torque: tz(spring)}
simulation: {end: 6, tolerance: 1e-9, output_step: 0.01}
)"));
  const auto phi = test::column(run, "phi"), torque = test::column(run, "torque");
  for (std::size_t n = 0; n < phi.size(); ++n) {
    EXPECT_NEAR(phi[n], 20.0 * std::sin(0.01 * static_cast<double>(n)), 2e-3);
    EXPECT_NEAR(torque[n], 0.5 * phi[n], 1e-6);  // on ground, the first body
  }
}

TEST(AppliedForce, FollowsItsFrameAndReacts) {
  // A constant torque about z on a free disc, reacting on another: equal and opposite angular accelerations over J.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies:
  a: {mass: 1, inertia: [1.5, 1.5, 2]}
  b: {mass: 1, inertia: [3, 3, 5], position: [1, 0, 0]}
forces:
  motor: {type: torque, on: a, torque: [0, 0, 3], reaction: b}
outputs: {wa: wz(a), wb: wz(b), xb: dx(b), on_a: tz(motor)}
simulation: {end: 2, step: 0.01}
)"));
  auto out = test::final_outputs(run);
  EXPECT_NEAR(out["wa"], 3.0 / 2.0 * 2.0, 1e-9);
  EXPECT_NEAR(out["wb"], -3.0 / 5.0 * 2.0, 1e-9);
  EXPECT_NEAR(out["xb"], 1.0, 1e-12);
  EXPECT_NEAR(out["on_a"], 3.0, 1e-12);
  EXPECT_NEAR(run.summary.work_in, 0.5 * 2 * 9 + 0.5 * 5 * 1.44, 1e-6);
}

// A thrust fixed in a spinning body: the velocity traces a circle, v = F/(m w) (sin wt, 1 - cos wt).
TEST(AppliedForce, InABodyFrameTurnsWithIt) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
bodies: {ship: {mass: 2, inertia: [1, 1, 1], angular_velocity: [0, 0, 3]}}
forces: {thrust: {type: force, on: ship, force: [4, 0, 0], frame: ship}}
outputs: {vx: vx(ship), vy: vy(ship)}
simulation: {end: 1, tolerance: 1e-10}
)"));
  auto out = test::final_outputs(run);
  EXPECT_NEAR(out["vx"], 4.0 / 6.0 * std::sin(3.0), 1e-5);
  EXPECT_NEAR(out["vy"], 4.0 / 6.0 * (1.0 - std::cos(3.0)), 1e-5);
}

TEST(Units, MillimetresAndDegreesGiveTheSameMotion) {
  const std::string text = R"(
parameters: {}
gravity: [0, GRAVITY, 0]
bodies: {bar: {mass: 2, inertia: [INERTIA, INERTIA, INERTIA], position: [HALF, 0, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {t: {type: torsion_spring_damper, joint: pin, stiffness: STIFF, damping: DAMP}}
outputs: {angle: 'az(bar, ground)', x: dx(bar), rate: wz(bar), force: fm(pin), torque: tz(t), energy: total_energy()}
simulation: {end: 1, step: 1e-3}
)";
  const auto fill = [&](std::string head, std::map<std::string, std::string> values) {
    std::string out = text;
    for (const auto& [name, value] : values)
      for (std::size_t at; (at = out.find(name)) != std::string::npos;) out.replace(at, name.size(), value);
    return test::final_outputs(run_dynamics(test::model_from(head + out)));
  };
  auto si = fill("alembert: 1\n",
                 {{"GRAVITY", "-9.81"}, {"INERTIA", "0.2"}, {"HALF", "0.5"}, {"STIFF", "3"}, {"DAMP", "0.1"}});
  auto mm = fill(
      "alembert: 1\nunits: {length: mm, angle: deg}\n",
      {{"GRAVITY", "-9810"}, {"INERTIA", "0.2e6"}, {"HALF", "500"}, {"STIFF", "3000*pi/180"}, {"DAMP", "100*pi/180"}});
  const double deg = 180.0 / M_PI;
  // The numbers differ by rounding, which Newton's stopping test may turn into its own tolerance (1e-10); the step is
  // fixed so that rounding does not choose another.
  const std::map<std::string, double> factor{{"angle", deg}, {"x", 1000.0},      {"rate", deg},
                                             {"force", 1.0}, {"torque", 1000.0}, {"energy", 1000.0}};
  for (const auto& [name, f] : factor) EXPECT_NEAR(mm[name] / (si[name] * f), 1.0, 1e-8) << name;
}

// Two bars of the chain move in a plane: the double pendulum's equations, integrated here by Runge-Kutta.
TEST(Chain, OfTwoBarsIsADoublePendulum) {
  const double m = 0.1, L = 0.1, g = 9.81, J = m * (L * L + 1e-4) / 12.0;
  using State = Eigen::Vector4d;
  const auto rate = [&](const State& s) {
    const double d = std::cos(s[0] - s[1]), e = std::sin(s[0] - s[1]);
    Eigen::Matrix2d M;
    M << J + m * L * L / 4 + m * L * L, m * L * L / 2 * d, m * L * L / 2 * d, J + m * L * L / 4;
    const Eigen::Vector2d Q(-1.5 * m * g * L * std::cos(s[0]) - m * L * L / 2 * e * s[3] * s[3],
                            -0.5 * m * g * L * std::cos(s[1]) + m * L * L / 2 * e * s[2] * s[2]);
    const Eigen::Vector2d a = M.inverse() * Q;
    return State(s[2], s[3], a[0], a[1]);
  };
  State s = State::Zero();
  const double h = 1e-4, end = 0.3;
  for (int k = 0; k < 3000; ++k) {
    const State k1 = rate(s), k2 = rate(s + h / 2 * k1), k3 = rate(s + h / 2 * k2), k4 = rate(s + h * k3);
    s += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  Model model = test::shipped_model("chain", {{"N", 2}});
  model.simulation.end = end;
  model.simulation.tolerance = 1e-9;
  auto out = test::final_outputs(run_dynamics(model));
  EXPECT_NEAR(out["tip_x"], L * (std::cos(s[0]) + std::cos(s[1])), 2e-5);
  EXPECT_NEAR(out["tip_y"], L * (std::sin(s[0]) + std::sin(s[1])), 2e-5);
}

TEST(Chain, OfAHundredBarsKeepsTogetherAndKeepsItsEnergy) {
  const DynamicsResult run = run_dynamics(test::shipped_model("chain"));
  EXPECT_LT(run.summary.statistics.max_position_violation, 1e-9);
  // The falling part near the pin holds about 5 J of kinetic energy by then.
  EXPECT_LT(*run.summary.max_energy_drift, 0.02);
  auto out = test::final_outputs(run);
  EXPECT_NEAR(out["tip_y"], -4.905, 0.01);  // the free end has hardly felt the pin: it falls freely
}

TEST(Model, WithNothingInItIsRefused) {
  EXPECT_THROW(run_dynamics(test::model_from("alembert: 1\nsimulation: {end: 1}\n")), ModelError);
}

TEST(Model, OfAFreeFallingPointIsExact) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -10]
bodies: {p: {type: point, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}}
outputs: {x: dx(p), z: dz(p), vz: vz(p), az: accz(p)}
simulation: {end: 1, tolerance: 1e-5}
)"));
  auto out = test::final_outputs(run);
  EXPECT_NEAR(out["x"], 1.0, 1e-13);
  EXPECT_NEAR(out["z"], 0.0, 1e-12);
  EXPECT_NEAR(out["vz"], -10.0, 1e-12);
  EXPECT_NEAR(out["az"], -10.0, 1e-13);
}

}  // namespace
}  // namespace alembert
