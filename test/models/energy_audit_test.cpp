// The energy balance of a run against what theory says of the methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/energy_warning.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A mass on a spring and a damper along x, pushed by a force that changes with time.
constexpr const char* kOscillator = R"yaml(
alembert: 1
parameters: {c: 0.7, push: 5, speed: 0.4}
bodies: {mass: {type: point, mass: 2, position: [1.3, 0, 0], velocity: [speed, 0, 0]}}
forces:
  spring: {type: spring_damper, between: [ground, mass], stiffness: 50, damping: c, length: 1}
  push: {type: force, on: mass, force: ["push*sin(3*time)", 0, 0]}
outputs: {x: dx(mass)}
simulation: {end: 10, output_step: 0.1}
)yaml";

// The same mass hung on a support that is moved.
constexpr const char* kShaken = R"yaml(
alembert: 1
bodies:
  support: {type: point, mass: 1, position: [0, 0, 0], velocity: [0.3, 0, 0]}
  mass: {type: point, mass: 2, position: [1.3, 0, 0]}
forces: {spring: {type: spring_damper, between: [support, mass], stiffness: 50, damping: 0.7, length: 1}}
constraints: {shake: {position: dx(support) - 0.1*sin(3*time)}}
outputs: {x: dx(mass)}
simulation: {end: 10, output_step: 0.1}
)yaml";

double turned_over(const RunSummary& s) {
  return std::abs(s.work_in) + s.dissipated + std::abs(s.energy_end - s.energy_start) + s.energy_start;
}

struct Trapezoidal {
  const char* method;
  std::map<std::string, double> parameters;
};
const Trapezoidal kTrapezoidal[] = {
    {"newmark", {{"gamma", 0.5}, {"beta", 0.25}}}, {"hht", {{"alpha", 0.0}}}, {"tangent", {}}};

// (T + V)_{n+1} - (T + V)_n is the mean force times the displacement, exactly: a thousand steps of rounding (1e-16 each
// of energies that cancel) are left.
TEST(EnergyAudit, TheTrapezoidalRuleBalancesDampersAndForces) {
  for (const Trapezoidal& rule : kTrapezoidal) {
    Model model = test::with_step(test::model_from(kOscillator), rule.method, rule.parameters, 0.01);
    model.simulation.output_step = 0.1;
    const DynamicsResult run = run_dynamics(model);
    EXPECT_GT(run.summary.dissipated, 1.0) << rule.method;
    EXPECT_GT(std::abs(run.summary.work_in), 0.1) << rule.method;
    EXPECT_LE(std::abs(run.summary.numerical), 1e-12 * turned_over(run.summary)) << rule.method;
  }
}

TEST(EnergyAudit, TheTrapezoidalRuleBalancesPrescribedMotions) {
  for (const Trapezoidal& rule : kTrapezoidal) {
    if (std::string(rule.method) == "tangent") continue;  // it takes the motion's own velocities, not the rule's
    const DynamicsResult run =
        run_dynamics(test::with_step(test::model_from(kShaken), rule.method, rule.parameters, 0.01));
    EXPECT_GT(std::abs(run.summary.work_in), 0.1) << rule.method;
    EXPECT_LE(std::abs(run.summary.numerical), 1e-12 * turned_over(run.summary)) << rule.method;
  }
}

// With hht, alpha = -0.3, on the oscillator.
double numerical(const std::map<std::string, double>& set, double h) {
  ReadOptions options;
  options.set = set;
  const Model model = read_model_text(kOscillator, "", options);
  return run_dynamics(test::with_step(model, "hht", {{"alpha", -0.3}}, h)).summary.numerical;
}

// The spectral radius of hht is 1 - O((h omega)^4): over a given time it eats O(h^3). From rest, where the start, whose
// acceleration belongs to another instant than those of the method, adds nothing of second order.
TEST(EnergyAudit, HhtEatsEnergyAtThirdOrder) {
  const std::map<std::string, double> free{{"c", 0.0}, {"push", 0.0}, {"speed", 0.0}};
  const double coarse = numerical(free, 0.01), fine = numerical(free, 0.005);
  EXPECT_LT(coarse, 0.0);
  EXPECT_LT(fine, 0.0);
  EXPECT_NEAR(test::observed_order(std::abs(coarse), std::abs(fine)), 3.0, 0.1);
}

// Damped and driven its own share of the balance is of the method's order.
TEST(EnergyAudit, WhatHhtDoesToADrivenOscillatorFallsAtSecondOrder) {
  EXPECT_NEAR(test::observed_order(std::abs(numerical({}, 0.005)), std::abs(numerical({}, 0.0025))), 2.0, 0.1);
}

// Whether the run warns of energy that the method ate or made.
bool warned(const RunSummary& s) {
  return std::any_of(s.warnings.begin(), s.warnings.end(),
                     [](const std::string& w) { return w.find("the method itself") != std::string::npos; });
}

Model free_oscillator() {
  ReadOptions options;
  options.set = {{"c", 0.0}, {"push", 0.0}, {"speed", 0.0}};
  return read_model_text(kOscillator, "", options);
}

