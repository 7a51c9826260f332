// Tires that stand, roll, brake and lean, in whole models, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/linear/modes.h"
#include "analysis/statics/statics.h"
#include "support/model_run.h"

namespace alembert {
namespace {

using test::column;
using test::final_outputs;

ModesResult modes_of_tire(const Model& model) {
  Mechanism mechanism(model);
  return find_modes(model, mechanism, {});
}

// 400 kg on one tire, held upright, its wheel not turning, pushed by `push`; damped by T.
std::string standing(const std::string& push, double T, const std::string& simulation) {
  return fmt::format(R"(
alembert: 1
parameters: {{R: 0.3, k: 2e5, m: 400}}
gravity: [0, 0, -9.81]
bodies:
  body: {{mass: m, inertia: [10, 10, 10], position: [0, 0, R - m*9.81/k],
         markers: {{hub: {{orientation: {{x: [1, 0, 0], z: [0, 1, 0]}}}}}}}}
joints: {{up: {{type: orientation, bodies: [ground, body]}}}}
forces:
  t: {{type: tire, wheel: body.hub, radius: R, stiffness: k, damping: 2000, slip_stiffness: 6e4, friction: 0.9,
      cornering_stiffness: 4e4, relaxation_length: 0.4, relaxation_length_along: 0.25, patch_damping_time: {}}}
  push: {{type: force, on: body, force: {}}}
outputs: {{x: dx(body), y: dy(body), z: dz(body), fx: fx(t.second), fy: fy(t.second), slip: state(t_across)}}
simulation: {}
)",
                     T, push, simulation);
}

TEST(Tire, StandingGivesWayLikeASpring) {
  // F = s (1 - a + a^2/3) with s = C d/sigma, a = s/(3 mu N): the static deflection d, nearly F sigma/C.
  const double most = 3.0 * 0.9 * 400.0 * 9.81;
  for (const bool across : {true, false}) {
    const double k = across ? 4e4 / 0.4 : 6e4 / 0.25, F = 50.0;
    const StaticsResult r =
        run_statics(test::model_from(standing(across ? "[0, 50, 0]" : "[50, 0, 0]", 0.005, "{analysis: statics}")), {});
    const double d = r.outputs.back()[across ? 1 : 0], a = k * d / most;
    EXPECT_NEAR(k * d * (1.0 - a + a * a / 3.0), F, 1e-9 * F);
    EXPECT_NEAR(d, F / k, 0.006 * F / k);
    EXPECT_EQ(r.equilibria.back().stability, Equilibrium::Stability::stable);
    // Across, where the push is along, the force goes with its own share of s.
    const double part = across ? (1.0 - a) * (1.0 - a) : 1.0 - a + a * a / 3.0;
    EXPECT_NEAR(*r.equilibria.back().smallest_eigenvalue, part * 4e4 / 0.4 / 400.0, 1e-4);
  }
}

TEST(Tire, StandingSwingsWithTheFrequencyOfItsSpring) {
  for (const double T : {0.0, 0.005}) {
    const ModesResult r = modes_of_tire(test::model_from(standing("[0, 0, 0]", T, "{analysis: modes}")));
    std::vector<std::complex<double>> found;
    for (const Mode& mode : r.modes)
      if (mode.eigenvalue.imag() > 1e-3) found.push_back(mode.eigenvalue);
    ASSERT_EQ(found.size(), 3u);  // across, vertical, along
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return std::abs(a) < std::abs(b); });
    const double across = std::sqrt(4e4 / 0.4 / 400.0), along = std::sqrt(6e4 / 0.25 / 400.0);
    EXPECT_NEAR(std::abs(found[0]), across, 1e-6 * across);
    EXPECT_NEAR(std::abs(found[1]), std::sqrt(2e5 / 400.0), 1e-6);
    EXPECT_NEAR(std::abs(found[2]), along, 1e-6 * along);
    EXPECT_NEAR(-found[0].real(), 0.5 * T * across * across, 1e-6);
    EXPECT_NEAR(-found[2].real(), 0.5 * T * along * along, 1e-6);
  }
}

