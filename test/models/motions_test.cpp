// Prescribed motions, on every level: positions against closed forms, the force that drives them against mechanics.
#include <gtest/gtest.h>

#include <cmath>

#include "support/model_run.h"

namespace alembert {
namespace {

// A bar on a pin, its centre of mass at 0.5 m, driven; J about the pin is 2/3 kg m^2.
Model driven_bar(const std::string& motion, const std::string& extra = "") {
  return test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  bar: {mass: 2, inertia: [0.01, 1/6, 1/6], position: [0.5, 0, 0])" +
                          extra + R"(}
joints:
  pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}
motions:
  drive: {joint: pin, )" + motion +
                          R"(}
outputs: {angle: az(bar), rate: wz(bar), acceleration: wdtz(bar), torque: -tz(drive), force: fy(pin)}
simulation: {end: 2, output_step: 0.05, tolerance: 1e-7}
)");
}

struct Angle {
  double angle, rate, acceleration;
};

// The torque that turns the bar: J phi'' + m g l cos(phi).
double torque(const Angle& a) { return 2.0 / 3.0 * a.acceleration + 2.0 * 9.81 * 0.5 * std::cos(a.angle); }

void expect_motion(const Model& model, Angle (*exact)(double), double tolerance) {
  for (const char* method : {"hht", "hht_si2", "nstiff", "nstiff_si2", "gen_alpha_soi2"}) {
    Model m = model;
    m.simulation.method = {method, {}, {}};
    const DynamicsResult run = run_dynamics(m);
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const Angle a = exact(run.times[k]);
      const std::vector<double>& row = run.outputs[k];
      EXPECT_NEAR(row[0], a.angle, tolerance) << method << " t = " << run.times[k];
      EXPECT_NEAR(row[1], a.rate, 100 * tolerance) << method << " t = " << run.times[k];
      EXPECT_NEAR(row[2], a.acceleration, 100 * tolerance) << method << " t = " << run.times[k];
      EXPECT_NEAR(row[3], torque(a), 100 * tolerance) << method << " t = " << run.times[k];
    }
  }
}

// Positions are held to 1e-9 by every method; velocities of the index-3 methods to their error.
TEST(Motion, OfAnAngleIsFollowedOverWholeTurns) {
  expect_motion(
      driven_bar("angle: 3*time + sin(2*time)"),
      [](double t) {
        return Angle{3 * t + std::sin(2 * t), 3 + 2 * std::cos(2 * t), -4 * std::sin(2 * t)};
      },
      1e-6);
}

// The error of the position is that of an integration: about tolerance^(2/3).
TEST(Motion, OfAVelocityIsFollowed) {
  expect_motion(
      driven_bar("velocity: 3 + 2*cos(2*time)"),
      [](double t) {
        return Angle{3 * t + std::sin(2 * t), 3 + 2 * std::cos(2 * t), -4 * std::sin(2 * t)};
      },
      2e-4);
}

TEST(Motion, OfAnAccelerationIsFollowedFromTheVelocityAtTheStart) {
  expect_motion(
      driven_bar("acceleration: -4*sin(2*time)", ", velocity: [0, 2.5, 0], angular_velocity: [0, 0, 5]"),
      [](double t) {
        return Angle{3 * t + std::sin(2 * t), 3 + 2 * std::cos(2 * t), -4 * std::sin(2 * t)};
      },
      2e-4);
}

TEST(Motion, StartsWithTheAngleItsFunctionGivesHoweverManyTurns) {
  Model model = driven_bar("angle: 4*pi + 0.1 + time");
  const DynamicsResult run = run_dynamics(model);
  EXPECT_NEAR(run.outputs.front()[0], 0.1, 1e-9);  // of the body, which has not turned yet
  EXPECT_NEAR(run.outputs.back()[0], 2.1, 1e-9);
}

