// Linkages that lie flat, where they may go on in more than one way; motions that contradict each other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/check.h"
#include "analysis/dynamics.h"
#include "analysis/integrators.h"
#include "analysis/kinematics.h"
#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A parallelogram of 0.8 by 0.3, its crank at an angle.
std::string parallelogram(double angle, const std::string& others) {
  return fmt::format(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
parameters: {{x: 0.3*cos({0}), y: 0.3*sin({0})}}
bodies:
  crank: {{type: planar, mass: 0.3, inertia: 0.00225, position: [x/2, y/2, 0], orientation: {{axis: [0, 0, 1], angle: {0}}}}}
  coupler: {{type: planar, mass: 0.8, inertia: 0.0427, position: [0.4 + x, y, 0]}}
  rocker: {{type: planar, mass: 0.3, inertia: 0.00225, position: [0.8 + x/2, y/2, 0],
    orientation: {{axis: [0, 0, 1], angle: {0}}}}}
joints:
  A: {{type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}}
  B: {{type: revolute, bodies: [crank, coupler], at: [x, y, 0], axis: [0, 0, 1]}}
  C: {{type: revolute, bodies: [coupler, rocker], at: [0.8 + x, y, 0], axis: [0, 0, 1]}}
  D: {{type: revolute, bodies: [ground, rocker], at: [0.8, 0, 0], axis: [0, 0, 1]}}
outputs: {{crank: az(crank), rocker: az(rocker), coupler: az(coupler)}}
{1}
)yaml",
                     angle, others);
}

bool warns(const std::vector<std::string>& warnings, const std::string& words) {
  for (const std::string& w : warnings)
    if (w.find(words) != std::string::npos) return true;
  return false;
}

// Both ways satisfy the joints: 0.3^2 + 0.8^2 is what the diagonals have in common. Which one is taken is said to be
// open.
TEST(FlatLinkage, DrivenFromTheStartGoesOnInOneOfItsWaysWithEveryMethodOfOurs) {
  const Model model =
      test::model_from(parallelogram(0.0, "motions: {drive: {joint: A, angle: 2*time}}\nsimulation: {end: 0.3}"));
  for (const MethodDescription& each : all_methods()) {
    const std::string method(each.name);
    if (method == "bdf") continue;  // whose first steps are of order 1, and stop
    SCOPED_TRACE(method);
    const DynamicsResult result = run_dynamics(test::with_tolerance(model, method, {}, 1e-8));
    EXPECT_TRUE(warns(result.summary.warnings, "may go on in more than one way"));
    auto end = test::final_outputs(result);
    EXPECT_NEAR(end["crank"], 0.6, 1e-9);
    const bool parallel = std::abs(end["coupler"]) < 1e-6 && std::abs(end["rocker"] - 0.6) < 1e-6;
    // Crossed bars: the other intersection of the circles about B and D.
    const double x = 0.3 * std::cos(0.6), y = 0.3 * std::sin(0.6);
    const double cx = x + 0.8 * std::cos(end["coupler"]), cy = y + 0.8 * std::sin(end["coupler"]);
    EXPECT_TRUE(parallel || std::abs(std::hypot(cx - 0.8, cy) - 0.3) < 1e-6);
  }
}

TEST(FlatLinkage, IsPassedByEveryMethodThatVariesItsStep) {
  const Model model = test::model_from(parallelogram(0.5, "simulation: {end: 1}"));
  for (const char* method : {"hht_si2", "hht", "gen_alpha_soi2", "nstiff", "nstiff_si2", "hht_add", "tangent"}) {
    auto end = test::final_outputs(run_dynamics(test::with_tolerance(model, method, {}, 1e-8)));
    EXPECT_NEAR(end["coupler"], 0.0, 1e-6) << method;
    EXPECT_NEAR(end["crank"], end["rocker"], 1e-6) << method;
  }
}

const char* const kTwoMotions = R"yaml(
alembert: 1
bodies: {{b: {{mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}}}}
joints: {{j: {{type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}}}
motions: {{first: {{joint: j, angle: 30*time}}, second: {{joint: j, {}}}}}
outputs: {{a: az(b)}}
simulation: {{end: 1}}
)yaml";

// In position, in velocity, in acceleration, and only later.
TEST(ConflictingMotions, AreNamedByCheckAndRunAlike) {
  for (const char* second : {"angle: 0.5 + 30*time", "angle: 31*time", "angle: 30*time + time^2",
                             "angle: \"30*time + max(0, time - 0.5)^3\"", "angular_velocity: 29"}) {
    SCOPED_TRACE(second);
    const Model model = test::model_from(fmt::format(fmt::runtime(kTwoMotions), second));
    const CheckReport report = check_model_report(model);
    EXPECT_NE(report.problem.find("motion first"), std::string::npos) << report.problem;
    EXPECT_NE(report.problem.find("motion second"), std::string::npos) << report.problem;
    EXPECT_NE(report.problem.find("contradict each other"), std::string::npos) << report.problem;
    EXPECT_NE(report.text.find("contradictory"), std::string::npos);
    EXPECT_EQ(report.text.find("consistent\n"), std::string::npos) << report.text;
    std::string run;
    try {
      run_dynamics(model);
    } catch (const Error& e) {
      run = e.what();
    }
    EXPECT_NE(run.find("motion first"), std::string::npos) << run;
    EXPECT_NE(run.find("motion second"), std::string::npos) << run;
  }
}

TEST(ConflictingMotions, ThatAgreeAreConsistent) {
  const CheckReport report =
      check_model_report(test::model_from(fmt::format(fmt::runtime(kTwoMotions), "angle: 60*time/2")));
  EXPECT_EQ(report.problem, "");
  EXPECT_NE(report.text.find("always, consistent"), std::string::npos);
}

TEST(StartVelocities, ThatChangeAreNamedWithTheirUnit) {
  const Model model = test::model_from(R"yaml(
alembert: 1
bodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], velocity: [3.84, 0, 0]}}
joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}
simulation: {end: 1}
)yaml");
  EXPECT_TRUE(warns(check_model_report(model).start.warnings, "changed by up to 3.84 m/s (body b: x)"));
}

}  // namespace
}  // namespace alembert
