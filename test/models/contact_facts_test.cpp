// Contact against closed forms and published figures (docs/contact/ names the laws).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "support/model_run.h"

namespace alembert {
namespace {

constexpr double kWeight = 9.81;

DynamicsResult run_text(const std::string& text) { return run_dynamics(test::model_from(text)); }
double last_of(const DynamicsResult& run, const std::string& name) { return test::column(run, name).back(); }

// A body with a shape `skin` above the floor z = 0, and what else the model has.
DynamicsResult run_on_floor(const std::string& gravity, const std::string& body, const std::string& law,
                            const std::string& more) {
  return run_text("alembert: 1\ngravity: " + gravity +
                  "\nbodies:\n  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}\n  body: {" + body +
                  "}\ncontacts: {floor: {between: [body.skin, ground.floor], " + law + "}}\n" + more);
}
const char* const kDown = "[0, 0, -9.81]";
const char* const kSlope = "[9.81*sin(s), 0, -9.81*cos(s)]";

double largest_of(const DynamicsResult& run, const std::string& name) {
  const std::vector<double> all = test::column(run, name);
  return *std::max_element(all.begin(), all.end());
}

// Two equal spheres meet head on: Hertz (Chung and Ooi 2011, test 1: glass, E = 48 GPa, nu = 0.2, 10 mm, +-10 m/s).
TEST(ContactFacts, TwoSpheresPressAsHertzSays) {
  const double R = 0.01, rho = 2800, m = 4.0 / 3.0 * std::numbers::pi * R * R * R * rho;
  const double modulus = 48e9 / (2 * (1 - 0.04)), k = 4.0 / 3.0 * modulus * std::sqrt(R / 2), v = 20, mass = m / 2;
  const double depth = std::pow(1.25 * mass * v * v / k, 0.4), force = k * std::pow(depth, 1.5);
  EXPECT_NEAR(depth, 274.11e-6, 0.01e-6);
  EXPECT_NEAR(force, 10696.9, 0.5);
  const DynamicsResult run = run_text(R"yaml(alembert: 1
bodies:
  a: {density: 2800, geometry: [{name: skin, sphere: 0.01}], position: [-0.0100001, 0, 0], velocity: [10, 0, 0]}
  b: {density: 2800, geometry: [{name: skin, sphere: 0.01}], position: [0.0100001, 0, 0], velocity: [-10, 0, 0]}
contacts: {hit: {between: [a.skin, b.skin], materials: [{E: 48e9, nu: 0.2}, {E: 48e9, nu: 0.2}]}}
outputs: {depth: penetration(hit), force: normal_force(hit), va: vx(a), vb: vx(b)}
simulation: {end: 60e-6, output_step: 5e-8}
)yaml");
  EXPECT_NEAR(largest_of(run, "depth"), depth, 2e-3 * depth);
  EXPECT_NEAR(largest_of(run, "force"), force, 2e-3 * force);
  const std::vector<double> forces = test::column(run, "force");
  const auto pressed = std::count_if(forces.begin(), forces.end(), [](double f) { return f > 0.0; });
  EXPECT_NEAR(static_cast<double>(pressed) * 5e-8, 40.34e-6, 0.2e-6);
  EXPECT_NEAR(last_of(run, "va"), -10, 0.02);
  EXPECT_NEAR(last_of(run, "vb"), 10, 0.02);
}

// The same against a rigid wall (their test 2: aluminium, E = 70 GPa, nu = 0.3, 0.1 m, 0.2 m/s).
TEST(ContactFacts, ASpherePressesOnARigidWall) {
  const DynamicsResult run = run_text(R"yaml(alembert: 1
bodies:
  ground: {geometry: [{name: wall, plane: [1, 0, 0]}]}
  a: {density: 2699, geometry: [{name: skin, sphere: 0.1}], position: [0.100001, 0, 0], velocity: [-0.2, 0, 0]}
contacts: {hit: {between: [a.skin, ground.wall], materials: [{E: 70e9, nu: 0.3}, rigid]}}
outputs: {depth: penetration(hit), force: normal_force(hit), v: vx(a)}
simulation: {end: 1e-3, output_step: 1e-6}
)yaml");
  EXPECT_NEAR(largest_of(run, "depth"), 49.717e-6, 0.1e-6);
  EXPECT_NEAR(largest_of(run, "force"), 11369.9, 25);
  const std::vector<double> forces = test::column(run, "force");
  EXPECT_NEAR(static_cast<double>(std::count_if(forces.begin(), forces.end(), [](double f) { return f > 0.0; })), 731.6,
              3.0);
  EXPECT_NEAR(last_of(run, "v"), 0.2, 4e-4);
}

// A linear floor with gravity: half a swing about the rest position, and back up to where it came from.
TEST(ContactFacts, ALinearFloorBouncesForEver) {
  const double end = 20 * 0.295643;
  for (const char* method : {"hht_si2", "hht", "nstiff", "bdf"}) {
    Model model = test::model_from(fmt::format(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 0, 1]}}]}}
  ball: {{mass: 1, inertia: [1e-3, 1e-3, 1e-3], geometry: [{{name: skin, sphere: 0.05}}], position: [0, 0, 0.15]}}