TEST(Motion, InDegreesAndMillisecondsIsTheSame) {
  const Model model = test::model_from(R"(
alembert: 1
units: {length: mm, angle: deg, time: ms}
bodies: {bar: {mass: 2, inertia: [1e4, 1e6, 1e6], position: [500, 0, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
motions: {drive: {joint: pin, angle: 0.36*time}}
outputs: {angle: az(bar), x: dx(bar), rate: wz(bar)}
simulation: {end: 1500, output_step: 500}
)");
  const DynamicsResult run = run_dynamics(model);
  EXPECT_NEAR(run.outputs.back()[0], 540.0, 1e-6);
  EXPECT_NEAR(run.outputs.back()[1], -500.0, 1e-6);
  EXPECT_NEAR(run.outputs.back()[2], 0.36, 1e-6);
}

// A carriage pushed along x, and the work it takes: the energy it gains.
TEST(Motion, DoesTheWorkThatTheEnergyGains) {
  Model model = test::model_from(R"(
alembert: 1
bodies: {carriage: {mass: 3, inertia: [1, 1, 1]}}
joints: {rail: {type: translational, bodies: [ground, carriage], at: [0, 0, 0], axis: [1, 0, 0]}}
motions: {push: {joint: rail, displacement: 0.5*time^2}}
outputs: {x: dx(carriage), force: -fx(push)}
simulation: {end: 2, output_step: 0.5, tolerance: 1e-8}
)");
  const DynamicsResult run = run_dynamics(model);
  EXPECT_NEAR(run.outputs.back()[0], 2.0, 1e-9);
  EXPECT_NEAR(run.outputs.back()[1], 3.0, 1e-6);
  EXPECT_NEAR(run.summary.work_in, 6.0, 1e-5);
  EXPECT_NEAR(run.summary.numerical, 0.0, 1e-5);
  EXPECT_FALSE(run.summary.max_energy_drift.has_value());
}

// A bead on a parabola rotating with the wire: the constraint is the user's own formula of time.
TEST(UserConstraint, BeadOnAMovingParabolaFollowsIt) {
  Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {bead: {type: point, mass: 0.1, position: [0.5, 0.125, 0]}}
variables: {height: "0.5*dx(bead)^2 + 0.1*sin(3*time)"}
constraints:
  wire: {position: dy(bead) - var(height)}
  plane: {position: dz(bead)}
outputs: {x: dx(bead), y: dy(bead), vx: vx(bead), vy: vy(bead), e: total_energy(), fx: fx(wire), fy: fy(wire)}
simulation: {end: 2, output_step: 0.1, tolerance: 1e-7, method: hht_si2}
)yaml");
  const DynamicsResult run = run_dynamics(model);
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const auto& row = run.outputs[k];
    const double t = run.times[k];
    EXPECT_NEAR(row[1], 0.5 * row[0] * row[0] + 0.1 * std::sin(3 * t), 1e-10);
    EXPECT_NEAR(row[3], row[0] * row[2] + 0.3 * std::cos(3 * t), 1e-10);
    EXPECT_NEAR(row[5], -row[0] * row[6], 1e-9);  // the wire pushes at right angles to itself
  }
  EXPECT_NEAR(run.summary.energy_end - run.summary.energy_start, run.summary.work_in, 2e-4);
}

// The knife edge on an inclined plane (Neimark and Fufaev): with spin w and no other start,
//
//   x = g sin(a)/(2 w^2) sin^2(w t)
//   y = g sin(a)/(2 w^2) (w t - sin(w t) cos(w t))
//
// the blade points along (cos, sin) of w t.
// Positions to the error of the integration, about 10 tolerance^(2/3); the blade to that of the dense output.
TEST(UserConstraint, KnifeEdgeOnASlopeDrawsTheCycloid) {
  for (const char* method : {"hht", "hht_si2", "nstiff", "gen_alpha_soi2"}) {
    Model model = test::model_from(R"yaml(
alembert: 1
gravity: [4, 0, 0]
bodies: {blade: {type: planar, mass: 1, inertia: 0.3, angular_velocity: [0, 0, 2]}}
constraints: {edge: {velocity: "vy(blade, ground, blade)"}}
outputs: {x: dx(blade), y: dy(blade), side: "vy(blade, ground, blade)", w: wz(blade)}
simulation: {end: 3, output_step: 0.25, tolerance: 1e-8}
)yaml");
    model.simulation.method = {method, {}, {}};
    const DynamicsResult run = run_dynamics(model);
    const double c = 4.0 / (2.0 * 4.0);
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const double t = run.times[k], p = 2.0 * t;
      EXPECT_NEAR(run.outputs[k][0], c * std::sin(p) * std::sin(p), 1e-4) << method << " t = " << t;
      EXPECT_NEAR(run.outputs[k][1], c * (p - std::sin(p) * std::cos(p)), 1e-4) << method << " t = " << t;
      EXPECT_NEAR(run.outputs[k][2], 0.0, 1e-7) << method << " t = " << t;
    }
  }
}

}  // namespace
}  // namespace alembert