// All the energy is that of the spring at the start, 50/2 * 0.3^2 J, however often it swings.
TEST(EnergyAudit, WarnsOfWhatNumericalDampingEats) {
  const RunSummary s = run_dynamics(test::with_step(free_oscillator(), "hht", {{"alpha", -1.0 / 3.0}}, 0.05)).summary;
  EXPECT_NEAR(s.turned_over.value(), 2.25, 0.05);
  EXPECT_LT(s.numerical, -0.01 * *s.turned_over);
  ASSERT_TRUE(warned(s));
  const std::string& text = s.warnings.back();
  EXPECT_NE(text.find("removed"), std::string::npos) << text;
  EXPECT_NE(text.find("alpha nearer to 0"), std::string::npos) << text;
  EXPECT_NE(text.find("a smaller `step`"), std::string::npos) << text;
}

TEST(EnergyAudit, SaysNothingWhereTheToleranceIsTight) {
  const RunSummary s = run_dynamics(test::with_tolerance(free_oscillator(), "hht", {}, 1e-8)).summary;
  EXPECT_NEAR(s.turned_over.value(), 2.25, 0.01);
  EXPECT_FALSE(warned(s)) << s.warnings.back();
}

// Near its limit of stability, h omega = 2, central differences see the mass at its ends alone, where it stands still.
TEST(EnergyAudit, PotentialEnergyThatSwingsIsTurnedOver) {
  const RunSummary s = run_dynamics(test::with_step(free_oscillator(), "central_difference", {}, 0.39)).summary;
  EXPECT_GT(s.turned_over.value(), 0.5 * 2.25);
  EXPECT_LE(std::abs(s.numerical), 4.0 * *s.turned_over);
}

TEST(EnergyAudit, WarnsOfWhatAMethodMakes) {
  RunSummary s;
  s.method_parameters = {{"alpha", 0.0}};
  s.tolerance = 1e-3;
  s.turned_over = 10.0;
  s.numerical = 0.2;
  const std::string text = energy_warning(s).value();
  EXPECT_NE(text.find("added 0.2 J, 2 % of the 10 J"), std::string::npos) << text;
  EXPECT_NE(text.find("a smaller `tolerance`, more numerical damping (alpha farther from 0)"), std::string::npos)
      << text;
  s.numerical = 0.09;
  EXPECT_FALSE(energy_warning(s));
  s.turned_over.reset();
  EXPECT_FALSE(energy_warning(s));
}

// m = 2, x = 0.1 sin(2 pi t): T swings between 0 and (0.2 pi)^2 J four times a second, all of it from the drive and
// back to it: nothing is left of the work after whole turns.
TEST(EnergyAudit, WorkThatFlowsBackIsTurnedOver) {
  const Model model = test::model_from(R"yaml(
alembert: 1
bodies: {mass: {type: point, mass: 2, position: [0, 0, 0]}}
constraints: {shake: {position: dx(mass) - 0.1*sin(2*pi*time)}}
outputs: {x: dx(mass)}
simulation: {end: 10}
)yaml");
  const RunSummary s = run_dynamics(test::with_tolerance(model, "hht", {}, 1e-6)).summary;
  const double most = std::pow(0.2 * M_PI, 2);
  EXPECT_NEAR(s.work_in, 0.0, 0.01 * most);
  EXPECT_NEAR(s.turned_over.value(), 40.0 * most, most);
  EXPECT_FALSE(warned(s));
}

TEST(EnergyAudit, NothingIsTurnedOverAtRest) {
  const Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {mass: {type: point, mass: 2, position: [0, -1.1962, 0]}}
forces: {spring: {type: spring_damper, between: [ground, mass], stiffness: 100, damping: 1, length: 1}}
outputs: {y: dy(mass)}
simulation: {end: 10}
)yaml");
  const RunSummary s = run_dynamics(model).summary;
  EXPECT_FALSE(s.turned_over) << *s.turned_over;
  EXPECT_FALSE(warned(s));
}

// A ball falls 1 m and loses 3/4 of its energy at each bounce: the first fall is what was turned over, the later ones
// have less of it.
TEST(EnergyAudit, EventsGoOnWithTheAccount) {
  const Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, 0, -10]
bodies: {ball: {type: point, mass: 2, position: [0, 0, 1]}}
sensors:
  floor: {event: dz(ball), direction: falling, impulse: {on: ball, force: [0, 0, "-1.5*2*vz(ball)"]}}
outputs: {z: dz(ball)}
simulation: {end: 1.1, output_step: 0.1}
)yaml");
  const RunSummary s = run_dynamics(test::with_step(model, "hht", {}, 1e-3)).summary;
  ASSERT_EQ(s.events.size(), 2u);
  EXPECT_NEAR(s.dissipated, 20.0 * 15.0 / 16.0, 1e-3);
  EXPECT_NEAR(s.turned_over.value(), 20.0, 0.1);
  EXPECT_FALSE(warned(s));
}

}  // namespace
}  // namespace alembert
