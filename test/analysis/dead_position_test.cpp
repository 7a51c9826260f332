// Drives that run a mechanism into a dead position are named, whatever stops there.
#include "analysis/dead_position.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/dynamics.h"
#include "analysis/kinematics.h"
#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// Crank 0.3, rod 0.6; the slider starts at 0.3 sqrt 3, where the crank stands upright, and is drawn out at 0.4 m/s: at
// 0.9 all is stretched.
constexpr double kStretched = (0.9 - 0.51961524227066320) / 0.4;

Model drawn_slider() {
  return test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  crank: {type: planar, mass: 3, inertia: 0.0225, position: [0, 0.15, 0], orientation: {axis: [0, 0, 1], angle: pi/2}}
  rod: {type: planar, mass: 0.9, inertia: 0.027, position: [0.15*sqrt(3), 0.15, 0],
    orientation: {axis: [0, 0, 1], angle: -pi/6}}
  slider: {type: planar, mass: 1, inertia: 0.01, position: [0.3*sqrt(3), 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  wrist: {type: revolute, bodies: [crank, rod], at: [0, 0.3, 0], axis: [0, 0, 1]}
  pin: {type: revolute, bodies: [rod, slider], at: [0.3*sqrt(3), 0, 0], axis: [0, 0, 1]}
  guide: {type: translational, bodies: [ground, slider], at: [0.3*sqrt(3), 0, 0], axis: [1, 0, 0]}
motions: {draw: {joint: guide, displacement: 0.4*time}}
outputs: {x: dx(slider)}
simulation: {end: 2}
)yaml");
}

// The rocker (2) of a four-bar with crank 1, coupler 2.5, base 2.8 is turned outwards until crank and coupler are in
// line.
Model driven_rocker() {
  return test::model_from(R"yaml(
alembert: 1
parameters: {x: 1.9, y: 1.786}
bodies:
  ground: {markers: {O: {at: [0, 0, 0]}, C: {at: [2.8, 0, 0]}}}
  crank: {type: planar, mass: 1, inertia: 0.1, position: [0, 0.5, 0], orientation: {axis: [0, 0, 1], angle: pi/2},
    markers: {a: {at: [-0.5, 0, 0]}, b: {at: [0.5, 0, 0]}}}
  coupler: {type: planar, mass: 1, inertia: 0.1, position: [1.2, 1.4, 0], orientation: {axis: [0, 0, 1], angle: 0.3},
    markers: {a: {at: [-1.25, 0, 0]}, b: {at: [1.25, 0, 0]}}}
  rocker: {type: planar, mass: 1, inertia: 0.1, position: [2.4, 1, 0], orientation: {axis: [0, 0, 1], angle: 1.9},
    markers: {a: {at: [-1, 0, 0]}, b: {at: [1, 0, 0]}}}
joints:
  j1: {type: revolute, between: [ground.O, crank.a]}
  j2: {type: revolute, between: [crank.b, coupler.a]}
  j3: {type: revolute, between: [coupler.b, rocker.b]}
  j4: {type: revolute, between: [ground.C, rocker.a]}
motions: {turn: {joint: j4, angle: 1.8 - 0.5*time}}
outputs: {angle: az(rocker)}
simulation: {end: 4}
)yaml");
}

std::string failure(const Model& model) {
  try {
    run_dynamics(model);
  } catch (const IntegrationError& e) {
    return e.what();
  }
  return "no failure";
}

void expect_names(const std::string& text, std::initializer_list<const char*> names) {
  for (const char* name : names) EXPECT_NE(text.find(name), std::string::npos) << name << " is not in: " << text;
}

TEST(DeadPosition, OfASliderThatIsDrawnTooFarNamesTheMotion) {
  for (const char* method : {"hht", "hht_si2", "newmark"}) {
    SCOPED_TRACE(method);
    expect_names(failure(test::with_tolerance(drawn_slider(), method, {}, 1e-5)),
                 {"dead position: motion draw cannot be followed any further", "joint shaft", "joint wrist",
                  "t = 0.95096", "Newton"});
  }
}

TEST(DeadPosition, IsSeenAStepAhead) {
  for (const char* method : {"hht", "hht_si2"})
    expect_names(failure(test::with_step(drawn_slider(), method, {}, 0.01)),
                 {"dead position: motion draw cannot be followed any further", "t = 0.95 s", "joint wrist"});
}

TEST(DeadPosition, OfAFourBarNamesTheMotion) {
  for (const char* method : {"hht", "hht_si2"})
    expect_names(failure(test::with_tolerance(driven_rocker(), method, {}, 1e-5)),
                 {"dead position: motion turn cannot be followed any further", "joint j1", "joint j3"});
}

TEST(DeadPosition, IsNamedByKinematics) {
  Model model = drawn_slider();
  model.simulation.analysis = AnalysisKind::kinematics;
  try {
    run_kinematics(model, {});
    ADD_FAILURE();
  } catch (const IntegrationError& e) {
    expect_names(e.what(), {"dead position: motion draw cannot be followed any further", "joint wrist"});
  }
}

// The same state whichever method came to it.
TEST(DeadPosition, IsFoundFromAStateAlone) {
  Mechanism mechanism(drawn_slider());
  dae::State state = mechanism.initial_state();
  EXPECT_TRUE(find_dead_position(mechanism, state, 0.0).rows.empty());
  // The crank at a small angle p, and the rod so that the slider is on its line.
  const double p = 1e-4, s = -std::asin(0.5 * std::sin(p));
  state.t = kStretched;
  state.q << 0.15 * std::cos(p), 0.15 * std::sin(p), p,  //
      0.3 * std::cos(p) + 0.3 * std::cos(s), 0.15 * std::sin(p), s, 0.3 * std::cos(p) + 0.6 * std::cos(s), 0.0, 0.0;
  const DeadPosition dead = find_dead_position(mechanism, state, 0.0);
  EXPECT_EQ(dead.drives, std::vector<std::string>{"motion draw"});
  expect_names(dead.text(), {"motion draw", "joint shaft", "joint wrist", "joint pin"});
}

// A step that fails for another reason is told as before.
TEST(DeadPosition, IsNotSeenWhereThereIsNone) {
  Mechanism mechanism(drawn_slider());
  EXPECT_TRUE(find_dead_position(mechanism, mechanism.initial_state(), 0.01).rows.empty());
}

}  // namespace
}  // namespace alembert
