// Lists of analyses: each begins in the whole state in which the one before it has ended.
#include "analysis/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

Model with_list(Model model, std::vector<Simulation> list) {
  model.analyses = std::move(list);
  model.simulation = model.analyses.back();
  return model;
}

Simulation of_kind(AnalysisKind kind, double end = 1.0) {
  Simulation s;
  s.analysis = kind;
  s.end = end;
  return s;
}

// From the equilibrium of a model into a motion of `seconds`.
DynamicsResult released(const Model& model, double seconds, double tolerance) {
  Simulation motion = of_kind(AnalysisKind::dynamics, seconds);
  motion.tolerance = tolerance;
  return run_sequence(with_list(model, {of_kind(AnalysisKind::statics), motion}), {}).motion;
}

// Of any output.
double largest_change(const DynamicsResult& run) {
  double out = 0.0;
  for (std::size_t k = 0; k < run.columns.size(); ++k)
    for (const auto& row : run.outputs) out = std::max(out, std::abs(row[k] - run.outputs.front()[k]));
  return out;
}

TEST(FromEquilibrium, ADampedMechanismStaysAtRest) {
  const DynamicsResult run = released(test::shipped_model("body_on_springs"), 2.0, 1e-8);
  EXPECT_EQ(run.times.size(), 501u);
  double moved = 0.0;
  for (const char* name : {"height", "pitch", "roll"})
    for (const double x : test::column(run, name)) moved = std::max(moved, std::abs(x - test::column(run, name)[0]));
  EXPECT_LT(moved, 1e-8);
  EXPECT_FALSE(run.summary.turned_over.has_value());  // nothing moved
}

// A block on a slope of 0.3, which only the bristles of friction hold: without their deflections it would first slip by
// m g sin/(mu N/l), 6e-5 m.
constexpr const char* kBlock = R"yaml(alembert: 1
gravity: [9.81*sin(0.3), 0, -9.81*cos(0.3)]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  block: {mass: 12, inertia: [0.1, 0.05, 0.13], geometry: [{name: hull, box: [0.2, 0.3, 0.1]}], position: [0, 0, 0.06]}
contacts: {rest: {between: [block.hull, ground.floor], law: impact, stiffness: 1e7, exponent: 1, damping: 1e3, depth: 1e-5,
                  friction: {static: 0.5, dynamic: 0.5, stiction_length: 1e-4}}}
outputs: {x: dx(block), z: dz(block)}
simulation: {end: 1}
)yaml";

TEST(FromEquilibrium, BristlesOfFrictionAreHandedOn) {
  const DynamicsResult run = released(test::model_from(kBlock), 0.5, 1e-9);
  EXPECT_LT(largest_change(run), 1e-8);
  EXPECT_GT(run.outputs.front()[0], 1e-5);  // it has slid until they held it
}

// 400 kg on one tire that does not turn, pushed sideways: standing, the tire is a spring of C_y/sigma_y.
TEST(FromEquilibrium, DeflectionsOfTiresAreHandedOn) {
  const DynamicsResult run = released(test::model_from(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  body: {mass: 400, inertia: [10, 10, 10], position: [0, 0, 0.28038],
         markers: {hub: {orientation: {x: [1, 0, 0], z: [0, 1, 0]}}}}
joints: {up: {type: orientation, bodies: [ground, body]}}
forces:
  t: {type: tire, wheel: body.hub, radius: 0.3, stiffness: 2e5, damping: 2000, slip_stiffness: 6e4, friction: 0.9,
      cornering_stiffness: 4e4, relaxation_length: 0.4}
  push: {type: force, on: body, force: [0, 50, 0]}
outputs: {y: dy(body), z: dz(body), slip: state(t_across)}
simulation: {end: 1}
)yaml"),
                                      1.0, 1e-9);
  EXPECT_NEAR(run.outputs.front()[0], 50.0 * 0.4 / 4e4, 0.006 * 50.0 * 0.4 / 4e4);
  EXPECT_NEAR(run.outputs.front()[1], 0.3 - 400 * 9.81 / 2e5, 1e-9);
  EXPECT_LT(largest_change(run), 1e-8);
}

TEST(FromEquilibrium, FlexibleBodiesStayBent) {
  const DynamicsResult run = released(test::shipped_model("bracket_on_bushings", {{"f", 0.0}}), 0.02, 1e-9);
  const dae::State& end = run.final_state;
  EXPECT_LT(largest_change(run), 1e-6);  // a force of 20 N among its outputs
  EXPECT_LT(end.v.cwiseAbs().maxCoeff(), 1e-7);
}