contacts: {{floor: {{between: [ball.skin, ground.floor], stiffness: 1e5, exponent: 1}}}}
outputs: {{z: dz(ball) - 0.05, v: vz(ball), depth: penetration(floor), e: total_energy()}}
simulation: {{end: {}, output_step: 0.001}}
)yaml",
                                               end));
    model.simulation.method = {method, {}, {}};
    model.simulation.tolerance = 1e-7;
    // The period is 0.295643 s: after twenty it is at the top again. Each bounce may change the speed by 0.5 %, with a
    // hundredth of the accuracy by a twentieth of that.
    for (const auto& [accuracy, off] : {std::pair{0.01, 6e-3}, std::pair{1e-4, 1e-3}}) {
      if (test::kSanitized && accuracy < 0.01) continue;
      model.simulation.contact_accuracy = accuracy;
      const DynamicsResult run = run_dynamics(model);
      EXPECT_NEAR(largest_of(run, "depth"), 4.52863e-3, 5e-5) << method;
      EXPECT_NEAR(last_of(run, "z"), 0.1, off) << method;
    }
  }
}

// What is asked for as restitution comes out, whatever the exponent, the tolerance, and however many others there are.
TEST(ContactFacts, RestitutionIsWhatWasAskedFor) {
  for (const double e : {0.1, 0.5, 0.9, 1.0})
    for (const double exponent : {1.0, 1.5, 2.2})
      for (const char* tolerance : {"1e-3", "1e-6"})
        for (const int others : {0, 200}) {
          if (test::kSanitized && others > 0) continue;
          std::string text = fmt::format(R"yaml(alembert: 1
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 0, 1]}}]}}
  ball: {{type: point, mass: 1, geometry: [{{name: skin, sphere: 0.1}}], position: [0, 0, 0.2], velocity: [0, 0, -1]}}
contacts: {{hit: {{between: [ball.skin, ground.floor], stiffness: {}, exponent: {}, restitution: {}, impact_speed: 1}}}}
outputs: {{v: vz(ball)}}
simulation: {{end: 0.4, tolerance: {}, output_step: 0.1, method: {{name: hht, alpha: -0.05}}}}
)yaml",
                                         exponent == 1.0   ? 1e6
                                         : exponent == 1.5 ? 1e7
                                                           : 1e9,
                                         exponent, e, tolerance);
          if (others > 0)
            text +=
                "repeat:\n  - {index: i, from: 1, to: 200, bodies: {\"idle{i}\": {type: point, mass: 1, position: "
                "[i, 0, 0]}}}\n";
          const DynamicsResult run = run_dynamics(test::model_from(text));
          EXPECT_NEAR(last_of(run, "v"), e, 0.005 * e)
              << "exponent " << exponent << ", tolerance " << tolerance << ", " << others << " others, "
              << run.summary.statistics.steps << " steps";
        }
}

// Oblique impacts that slide (Chung and Ooi, test 4: Al2O3, 2.5 mm, 3.9 m/s, e = 0.98, mu = 0.092).
TEST(ContactFacts, ObliqueImpactsTurnSlipIntoSpin) {
  for (const auto& [degrees, ratio, spin] :
       {std::tuple{50, 0.8471, 456.7}, {60, 0.8948, 355.2}, {70, 0.9337, 243.0}, {80, 0.9679, 123.4}}) {
    const double angle = degrees * std::numbers::pi / 180, vt = 3.9 * std::sin(angle), vn = 3.9 * std::cos(angle);
    const DynamicsResult run = run_text(fmt::format(R"yaml(alembert: 1
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 0, 1]}}]}}
  ball: {{density: 4000, geometry: [{{name: skin, sphere: 2.5e-3}}], position: [0, 0, 2.505e-3], velocity: [{}, 0, {}]}}
