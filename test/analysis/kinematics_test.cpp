// Driven mechanisms against closed forms: positions, velocities, accelerations, drive forces; inverse dynamics.
#include "analysis/kinematics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/dynamics.h"
#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// Bars 1.0, 2.5 and 2.0 on a base of 2.8: a crank that turns fully, and a rocker.
std::string four_bar(const char* kind) {
  const bool planar = std::string(kind) == "planar";
  const auto bar = [&](const char* name, const char* at, const char* angle, const char* length) {
    return fmt::format(
        "  {}: {{{}mass: 1, inertia: {}, position: {}, orientation: {{axis: [0, 0, 1], angle: {}}},\n"
        "    markers: {{a: {{at: [-{}/2, 0, 0]}}, b: {{at: [{}/2, 0, 0]}}}}}}\n",
        name, planar ? "type: planar, " : "", planar ? "0.1" : "[0.01, 0.1, 0.1]", at, angle, length, length);
  };
  // The coupler's and the rocker's first position: from the closed form, here only roughly, to be put together.
  return std::string("alembert: 1\nparameters: {a: 1.0, b: 2.5, c: 2.0, d: 2.8, w: 3}\nbodies:\n") +
         "  ground: {markers: {O: {at: [0, 0, 0]}, C: {at: [d, 0, 0]}}}\n" + bar("crank", "[0.5, 0, 0]", "0", "a") +
         bar("coupler", "[2.0, 0.8, 0]", "0.9", "b") + bar("rocker", "[2.8, 1.0, 0]", "1.6", "c") +
         "joints:\n  j1: {type: revolute, between: [ground.O, crank.a]}\n"
         "  j2: {type: revolute, between: [crank.b, coupler.a]}\n"
         "  j3: {type: revolute, between: [coupler.b, rocker.b]}\n"
         "  j4: {type: revolute, between: [ground.C, rocker.a]}\n"
         "motions: {drive: {joint: j1, angle: w*time}}\n"
         "outputs: {x: 'dx(rocker.b)', y: 'dy(rocker.b)', rate: wz(rocker), acceleration: wdtz(rocker)}\n"
         "simulation: {analysis: kinematics, end: 5, output_step: 0.05}\n";
}

struct Rocker {
  double x, y, rate, acceleration;
};

// The rocker's end is where two circles meet; its rates follow from |P - B|^2 = b^2 by differentiation.
Rocker exact_rocker(double t) {
  const double a = 1.0, b = 2.5, c = 2.0, d = 2.8, w = 3.0;
  const double bx = a * std::cos(w * t), by = a * std::sin(w * t);
  const double ux = d - bx, uy = -by, r2 = ux * ux + uy * uy, r = std::sqrt(r2);
  const double along = (r2 + b * b - c * c) / (2.0 * r), up = std::sqrt(b * b - along * along);
  const double x = bx + along * ux / r - up * uy / r, y = by + along * uy / r + up * ux / r;
  // P = C + c (cos p, sin p), e = P - B:   e . (P' - B') = 0,   |P' - B'|^2 + e . (P'' - B'') = 0
  const double px = x - d, py = y, ex = x - bx, ey = y - by;
  const double bvx = -w * by, bvy = w * bx, bax = -w * w * bx, bay = -w * w * by;
  const double lever = ex * -py + ey * px;
  const double rate = (ex * bvx + ey * bvy) / lever;
  const double vx = -py * rate - bvx, vy = px * rate - bvy;
  const double acceleration =
      -(vx * vx + vy * vy + ex * (-px * rate * rate - bax) + ey * (-py * rate * rate - bay)) / lever;
  return {x, y, rate, acceleration};
}

class FourBar : public testing::TestWithParam<const char*> {};

TEST_P(FourBar, FollowsTheClosedForm) {
  const StatesResult r = run_kinematics(test::model_from(four_bar(GetParam())), {});
  ASSERT_EQ(r.times.size(), 101u);
  for (std::size_t k = 0; k < r.times.size(); ++k) {
    const Rocker e = exact_rocker(r.times[k]);
    EXPECT_NEAR(r.outputs[k][0], e.x, 1e-12);
    EXPECT_NEAR(r.outputs[k][1], e.y, 1e-12);
    EXPECT_NEAR(r.outputs[k][2], e.rate, 1e-12 * 10);           // rates are of the size 10,
    EXPECT_NEAR(r.outputs[k][3], e.acceleration, 1e-12 * 100);  // accelerations of the size 100
  }
}
INSTANTIATE_TEST_SUITE_P(Bodies, FourBar, testing::Values("planar", "rigid"));