// Velocities that the model gives are not known to the equilibrium.
TEST(FromEquilibrium, NothingMovesButWhatMotionsDrive) {
  const Model model = test::model_from(R"yaml(alembert: 1
gravity: [0, -10, 0]
bodies:
  crank: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], angular_velocity: [0, 0, 7], velocity: [0, 7, 0],
          markers: {tip: {at: [1, 0, 0]}}}
  weight: {type: point, mass: 2, position: [2.5, 0, 0], velocity: [3, 1, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  plane: {type: inplane, between: [ground, weight]}
motions: {turn: {joint: shaft, angle: 0.5*time}}
forces: {rope: {type: spring_damper, between: [crank.tip, weight], stiffness: 400, damping: 10, length: 0.5}}
outputs: {w: wz(crank), x: dx(weight), y: dy(weight), vx: vx(weight), vy: vy(weight)}
simulation: {end: 1}
)yaml");
  const DynamicsResult run = released(model, 0.1, 1e-8);
  const std::vector<double> exact = {0.5, 2.0, -0.5 - 20.0 / 400.0, 0.0, 0.0};
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(run.outputs.front()[k], exact[k], 1e-9) << k;
}

// A wheel that turns at 20 rad/s; what a sensor has switched off stays off.
constexpr const char* kWheel = R"yaml(alembert: 1
bodies: {wheel: {mass: 1, inertia: [1, 1, 2], angular_velocity: [0, 0, 20]}}
joints: {axle: {type: revolute, between: [ground, wheel]}}
forces: {brake: {type: torque, on: wheel, torque: [0, 0, -4], active: false}, hand: {type: torque, on: wheel, torque: [0, 0, 2]}}
sensors: {let_go: {event: time - 0.5, deactivate: hand}}
outputs: {angle: az(wheel), w: wz(wheel)}
simulation: {end: 1}
)yaml";

TEST(Lists, TurnsAndSwitchesAreHandedOn) {
  Simulation first = of_kind(AnalysisKind::dynamics, 1.0), second = of_kind(AnalysisKind::dynamics, 2.0);
  second.activate = {"brake"};
  const SequenceResult all = run_sequence(with_list(test::model_from(kWheel), {first, second}), {});
  const DynamicsResult& run = all.motion;
  EXPECT_EQ(all.texts.size(), 2u);
  ASSERT_EQ(run.times.size(), 1001u);
  EXPECT_EQ(run.times[500], 1.0);
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const double t = run.times[k], a = std::min(t, 0.5), b = std::max(0.0, t - 1.0);
    EXPECT_NEAR(run.outputs[k][1], 20.0 + a - 2.0 * b, 1e-7) << t;
    EXPECT_NEAR(run.outputs[k][0], 20.0 * t + 0.5 * a * a + a * (t - a) - b * b, 1e-6) << t;
  }
}

TEST(Lists, TheSameAsOneRunWhereNothingChanges) {
  const Model model = test::with_tolerance(test::shipped_model("slider_crank"), "hht_si2", {}, 1e-9);
  Simulation first = model.simulation, second = model.simulation, whole = model.simulation;
  first.end = 0.7;
  second.end = whole.end = 1.5;
  first.output_step = second.output_step = whole.output_step = 0.1;
  Model one = model;
  one.simulation = whole;
  const DynamicsResult a = run_dynamics(one), b = run_sequence(with_list(model, {first, second}), {}).motion;
  ASSERT_EQ(a.times.size(), b.times.size());
  for (std::size_t k = 0; k < a.times.size(); ++k) {
    EXPECT_NEAR(a.times[k], b.times[k], 1e-12);
    for (std::size_t c = 0; c < a.columns.size(); ++c)
      EXPECT_NEAR(a.outputs[k][c], b.outputs[k][c], 1e-5 * (1.0 + std::abs(a.outputs[k][c]))) << a.columns[c];
  }
}

TEST(Lists, AJointThatBecomesActiveMustBeClosed) {
  Model model = test::model_from(R"yaml(alembert: 1
bodies: {a: {type: point, mass: 1, velocity: [1, 0, 0]}}
constraints: {stop: {position: dx(a), active: false}}
simulation: {end: 1}
)yaml");
  Simulation second = of_kind(AnalysisKind::dynamics, 2.0);
  second.activate = {"stop"};
  EXPECT_THROW(run_sequence(with_list(model, {of_kind(AnalysisKind::dynamics, 1.0), second}), {}), AssemblyError);
}

}  // namespace
}  // namespace alembert