contacts:
  hit: {{between: [ball.skin, ground.floor], stiffness: 1e9, restitution: 0.98, impact_speed: {}, friction: 0.092}}
outputs: {{v: vx(ball), w: wy(ball)}}
simulation: {{end: 2e-4, output_step: 1e-5}}
)yaml",
                                                    vt, -vn, vn));
    EXPECT_NEAR(last_of(run, "v") / vt, ratio, 2e-3) << degrees;
    EXPECT_NEAR(last_of(run, "w"), spin, 0.015 * spin) << degrees;
  }
}

// A sphere that slides begins to roll: at 5/7 of its speed, after 2 v/(7 mu g).
TEST(ContactFacts, SlidingEndsInRolling) {
  const double sunk = std::pow(kWeight / 1e9, 2.0 / 3.0);
  const DynamicsResult run = run_on_floor(
      kDown,
      fmt::format(
          "mass: 1, inertia: [4e-3, 4e-3, 4e-3], geometry: [{{name: skin, sphere: 0.1}}], position: [0, 0, {}], "
          "velocity: [2, 0, 0]",
          0.1 - sunk),
      "stiffness: 1e9, friction: {static: 0.2, dynamic: 0.2, stiction_length: 1e-5}",
      "outputs: {x: dx(body), v: vx(body), slip: slip(floor)}\nsimulation: {end: 0.5, output_step: 0.000728120}\n");
  const std::vector<double> slip = test::column(run, "slip"), x = test::column(run, "x");
  const auto rolls = static_cast<std::size_t>(
      std::find_if(slip.begin(), slip.end(), [](double u) { return u < 1e-3; }) - slip.begin());
  EXPECT_NEAR(static_cast<double>(rolls) * 0.000728120, 0.291248, 2e-3);
  EXPECT_NEAR(x[rolls], 0.499282, 3e-3);
  EXPECT_NEAR(last_of(run, "v"), 1.428571, 1e-3);
}

// Rolling down a slope of 15 degrees: a = 5/7 g sin, friction 2/7 m g sin.
TEST(ContactFacts, ASphereRollsDown) {
  const DynamicsResult run = run_on_floor(
      kSlope,
      "mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], geometry: [{name: skin, sphere: 0.05}], position: [0, 0, 0.0499999]",
      "stiffness: 3e7, dissipation: 10, friction: 0.5",
      "parameters: {s: 15*pi/180}\n"
      "outputs: {v: vx(body), rub: friction_force(floor)}\nsimulation: {end: 1, output_step: 0.01}\n");
  EXPECT_NEAR(last_of(run, "v"), 1.813582, 1e-3);
  EXPECT_NEAR(last_of(run, "rub"), 0.0725433, 1e-3);
}

// A block thrown along the floor stops after v^2/(2 mu g); one that a slope holds stays where it is.
TEST(ContactFacts, ABlockSlidesAndStops) {
  const DynamicsResult run = run_on_floor(
      kDown,
      "mass: 1, inertia: [2e-3, 2e-3, 2e-3], geometry: [{name: skin, box: [0.2, 0.2, 0.02]}], position: [0, 0, 0.01], "
      "velocity: [5, 0, 0]",
      "stiffness: 1e7, restitution: 0.3, impact_speed: 0.1, friction: 0.5",
      "outputs: {x: dx(body), v: vx(body)}\nsimulation: {end: 1.1, output_step: 0.01}\n");
  EXPECT_NEAR(last_of(run, "x"), 2.548420, 5e-3);
  EXPECT_NEAR(last_of(run, "v"), 0, 1e-6);
}

TEST(ContactFacts, ABlockBelowItsFrictionAngleDoesNotCreep) {
  const DynamicsResult run =
      run_on_floor(kSlope, "density: 7800, geometry: [{name: skin, box: [0.2, 0.2, 0.1]}], position: [0, 0, 0.04995]",
                   "stiffness: 1e8, restitution: 0.5, impact_speed: 0.1, friction: 0.5",
                   "parameters: {s: atan(0.495)}\noutputs: {x: dx(body)}\nsimulation: {end: 101, output_step: 1}\n");
  const std::vector<double> x = test::column(run, "x");
  EXPECT_LT(std::abs(x.back() - x[1]), 1e-6);
}

