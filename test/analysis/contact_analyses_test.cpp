// Analyses other than dynamics with contacts that are closed, or close on the way.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "analysis/kinematics.h"
#include "analysis/linear/modes.h"
#include "analysis/mechanism.h"
#include "analysis/statics/statics.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A block of 0.2 x 0.3 x 0.1 m on a floor; k at each of its corners.
std::string block_on_floor(const std::string& position, const std::string& simulation) {
  return R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  block: {mass: 12, inertia: [0.1, 0.05, 0.13], geometry: [{name: hull, box: [0.2, 0.3, 0.1]}], position: )yaml" +
         position + R"yaml(}
contacts: {rest: {between: [block.hull, ground.floor], stiffness: 1e8, friction: {static: 0.5, dynamic: 0.5, stiction_length: 1e-4}}}
outputs: {z: dz(block), load: normal_force(rest), depth: penetration(rest)}
simulation: )yaml" +
         simulation + "\n";
}

TEST(ContactAnalyses, ABlockSinksAsDeepAsItsWeightPresses) {
  const double depth = std::pow(12 * 9.81 / 4e8, 2.0 / 3.0);
  for (const char* position : {"[0, 0, 0.0499]", "[0, 0, 0.06]"}) {  // in contact, and above it
    const StaticsResult found =
        run_statics(test::model_from(block_on_floor(position, "{analysis: statics}")), AnalysisOptions{});
    ASSERT_EQ(found.outputs.size(), 1u);
    EXPECT_NEAR(found.outputs[0][0], 0.05 - depth, 1e-9) << position;
    EXPECT_NEAR(found.outputs[0][1], 12 * 9.81, 1e-6) << position;
    EXPECT_NEAR(found.outputs[0][2], depth, 1e-9) << position;
  }
}

// Up and down: m w^2 = 4 dN/d(depth) = 3/2 m g/depth. About the vertical: corners' bristles mu N/l at their distance.
TEST(ContactAnalyses, ModesOfABlockOnItsCorners) {
  Model model = test::model_from(block_on_floor("[0, 0, 0.0499]", "{analysis: modes, about: equilibrium}"));
  Mechanism mechanism(model);
  const ModesResult found = find_modes(model, mechanism, {});
  const double depth = std::pow(12 * 9.81 / 4e8, 2.0 / 3.0), up = std::sqrt(1.5 * 9.81 / depth);
  const double bristles = 0.5 * 12 * 9.81 / 1e-4, spin = std::sqrt(bristles * (0.01 + 0.0225) / 0.13);
  const auto has = [&](double w) {
    for (const Mode& mode : found.modes)
      if (std::abs(std::abs(mode.eigenvalue) - w) < 1e-6 * w) return true;
    return false;
  };
  EXPECT_TRUE(has(up)) << up;
  EXPECT_TRUE(has(spin)) << spin;
}

// A ball of 2 kg and 0.1 m, 1 mm above the floor, that slides up and down in a guide on a spring to a point above it.
// `law`: of its contact with the floor.
std::string hanging_ball(const std::string& law, const std::string& more) {
  return R"yaml(alembert: 1
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}], markers: {hook: {at: [0, 0, 0.601]}}}
  ball: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.101], geometry: [{name: skin, sphere: 0.1}]}
joints: {guide: {type: translational, bodies: [ground, ball], at: [0, 0, 0], axis: [0, 0, 1]}}
contacts: {rest: {between: [ball.skin, ground.floor], )yaml" +
         law + "}}\n" + more;
}
constexpr const char* kSpring =
    "spring: {type: spring_damper, between: [ground.hook, ball], stiffness: 1e4, length: 0.5}";

// Pressed down slowly, from above the floor into it: F = ks x, and from 1 mm on F = ks x + k (x - 1 mm).
TEST(ContactAnalyses, QuasiStaticsClosesAContact) {
  const StaticsResult found = run_quasi_statics(
      test::model_from(hanging_ball("stiffness: 1e5, exponent: 1",
                                    std::string("forces:\n  ") + kSpring +
                                        "\n  press: {type: force, on: ball, force: [0, 0, -20*time]}\n"
                                        "outputs: {x: 0.101 - dz(ball), load: normal_force(rest), gap: gap(rest)}\n"
                                        "simulation: {analysis: quasi_statics, end: 2, output_step: 0.1}\n")),
      AnalysisOptions{});
  ASSERT_EQ(found.outputs.size(), 21u);
  int open = 0;
  for (std::size_t k = 0; k < found.outputs.size(); ++k) {
    const double force = 2.0 * static_cast<double>(k), closed = force > 10.0 ? force - 10.0 : 0.0;
    open += closed == 0.0;
    const double x = closed > 0.0 ? 1e-3 + closed / 1.1e5 : force / 1e4;
    EXPECT_NEAR(found.outputs[k][0], x, 1e-9) << force;
    EXPECT_NEAR(found.outputs[k][1], closed * 1e5 / 1.1e5, 1e-5) << force;
    EXPECT_NEAR(found.outputs[k][2], 1e-3 - x, 1e-9) << force;
  }
  EXPECT_EQ(open, 6);
}

