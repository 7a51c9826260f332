// The energy balance of a run against what theory says of the methods.
#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace alembert