// Three balls in a row, touching, exponents 3/2 and 1: velocities after the first hits (DOP853, 1e-11).
TEST(ContactFacts, ARowOfBallsPassesTheBlowOn) {
  for (const auto& [exponent, expected] : {std::pair{1.5, std::array{-0.070952, 0.076403, 0.994549}},
                                           std::pair{1.0, std::array{-0.130262, 0.150230, 0.980032}}}) {
    const DynamicsResult run = run_text(fmt::format(R"yaml(alembert: 1
bodies:
  a: {{type: point, mass: 1, geometry: [{{name: skin, sphere: 0.05}}], position: [-0.11, 0, 0], velocity: [1, 0, 0]}}
  b: {{type: point, mass: 1, geometry: [{{name: skin, sphere: 0.05}}], position: [0, 0, 0]}}
  c: {{type: point, mass: 1, geometry: [{{name: skin, sphere: 0.05}}], position: [0.1, 0, 0]}}
contacts: {{row: {{between: ["*.skin", "*.skin"], stiffness: {}, exponent: {}}}}}
outputs: {{a: vx(a), b: vx(b), c: vx(c)}}
simulation: {{end: 0.05, output_step: 0.01, contact_accuracy: 0.001}}
)yaml",
                                                    exponent == 1.0 ? 1e7 : 1e9, exponent));
    EXPECT_NEAR(last_of(run, "a"), expected[0], 2e-3) << exponent;
    EXPECT_NEAR(last_of(run, "b"), expected[1], 2e-3) << exponent;
    EXPECT_NEAR(last_of(run, "c"), expected[2], 2e-3) << exponent;
  }
}

// A disc that rolls round on its edge, its centre at rest (Moffatt 2000): 10 degrees, 37.5 mm, Omega^2 sin = 4 g/R. The
// edge it rolls on is in the plane of its centre.
TEST(ContactFacts, ASpinningDiscPrecesses) {
  const double R = 0.0375, tilt = 10 * std::numbers::pi / 180, turns = 3;
  const double Omega = std::sqrt(4 * kWeight / (R * std::sin(tilt)));
  EXPECT_NEAR(Omega, 77.627, 1e-3);
  const DynamicsResult run =
      run_text(fmt::format(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {{geometry: [{{name: table, plane: [0, 0, 1]}}]}}
  disc: {{mass: 0.4, inertia: [{0}, {0}, {1}], position: [0, 0, {2}], orientation: {{axis: [0, 1, 0], angle: {3}}},
         angular_velocity: [{4}, 0, {5}], geometry: [{{name: rim, cylinder: [{6}, 0.002], at: [0, 0, 0.001]}}], markers: {{axis: {{at: [0, 0, 1]}}}}}}
contacts: {{roll: {{between: [disc.rim, ground.table], stiffness: 1e6, exponent: 1, dissipation: 1, friction: 0.5}}}}
outputs: {{x: "dx(disc.axis, disc)", y: "dy(disc.axis, disc)", z: "dz(disc.axis, disc)", aside: "hypot(dx(disc), dy(disc))"}}
simulation: {{end: {7}, tolerance: 1e-7, output_step: {8}}}
)yaml",
                           0.4 * R * R / 4, 0.4 * R * R / 2, R * std::sin(tilt) - 0.4 * kWeight / 1e6, tilt,
                           -Omega * std::sin(tilt) * std::cos(tilt), Omega * std::sin(tilt) * std::sin(tilt), R,
                           turns * 2 * std::numbers::pi / Omega, 0.01));
  // After whole turns its axis leans to x again, within half a percent of the way: rims are domed by a thousandth of R,
  // which is that part of the height R sin.
  EXPECT_NEAR(std::atan2(last_of(run, "y"), last_of(run, "x")), 0.0, 0.005 * turns * 2 * std::numbers::pi);
  EXPECT_NEAR(std::acos(last_of(run, "z")), tilt, 2e-3);
  EXPECT_LT(largest_of(run, "aside"), 1e-3);
}

