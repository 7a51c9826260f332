// Mechanisms that start at rest where they would fall over.
#include "analysis/unstable_start.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/check.h"
#include "analysis/dynamics.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A rod on a pin, 1 m, upright (angle 90) or hanging (-90): omega^2 = -(m g l/2)/(m l^2/3) = -14.715 upright.
Model rod(const std::string& angle, const std::string& more = "") {
  return test::model_from(fmt::format(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  rod: {{type: planar, mass: 2, inertia: 1/6, position: [0.5*cos({0}), 0.5*sin({0}), 0],
    orientation: {{axis: [0, 0, 1], angle: {0}}}, markers: {{end: {{at: [-0.5, 0, 0]}}, tip: {{at: [0.5, 0, 0]}}}}}}
joints: {{pin: {{type: revolute, between: [ground, rod.end]}}}}
{1}
outputs: {{angle: az(rod)}}
simulation: {{end: 1}}
)yaml",
                                      angle, more));
}

std::string warning(const Model& model) {
  Mechanism mechanism(model);
  return unstable_start(mechanism).value_or("");
}

TEST(UnstableStart, OfAnUprightRodIsTold) {
  const std::string text = warning(rod("pi/2"));
  EXPECT_NE(text.find("at rest in an unstable equilibrium (direction: body rod: "), std::string::npos) << text;
  EXPECT_NE(text.find("eigenvalue -14.7"), std::string::npos) << text;
  const DynamicsResult run = run_dynamics(rod("pi/2"));
  ASSERT_FALSE(run.summary.warnings.empty());
  EXPECT_EQ(run.summary.warnings.front(), text);
  EXPECT_NE(check_model_report(rod("pi/2")).text.find("warning: " + text), std::string::npos);
}

TEST(UnstableStart, IsNotToldOfWhatIsStableOrMoves) {
  EXPECT_EQ(warning(rod("-pi/2")), "");
  EXPECT_EQ(warning(rod("pi/2 + 1e-6")), "");
  EXPECT_EQ(warning(rod("pi/2", "motions: {turn: {joint: pin, angle: pi/2 + time}}")), "");
}

// A spring that holds it, a push that begins later.
TEST(UnstableStart, IsNotToldOfWhatForcesHoldOrMove) {
  EXPECT_EQ(warning(rod("pi/2", "forces: {hold: {type: torque, on: rod, torque: [0, 0, '-20*(az(rod) - pi/2)']}}")),
            "");
  EXPECT_EQ(warning(rod("pi/2", "forces: {push: {type: force, on: rod, force: ['sin(3*time)', 0, 0]}}")), "");
}

// Two bars in line, pressed by a spring of 1e8 N/m.
TEST(UnstableStart, OfAToggleAtDeadCentreIsTold) {
  const std::string text = warning(test::model_from(R"yaml(
alembert: 1
bodies:
  left: {type: planar, mass: 1, inertia: 0.02, position: [0.25, 0, 0]}
  right: {type: planar, mass: 1, inertia: 0.02, position: [0.75, 0, 0]}
  slider: {type: planar, mass: 1, inertia: 0.01, position: [1, 0, 0]}
joints:
  a: {type: revolute, bodies: [ground, left], at: [0, 0, 0], axis: [0, 0, 1]}
  b: {type: revolute, bodies: [left, right], at: [0.5, 0, 0], axis: [0, 0, 1]}
  c: {type: revolute, bodies: [right, slider], at: [1, 0, 0], axis: [0, 0, 1]}
  d: {type: translational, bodies: [ground, slider], at: [1, 0, 0], axis: [1, 0, 0]}
forces: {press: {type: spring_damper, between: [ground, slider], stiffness: 1e8, length: 0.999}}
outputs: {x: dx(slider)}
simulation: {end: 1}
)yaml"));
  EXPECT_NE(text.find("unstable equilibrium"), std::string::npos) << text;
}

}  // namespace
}  // namespace alembert