const char* kSliderCrank = R"(
alembert: 1
parameters: {L1: 0.3, L2: 0.6, m1: 3, m2: 0.9, w: 5}
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: m1, inertia: [1e-4, m1*L1^2/12, m1*L1^2/12], position: [L1/2, 0, 0],
          markers: {tip: {at: [L1/2, 0, 0]}}}
  rod: {mass: m2, inertia: [1e-4, m2*L2^2/12, m2*L2^2/12], position: [L1 + L2/2, 0, 0],
        markers: {head: {at: [-L2/2, 0, 0]}, end: {at: [L2/2, 0, 0]}}}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  wrist: {type: revolute, between: [crank.tip, rod.head]}
  guide: {type: inplane, bodies: [ground, rod], at: [L1 + L2, 0, 0], axis: [0, 1, 0]}
motions: {drive: {joint: shaft, angle: w*time}}
outputs: {x: dx(rod.end), v: vx(rod.end), a: accx(rod.end), torque: tz(drive), energy: total_energy()}
simulation: {analysis: kinematics, end: 2, output_step: 0.02}
)";

TEST(SliderCrank, FollowsTheClosedForm) {
  const StatesResult r = run_kinematics(test::model_from(kSliderCrank), {});
  const double L1 = 0.3, L2 = 0.6, w = 5.0;
  for (std::size_t k = 0; k < r.times.size(); ++k) {
    const double s = std::sin(w * r.times[k]), c = std::cos(w * r.times[k]);
    const double root = std::sqrt(L2 * L2 - L1 * L1 * s * s);
    const double g = L1 * L1 * s * c / root;  // d(root)/d(angle) = -g
    EXPECT_NEAR(r.outputs[k][0], L1 * c + root, 1e-12);
    EXPECT_NEAR(r.outputs[k][1], w * (-L1 * s - g), 1e-12);
    EXPECT_NEAR(r.outputs[k][2], w * w * (-L1 * c - (L1 * L1 * (c * c - s * s) + g * g) / root), 1e-11);
  }
}

TEST(SliderCrank, DriveTorqueIsThatOfTheDynamicRun) {
  const Model model = test::model_from(kSliderCrank);
  const StatesResult exact = run_kinematics(model, {});
  Model run = model;
  run.simulation.analysis = AnalysisKind::dynamics;
  double largest[2] = {0.0, 0.0};
  for (const int fine : {0, 1}) {
    run.simulation.tolerance = fine == 1 ? 1e-8 : 1e-6;
    const DynamicsResult d = run_dynamics(run);
    ASSERT_EQ(d.times.size(), exact.times.size());
    for (std::size_t k = 0; k < d.times.size(); ++k)
      largest[fine] = std::max(largest[fine], std::abs(d.outputs[k][3] - exact.outputs[k][3]));
  }
  // The velocities of the run carry its error; torques are of the size 10.
  EXPECT_LT(largest[0], 1e-3 * 10);
  EXPECT_LT(largest[1], 0.1 * largest[0] + 1e-9);
}

TEST(Kinematics, DriveTorqueDoesTheWorkThatTheEnergyGains) {
  // d(energy)/dt = torque * w, integrated by Simpson's rule over the rows; what the drive exerts is told on the first
  // marker, ground's, so the crank gets the opposite.
  const StatesResult r = run_kinematics(test::model_from(kSliderCrank), {});
  double work = 0.0;
  for (std::size_t k = 0; k + 2 < r.times.size(); k += 2)
    work += 0.04 / 6.0 * -5.0 * (r.outputs[k][3] + 4.0 * r.outputs[k + 1][3] + r.outputs[k + 2][3]);
  EXPECT_NEAR(work, r.outputs[100][4] - r.outputs[0][4], 1e-4 * 10);
}

TEST(Kinematics, RefusesFreedomsAndNamesThem) {
  try {
    run_kinematics(test::shipped_model("slider_crank"), {});
    FAIL() << "one degree of freedom was not seen";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("1 degree of freedom is left"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("body crank"), std::string::npos) << e.what();
  }
}