// A ball that slides over a spring floor and bounces on it without leaving: N = m g + k A cos(w t), x'' = -mu N/m.
// Whatever is closed all the time is integrated with the order of the method.
TEST(ContactFacts, SmoothSlidingIsOfOrderTwo) {
  const double m = 2, k = 2e4, w = std::sqrt(k / m), A = 0.4 * m * kWeight / k, mu = 0.3, end = 0.25;
  const Model model = test::model_from(fmt::format(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 0, 1]}}]}}
  ball: {{type: point, mass: {}, position: [0, 0, {}], velocity: [5, 0, 0], geometry: [{{name: skin, sphere: 0.1}}]}}
contacts: {{slide: {{between: [ball.skin, ground.floor], stiffness: {}, exponent: 1, friction: {{type: velocity, static: {}}}}}}}
outputs: {{x: dx(ball), z: dz(ball), n: touching(slide)}}
simulation: {{end: {}}}
)yaml",
                                                   m, 0.1 - m * kWeight / k - A, k, mu, end));
  const double x = 5 * end - mu * (kWeight * end * end / 2 + k * A / m * (1 - std::cos(w * end)) / (w * w));
  const double z = 0.1 - m * kWeight / k - A * std::cos(w * end);
  for (const auto& [method, parameters] : {std::pair{"hht", std::map<std::string, double>{{"alpha", -0.1}}},
                                           {"hht_si2", {{"alpha", -0.3}}},
                                           {"tangent", {}}}) {
    std::array<double, 2> off_x{}, off_z{};
    for (int half = 0; half < 2; ++half) {
      const auto last =
          test::final_outputs(run_dynamics(test::with_step(model, method, parameters, std::pow(2.0, -11 - half))));
      EXPECT_EQ(last.at("n"), 1.0);
      off_x[static_cast<std::size_t>(half)] = std::abs(last.at("x") - x);
      off_z[static_cast<std::size_t>(half)] = std::abs(last.at("z") - z);
    }
    EXPECT_NEAR(test::observed_order(off_x[0], off_x[1]), 2.0, 0.1) << method << " " << off_x[0];
    EXPECT_NEAR(test::observed_order(off_z[0], off_z[1]), 2.0, 0.1) << method << " " << off_z[0];
  }
}

// A brake that grips as hard as a ball presses on its floor: J w' = -c N, N = m g + k A cos(p t) of a ball that bounces
// on a spring without leaving it.
TEST(ContactFacts, ABrakeGripsWithTheForceOfAContact) {
  const double m = 2, k = 2e4, p = std::sqrt(k / m), A = 0.4 * m * kWeight / k, c = 0.02, J = 0.1, end = 0.3;
  for (const char* method : {"hht_si2", "bdf"}) {
    const DynamicsResult run = run_text(fmt::format(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 0, 1]}}]}}
  ball: {{type: point, mass: {}, position: [0, 0, {}], geometry: [{{name: skin, sphere: 0.1}}]}}
  wheel: {{type: planar, mass: 1, inertia: {}, position: [1, 0, 0], angular_velocity: [0, 0, 20]}}
joints: {{axle: {{type: revolute, bodies: [ground, wheel], at: [1, 0, 0], axis: [0, 0, 1]}}}}
contacts: {{press: {{between: [ball.skin, ground.floor], stiffness: {}, exponent: 1}}}}
forces: {{brake: {{type: torque, on: wheel, torque: [0, 0, "-{}*normal_force(press)"]}}}}
outputs: {{w: wz(wheel), load: normal_force(press), grip: tz(brake)}}
simulation: {{end: {}, tolerance: 1e-10, output_step: 0.01, method: {}}}
)yaml",
                                                    m, 0.1 - m * kWeight / k - A, J, k, c, end, method));
    const std::vector<double> w = test::column(run, "w"), load = test::column(run, "load"),
                              grip = test::column(run, "grip");
    for (std::size_t n = 0; n < w.size(); ++n) {
      const double t = 0.01 * static_cast<double>(n);
      EXPECT_NEAR(w[n], 20 - c / J * (m * kWeight * t + k * A / p * std::sin(p * t)), 2e-4) << method << " " << t;
      EXPECT_NEAR(load[n], m * kWeight + k * A * std::cos(p * t), 2e-2) << method << " " << t;
      EXPECT_NEAR(grip[n], -c * load[n], 1e-9) << method << " " << t;
    }
  }
}