TEST(Tire, SwitchedOffItsSlipsFade) {
  const std::string sensor = "{end: 1, output_step: 0.1}\nsensors: {off: {event: time - 0.5, deactivate: t}}";
  const DynamicsResult run = run_dynamics(test::model_from(standing("[0, 50, 0]", 0.02, sensor)));
  EXPECT_NEAR(final_outputs(run)["fy"], 0.0, 1e-12);
  EXPECT_LT(final_outputs(run)["z"], 0.0);  // it falls
  // As in the air, by the rate 10 v_0/sigma = 2.5/s, from what it was before.
  const std::vector<double> slip = column(run, "slip"), time = run.times;
  EXPECT_LT(slip[5], -1e-3);
  for (std::size_t k = 6; k < slip.size(); ++k)
    EXPECT_NEAR(slip[k], slip[5] * std::exp(-2.5 * (time[k] - 0.5)), 1e-2 * std::abs(slip[5]));
}

// A wheel steered by 0.01 rad at once, pulled along at constant speed.
TEST(Tire, StepSteerBuildsUpItsForceOverTheRelaxationLength) {
  for (const double v : {2.0, 30.0}) {
    const DynamicsResult run = run_dynamics(test::model_from(fmt::format(R"(
alembert: 1
parameters: {{R: 0.3, sink: 0.01, v: {}, angle: 0.01}}
bodies:
  rig: {{mass: 1, inertia: [1, 1, 1], position: [0, 0, R - sink], velocity: [v, 0, 0]}}
  wheel: {{mass: 10, inertia: [0.3, 0.3, 0.6], position: [0, 0, R - sink], velocity: [v, 0, 0],
          orientation: {{x: [cos(angle), sin(angle), 0], z: [-sin(angle), cos(angle), 0]}},
          angular_velocity: [-sin(angle)*v/(R - sink), cos(angle)*v/(R - sink), 0]}}
joints:
  rail: {{type: translational, bodies: [ground, rig], at: [0, 0, R - sink], axis: [1, 0, 0]}}
  hub: {{type: revolute, bodies: [rig, wheel], at: [0, 0, R - sink], axis: [-sin(angle), cos(angle), 0]}}
motions: {{pull: {{joint: rail, displacement: v*time}}}}
forces:
  t: {{type: tire, wheel: wheel, radius: R, stiffness: 2e5, slip_stiffness: 5e4, cornering_stiffness: 4e4,
      friction: 0.9, relaxation_length: 0.5}}
outputs: {{slip: state(t_across), fy: 'fy(t.second)*cos(angle) - fx(t.second)*sin(angle)', way: dx(rig)}}
simulation: {{end: 3/v, output_step: 0.1/v, tolerance: 1e-8}}
)",
                                                                         v)));
    const double steady = std::tan(0.01), mu_n = 0.9 * 2000.0;
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const double slip = column(run, "slip")[k], x = v * run.times[k];
      const double exact = steady * (1.0 - std::exp(-x * std::cos(0.01) / 0.5));
      EXPECT_NEAR(slip, exact, 1e-4 * steady) << x;
      const double rest = 1.0 - 4e4 * slip / (3.0 * mu_n);
      EXPECT_NEAR(column(run, "fy")[k], mu_n * (1.0 - rest * rest * rest), 0.02) << x;
    }
  }
}