TEST(Kinematics, SaysWhereADriveLocks) {
  // A slider that is pulled beyond the reach of crank and rod, 0.9.
  std::string text = kSliderCrank;
  text.replace(text.find("motions:"), text.find("outputs:") - text.find("motions:"),
               "motions: {drive: {between: [ground, rod.end], axis: x, displacement: 0.85 + 0.1*time}}\n");
  const std::string bent = "position: [L1/2*cos(0.4), L1/2*sin(0.4), 0], orientation: {axis: [0, 0, 1], angle: 0.4}";
  text.replace(text.find("position: [L1/2, 0, 0]"), 22, bent);
  try {
    run_kinematics(test::model_from(text), {});
    FAIL() << "the mechanism was pulled apart";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("at t = 0.49"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("motion drive cannot be followed any further"), std::string::npos) << e.what();
  }
}

TEST(Kinematics, DrivesGivenAsVelocitiesAreIntegrated) {
  std::string text = kSliderCrank;
  text.replace(text.find("angle: w*time"), 13, "angular_velocity: w");
  std::string said;
  AnalysisOptions options;
  options.warn = [&](const std::string& w) { said += w; };
  const StatesResult r = run_kinematics(test::model_from(text), options);
  EXPECT_NE(said.find("integrated"), std::string::npos);
  EXPECT_NEAR(r.outputs.back()[0], 0.3 * std::cos(10.0) + std::sqrt(0.36 - 0.09 * std::pow(std::sin(10.0), 2)), 1e-3);
}

// Two bars in a plane, whose end is led along a circle; the torques at shoulder and elbow by Lagrange's equations.
TEST(InverseDynamics, FindsTheTorquesOfAnArm) {
  const Model model = test::model_from(R"(
alembert: 1
parameters: {m: 2, L: 0.5, J: m*L^2/12}
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: m, inertia: [J, J, J], position: [0, L/2, 0], orientation: {axis: [0, 0, 1], angle: pi/2},
          markers: {a: {at: [-L/2, 0, 0]}, b: {at: [L/2, 0, 0]}}}
  lower: {mass: m, inertia: [J, J, J], position: [L/2, L, 0],
          markers: {a: {at: [-L/2, 0, 0]}, b: {at: [L/2, 0, 0]}}}
joints:
  shoulder: {type: revolute, between: [ground, upper.a]}
  elbow: {type: revolute, between: [upper.b, lower.a]}
variables: {t1: 0, t2: 0}
forces:
  motor1: {type: torque, on: upper.a, torque: [0, 0, var(t1)]}
  motor2: {type: torque, on: lower.a, torque: [0, 0, var(t2)], reaction: upper.b}
motions:
  x: {between: [ground, lower.b], axis: x, displacement: 0.4 + 0.1*cos(3*time)}
  y: {between: [ground, lower.b], axis: y, displacement: 0.5 + 0.1*sin(3*time)}
outputs: {t1: var(t1), t2: var(t2), a1: az(upper), a2: az(lower), w1: wz(upper), w2: wz(lower),
          b1: wdtz(upper), b2: wdtz(lower), hold: fm(x), push: fm(y)}
simulation: {analysis: inverse_dynamics, actuators: [t1, t2], end: 2, output_step: 0.1}
)");
  const StatesResult r = run_inverse_dynamics(model, {});
  ASSERT_EQ(r.times.size(), 21u);
  const double m = 2.0, L = 0.5, J = m * L * L / 12.0, g = 9.81;
  for (const auto& o : r.outputs) {
    const double a1 = o[2], a2 = o[3], w1 = o[4], w2 = o[5], b1 = o[6], b2 = o[7];
    const double c = std::cos(a1 - a2), s = std::sin(a1 - a2), k = m * L * L / 2.0;
    const double on_lower = (J + m * L * L / 4) * b2 + k * c * b1 - k * s * w1 * w1 + m * g * L / 2 * std::cos(a2);
    const double on_upper = (J + 1.25 * m * L * L) * b1 + k * c * b2 + k * s * w2 * w2 + 1.5 * m * g * L * std::cos(a1);
    EXPECT_NEAR(o[1], on_lower, 1e-11 * 20);
    EXPECT_NEAR(o[0], on_upper + on_lower, 1e-11 * 20);
    EXPECT_LT(o[8] + o[9], 1e-9);  // the end is led by nothing any more
    // The end is on the circle.
  }
}

TEST(InverseDynamics, WantsAsManyActuatorsAsMotions) {
  std::string text = kSliderCrank;
  text += "  \n";
  text.replace(text.find("analysis: kinematics"), 20, "analysis: inverse_dynamics, actuators: [u, w]");
  text.replace(text.find("outputs:"), 8, "variables: {u: 0, w: 0}\noutputs:");
  EXPECT_THROW(run_inverse_dynamics(test::model_from(text), {}), ModelError);
}

}  // namespace
}  // namespace alembert