// Driven with z(t), the contact presses by its law, and the drive takes what is left: m z'' - N.
TEST(ContactAnalyses, KinematicsOpensAndClosesAContact) {
  const StatesResult found =
      run_kinematics(test::model_from(hanging_ball(
                         "stiffness: 1e8, dissipation: 0.7",
                         "motions: {drive: {joint: guide, displacement: 0.001*cos(2*time) - 0.001}}\n"
                         "outputs: {load: normal_force(rest), drive: fz(drive.second), depth: penetration(rest)}\n"
                         "simulation: {analysis: kinematics, end: 3, output_step: 0.05}\n")),
                     AnalysisOptions{});
  ASSERT_EQ(found.outputs.size(), 61u);
  int closed = 0;
  for (std::size_t k = 0; k < found.outputs.size(); ++k) {
    const double t = found.times[k], z = 1e-3 * std::cos(2 * t), v = -2e-3 * std::sin(2 * t);
    const double load = z < 0.0 ? 1e8 * std::pow(-z, 1.5) * (1.0 - 0.7 * v) : 0.0;
    closed += load > 0.0;
    EXPECT_NEAR(found.outputs[k][0], load, 1e-6 * 3200) << t;
    EXPECT_NEAR(found.outputs[k][1], 2.0 * -4.0 * z - load, 1e-6 * 3200) << t;
    EXPECT_NEAR(found.outputs[k][2], std::max(0.0, -z), 1e-12) << t;
  }
  EXPECT_GT(closed, 20);
  EXPECT_LT(closed, 50);
}

LinearModel linear_about_equilibrium(const std::string& text) {
  const Model model = test::model_from(text);
  Mechanism mechanism(model);
  return find_modes(model, mechanism, {}).linear.value();
}

// Closed, N = k depth (1 + chi v): z'' = -(k + ks)/m z - chi N0/m v. Open, the spring alone.
TEST(ContactAnalyses, LinearModelsOfAContactClosedAndOpen) {
  for (const double weight : {9.81, 0.0}) {
    const LinearModel found = linear_about_equilibrium(
        hanging_ball("stiffness: 1e5, exponent: 1, dissipation: 3",
                     "gravity: [0, 0, -" + std::to_string(weight) + "]\nforces:\n  " + kSpring +
                         "\noutputs: {z: dz(ball), load: normal_force(rest), gap: gap(rest)}\n"
                         "simulation: {analysis: linearise, about: equilibrium}\n"));
    const double k = weight > 0.0 ? 1e5 : 0.0, load = weight > 0.0 ? (2 * weight - 10.0) / 1.1e5 * 1e5 : 0.0;
    ASSERT_EQ(found.A.rows(), 2);
    EXPECT_NEAR(found.A(1, 0), -(k + 1e4) / 2, 1e-4) << weight;
    EXPECT_NEAR(found.A(1, 1), -3 * load / 2, 1e-6) << weight;
    EXPECT_NEAR(found.C(1, 0), -k, 1e-3) << weight;
    EXPECT_NEAR(found.C(1, 1), -3 * load, 1e-5) << weight;
    EXPECT_NEAR(found.C(2, 0), 1.0, 1e-8) << weight;
  }
}

// A slide that bristles hold: what it takes to push it aside is mu N/l, in the matrix and in what is measured.
TEST(ContactAnalyses, LinearModelsOfBristlesThatHold) {
  const LinearModel found = linear_about_equilibrium(R"yaml(alembert: 1
gravity: [0, 0, -10]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  ball: {type: point, mass: 2, position: [0, 0, 0.0999], geometry: [{name: skin, sphere: 0.1}]}
contacts: {rest: {between: [ball.skin, ground.floor], stiffness: 1e5, exponent: 1, friction: {static: 0.5, dynamic: 0.5, stiction_length: 1e-3}}}
outputs: {push: fx(rest)}
simulation: {analysis: linearise, about: equilibrium}
)yaml");
  const double bristles = 0.5 * 20 / 1e-3;
  ASSERT_EQ(found.A.rows(), 6);
  int along = -1;
  for (std::size_t k = 0; k < found.state_names.size(); ++k)
    if (found.state_names[k].find("x") != std::string::npos && along < 0) along = static_cast<int>(k);
  ASSERT_GE(along, 0);
  EXPECT_NEAR(found.A(along + 3, along), -bristles / 2, 1e-3);
  EXPECT_NEAR(found.C(0, along), -bristles, 1e-3);
}

}  // namespace
}  // namespace alembert