// A quarter of a car brakes by friction in its hub until it stands, on a road that rises by `slope`.
DynamicsResult braking_on(double slope, double end) {
  return run_dynamics(test::model_from(fmt::format(R"(
alembert: 1
parameters: {{R: 0.3, k: 2e5, m: 400, v: 10, slope: {}, loaded: R - m*9.81*cos(slope)/k}}
gravity: [-9.81*sin(slope), 0, -9.81*cos(slope)]
bodies:
  car: {{mass: m - 20, inertia: [10, 10, 10], position: [0, 0, loaded], velocity: [v, 0, 0]}}
  wheel: {{mass: 20, inertia: [0.6, 0.6, 1.2], position: [0, 0, loaded], velocity: [v, 0, 0],
          orientation: {{x: [1, 0, 0], z: [0, 1, 0]}}, angular_velocity: [0, v/loaded, 0]}}
joints:
  upright: {{type: orientation, bodies: [ground, car]}}
  hub: {{type: revolute, bodies: [car, wheel], at: [0, 0, loaded], axis: [0, 1, 0]}}
forces:
  t: {{type: tire, wheel: wheel, radius: R, stiffness: k, damping: 2000, slip_stiffness: 6e4, friction: 0.9,
      cornering_stiffness: 4e4, relaxation_length: 0.3}}
  brake: {{type: joint_friction, joint: hub, dynamic: 0.4, radius: 0.1, preload: 20000}}
outputs: {{x: dx(car), v: vx(car), slip: state(t_along), force: fx(t.second), load: fz(t.second), w: wy(wheel)}}
simulation: {{end: {}, output_step: 0.02, tolerance: 1e-5}}
)",
                                                   slope, end)));
}

TEST(Tire, BrakesToStandstillAndStandsOnASlope) {
  for (const double slope : {0.0, 0.15}) {
    const DynamicsResult run = braking_on(slope, 16.0);
    const std::vector<double> x = column(run, "x"), v = column(run, "v"), force = column(run, "force"),
                              load = column(run, "load"), slip = column(run, "slip");
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_LE(std::abs(force[k]), 0.9 * load[k] * (1.0 + 1e-9));
    // From t = 6 on it stands: no creep, and the road gives what the slope asks for.
    const std::size_t from = 300, last = x.size() - 1;
    double reach = 0.0;
    for (std::size_t k = from; k <= last; ++k) reach = std::max(reach, std::abs(x[k] - x[last]));
    EXPECT_LT(reach, 1e-5) << slope;
    EXPECT_LT(std::abs(v[last]), 1e-6);
    EXPECT_NEAR(force[last], 400.0 * 9.81 * std::sin(slope), 0.2);
    const double a = 6e4 * slip[last] / (3.0 * 0.9 * load[last]);
    EXPECT_NEAR(6e4 * slip[last] * (1.0 - a + a * a / 3.0), force[last], 0.2);
    EXPECT_LT(run.summary.statistics.steps, 1500);
  }
}