// A motor that runs while its button is pressed: a ball comes down on the button, presses for half a swing of its
// spring, and leaves. J w' = T meanwhile.
TEST(ContactFacts, AControllerSwitchesOnTouching) {
  const double m = 1, k = 1e4, v = 0.5, half = std::numbers::pi * std::sqrt(m / k), T = 3, J = 0.1;
  const DynamicsResult run = run_text(fmt::format(R"yaml(alembert: 1
bodies:
  ground: {{geometry: [{{name: button, plane: [0, 0, 1]}}]}}
  finger: {{type: point, mass: {}, position: [0, 0, 0.11], velocity: [0, 0, -{}], geometry: [{{name: tip, sphere: 0.1}}]}}
  rotor: {{type: planar, mass: 1, inertia: {}, position: [1, 0, 0]}}
joints: {{axle: {{type: revolute, bodies: [ground, rotor], at: [1, 0, 0], axis: [0, 0, 1]}}}}
contacts: {{press: {{between: [finger.tip, ground.button], stiffness: {}, exponent: 1}}}}
forces: {{motor: {{type: torque, on: rotor, torque: [0, 0, "{}*touching(press)"]}}}}
outputs: {{w: wz(rotor), on: touching(press)}}
simulation: {{end: 0.1, tolerance: 1e-7, contact_accuracy: 1e-3, output_step: 1e-3}}
)yaml",
                                                  m, v, J, k, T));
  EXPECT_EQ(largest_of(run, "on"), 1.0);
  EXPECT_EQ(last_of(run, "on"), 0.0);
  // A jump of the torque is found to within a step, of which there are some fifty while it is pressed.
  EXPECT_NEAR(last_of(run, "w"), T * half / J, 0.01 * T * half / J);
}

// Five spheres on top of each other stay a stack; the floor carries their weight.
TEST(ContactFacts, AStackStands) {
  const DynamicsResult run = run_text(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies: {ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}}
repeat:
  - {index: i, from: 1, to: 5, bodies: {"s{i}": {mass: 1, inertia: [4e-3, 4e-3, 4e-3], geometry: [{name: skin, sphere: 0.1}], position: [0, 0, 0.2*i - 0.1]}}}
contacts:
  floor: {between: [s1.skin, ground.floor], stiffness: 1e7, restitution: 0.3, impact_speed: 0.1, friction: 0.5}
  stack: {between: ["s*.skin", "s*.skin"], stiffness: 1e7, restitution: 0.3, impact_speed: 0.1, friction: 0.5}
outputs: {load: normal_force(floor), top: dz(s5), aside: "abs(dx(s5)) + abs(dy(s5))"}
simulation: {end: 3, output_step: 0.1}
)yaml");
  EXPECT_NEAR(last_of(run, "load"), 5 * kWeight, 5e-3 * 5 * kWeight);
  EXPECT_NEAR(last_of(run, "top"), 0.9, 1e-3);
  EXPECT_LT(last_of(run, "aside"), 1e-6);
}

// A rod whose end slides on the floor at 63.43 degrees: below mu = 4/3 it slides, above it jams (Painleve). In either
// case it is a motion, not a failure.
TEST(ContactFacts, PainlevesRodSlidesOrJams) {
  for (const double mu : {1.0, 1.6}) {
    const DynamicsResult run = run_text(fmt::format(R"yaml(alembert: 1
gravity: [0, -9.81, 0]
bodies:
  ground: {{geometry: [{{name: floor, plane: [0, 1, 0]}}]}}
  rod: {{type: planar, mass: 1, inertia: 0.3333333, geometry: [{{name: tip, sphere: 1e-3, at: [-1, 0, 0]}}], position: [0, 0.8954, 0],
        orientation: {{axis: [0, 0, 1], angle: 1.107}}, velocity: [-2, 0, 0]}}
contacts: {{floor: {{between: [rod.tip, ground.floor], stiffness: 1e7, restitution: 0.5, impact_speed: 1, friction: {}}}}}
outputs: {{v: vx(rod), w: wz(rod)}}
simulation: {{end: 0.05, output_step: 0.001}}
)yaml",
                                                    mu));
    EXPECT_EQ(run.summary.status, "done") << mu;
  }
}

}  // namespace
}  // namespace alembert