// A body on four tires, whose wheels are held: as a test rig holds it.
TEST(Tire, FourPostRigSwingsSidewaysToo) {
  const Model model = test::model_from(R"(
alembert: 1
parameters: {R: 0.3, k: 2e5, m: 1600, C: 4e4, D: 6e4, sigma: 0.4}
gravity: [0, 0, -9.81]
bodies:
  body:
    mass: m
    inertia: [600, 2400, 2700]
    com: [0, 0, 0.3]
    position: [0, 0, R]
    markers:
      fl: {at: [1.3, 0.75, 0], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}
      fr: {at: [1.3, -0.75, 0], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}
      rl: {at: [-1.3, 0.75, 0], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}
      rr: {at: [-1.3, -0.75, 0], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}
forces:
  fl: {type: tire, wheel: body.fl, radius: R, stiffness: k, damping: 500, slip_stiffness: D, friction: 0.9,
       cornering_stiffness: C, relaxation_length: sigma, relaxation_length_along: sigma}
  fr: {type: tire, wheel: body.fr, radius: R, stiffness: k, damping: 500, slip_stiffness: D, friction: 0.9,
       cornering_stiffness: C, relaxation_length: sigma, relaxation_length_along: sigma}
  rl: {type: tire, wheel: body.rl, radius: R, stiffness: k, damping: 500, slip_stiffness: D, friction: 0.9,
       cornering_stiffness: C, relaxation_length: sigma, relaxation_length_along: sigma}
  rr: {type: tire, wheel: body.rr, radius: R, stiffness: k, damping: 500, slip_stiffness: D, friction: 0.9,
       cornering_stiffness: C, relaxation_length: sigma, relaxation_length_along: sigma}
outputs: {z: dz(body)}
simulation: {analysis: modes, about: equilibrium}
)");
  Model still = model;
  still.simulation.analysis = AnalysisKind::statics;
  const StaticsResult rest = run_statics(still, {});
  EXPECT_NEAR(rest.outputs.back()[0], 0.3 - 1600.0 * 9.81 / 8e5, 1e-9);
  EXPECT_EQ(rest.equilibria.back().stability, Equilibrium::Stability::stable);
  const ModesResult r = modes_of_tire(model);
  int swinging = 0, other = 0;
  bool yaws = false;
  for (const Mode& mode : r.modes) {
    const std::complex<double> s = mode.eigenvalue;
    if (s.imag() > 1e-3) {
      ++swinging;
      EXPECT_LT(-s.real() / std::abs(s), 0.2);  // none is damped much
      // Turning about the vertical axis: k_yaw = 4 (C/sigma 1.3^2 + D/sigma 0.75^2).
      const double yaw = std::sqrt(4.0 * (4e4 / 0.4 * 1.69 + 6e4 / 0.4 * 0.5625) / 2700.0);
      yaws = yaws || std::abs(std::abs(s) - yaw) < 0.01 * yaw;
    } else if (s.real() < -1e-3) {
      ++other;
    }
  }
  EXPECT_EQ(swinging, 6);
  EXPECT_EQ(other, 0);  // nothing creeps
  EXPECT_TRUE(yaws);
}

// A wheel that leans by 0.05 rad, held on a straight line, comes to be pushed aside by its camber.
TEST(Tire, LeaningWheelIsPushedAside) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
parameters: {R: 0.3, v: 10, lean: 0.05, h: (R - 0.01)*cos(lean)}
bodies:
  rig: {mass: 1, inertia: [1, 1, 1], position: [0, 0, h], velocity: [v, 0, 0]}
  wheel: {mass: 10, inertia: [0.3, 0.3, 0.6], position: [0, 0, h], velocity: [v, 0, 0],
          orientation: {x: [1, 0, 0], z: [0, cos(lean), -sin(lean)]},
          angular_velocity: [0, cos(lean)*v/(R - 0.01), -sin(lean)*v/(R - 0.01)]}
joints:
  rail: {type: translational, bodies: [ground, rig], at: [0, 0, h], axis: [1, 0, 0]}
  hub: {type: revolute, bodies: [rig, wheel], at: [0, 0, h], axis: [0, cos(lean), -sin(lean)]}
motions: {pull: {joint: rail, displacement: v*time}}
forces:
  t: {type: tire, wheel: wheel, radius: R, load: soft, slip_stiffness: 5e4, cornering_stiffness: 4e4,
      camber_stiffness: 2e3, friction: 0.9}
splines: {soft: {x: [0, 0.005, 0.01, 0.015, 0.02], y: [0, 800, 2000, 3500, 5500]}}
outputs: {fy: fy(t.second), fz: fz(t.second)}
simulation: {end: 1, output_step: 0.1, tolerance: 1e-7}
)"));
  const double N = 2000.0 / std::cos(0.05), rest = 1.0 - 2e3 * 0.05 / (3.0 * 0.9 * N);
  EXPECT_NEAR(final_outputs(run)["fz"], N, 1e-6 * N);
  EXPECT_NEAR(final_outputs(run)["fy"], 0.9 * N * (1.0 - rest * rest * rest), 1e-3);
}

}  // namespace
}  // namespace alembert
