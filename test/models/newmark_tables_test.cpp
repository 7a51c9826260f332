// Tables 1, 2 and 3 of the paper on Newmark's method for index-3 equations, with a converged Newton and with the
// paper's own fixed numbers of iterations; for point, planar and spatial models of the same mechanism.
#include <gtest/gtest.h>

#include "studies/study_engine.h"
#include "support/model_run.h"

namespace alembert {
namespace {

using test::final_outputs;

// Exact state at t = 4 (test/data/p1_single_pendulum_reference.json).
constexpr double kX = 0.6185801137750823, kY = -0.7857217337213005, kVx = 1.8603296423332876, kVy = 1.4645934717415678;

// A body whose inertia is too small to matter (1e-9 of m L^2), so that it moves as the point mass does.
std::string pendulum_with(const std::string& type) {
  return R"(
alembert: 1
parameters: {theta: pi/3, I: 1e-9}
gravity: [0, -9.81, 0]
bodies:
  bob:
    type: )" +
         type + R"(
    mass: 1
    inertia: [I, I, I]
    position: [sin(theta), -cos(theta), 0]
    orientation: {axis: [0, 0, 1], angle: theta}
    markers: {pin: {at: [0, 1, 0]}}
joints:
  pin: {type: revolute, between: [ground, bob.pin]}
outputs: {x: dx(bob), y: dy(bob), vx: vx(bob), vy: vy(bob)}
simulation: {end: 4}
)";
}

Model pendulum(const std::string& kind) {
  return kind == "point" ? test::shipped_model("single_pendulum") : test::model_from(pendulum_with(kind));
}

std::pair<double, double> pendulum_errors(const Model& model) {
  auto out = final_outputs(run_dynamics(model));
  return {std::hypot(out["x"] - kX, out["y"] - kY), std::hypot(out["vx"] - kVx, out["vy"] - kVy)};
}

// The end of a run with exactly so many Newton iterations a step, predicted by the values of the step before.
dae::State end_after_iterations(const Model& model, int iterations) {
  StudyOptions study;
  study.iterations = iterations;
  study.predictor_degree = 0;
  studies::StudyEngine engine(model, study);
  while (!engine.integrator().done()) engine.integrator().advance();
  return engine.integrator().state();
}

// Without numerical damping (gamma = 1/2) the constrained direction has a double root at -1: a rounding of 1.1e-16 in a
// position makes 2/h of it in the velocity, and N independent ones grow to N^(3/2)/sqrt(3) times that. It matters only
// for the smallest step: 1.9e-7, 1.3 % of the velocity error.
double rounding(double gamma, double h) {
  return gamma > 0.5 ? 0.0 : 1.1e-16 * 2.0 / h * std::pow(4.0 / h, 1.5) / std::sqrt(3.0);
}

class SinglePendulumTable : public ::testing::TestWithParam<const char*> {};

TEST_P(SinglePendulumTable, ConvergedErrorsAreThePublishedOnes) {
  const test::Table table = test::read_table("p1_single_pendulum_newmark_tables.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double h = std::pow(2.0, -table.number(row, "k"));
    const Model model =
        test::with_step(pendulum(GetParam()), "newmark",
                        {{"gamma", table.number(row, "gamma")}, {"beta", table.number(row, "beta")}}, h);
    const auto [dq, dv] = pendulum_errors(model);
    const double dq_table = table.number(row, "dq_conv"), dv_table = table.number(row, "dv_conv");
    EXPECT_NEAR(dq, dq_table, 0.01 * dq_table) << table.text(row, "table") << " h = " << h;
    EXPECT_NEAR(dv, dv_table, 0.01 * dv_table + rounding(table.number(row, "gamma"), h))
        << table.text(row, "table") << " h = " << h;
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, SinglePendulumTable, ::testing::Values("point", "planar", "rigid"));

TEST(SinglePendulumTable, OneIterationGivesThePapersNumbers) {
  const test::Table table = test::read_table("p1_single_pendulum_newmark_tables.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double h = std::pow(2.0, -table.number(row, "k"));
    const Model model = test::with_step(
        pendulum("point"), "newmark", {{"gamma", table.number(row, "gamma")}, {"beta", table.number(row, "beta")}}, h);
    const dae::State end = end_after_iterations(model, 1);
    const double dq = std::hypot(end.q[0] - kX, end.q[1] - kY), dv = std::hypot(end.v[0] - kVx, end.v[1] - kVy);
    const double dq_table = table.number(row, "dq_one_it"), dv_table = table.number(row, "dv_one_it");
    EXPECT_NEAR(dq, dq_table, 0.01 * dq_table) << table.text(row, "table") << " h = " << h;
    EXPECT_NEAR(dv, dv_table, 0.01 * dv_table + rounding(table.number(row, "gamma"), h))
        << table.text(row, "table") << " h = " << h;
  }
}

// Table 3: all six coordinates and velocities at t = 2 against the exact ones; angles are counted from the level start.
std::string double_pendulum(const std::string& type) {
  return R"(
alembert: 1
parameters: {L1: 1, L2: 1.5, m1: 3, m2: 0.3, th: -pi/12}
gravity: [0, -9.81, 0]
bodies:
  upper:
    type: )" +
         type + R"(
    mass: m1
    inertia: [0.6, 0.6, m1*L1^2/3]
    position: [L1, 0, 0]
    markers: {top: {at: [-L1, 0, 0]}, end: {at: [L1, 0, 0]}}
  lower:
    type: )" +
         type + R"(
    mass: m2
    inertia: [0.2, 0.2, m2*L2^2/3]
    position: [2*L1 + L2*cos(th), L2*sin(th), 0]
    orientation: {axis: [0, 0, 1], angle: th}
    velocity: [-10*L2*sin(th), 10*L2*cos(th), 0]
    angular_velocity: [0, 0, 10]
    markers: {head: {at: [-L2, 0, 0]}}
joints:
  shoulder: {type: revolute, between: [ground, upper.top]}
  elbow: {type: revolute, between: [upper.end, lower.head]}
forces:
  soft: {type: torsion_spring_damper, joint: shoulder, stiffness: 400, damping: 15, angle: -pi/2}
  stiff: {type: torsion_spring_damper, joint: elbow, stiffness: 3e5, damping: 5e4, angle: 0}
outputs:
  x1: dx(upper)
  y1: dy(upper)
  t1: az(upper, ground)
  x2: dx(lower)
  y2: dy(lower)
  t2: az(lower, ground)
  vx1: vx(upper)
  vy1: vy(upper)
  w1: wz(upper)
  vx2: vx(lower)
  vy2: vy(lower)
  w2: wz(lower)
simulation: {end: 2}
)";
}

// Against x, y, angle of both bodies, and their rates.
std::pair<double, double> double_pendulum_errors(const Vector& positions, const Vector& velocities) {
  constexpr double kTurn = 6.283185307179586;
  const double t1 = 4.64047818322132 - kTurn, t2 = 4.64049670168853 - kTurn, w1 = -1.62989245408383,
               w2 = -1.63025271538035;
  const double c1 = std::cos(t1), s1 = std::sin(t1), c2 = std::cos(t2), s2 = std::sin(t2);
  Vector q(6), v(6);
  q << c1, s1, t1, 2 * c1 + 1.5 * c2, 2 * s1 + 1.5 * s2, t2;
  v << -s1 * w1, c1 * w1, w1, -2 * s1 * w1 - 1.5 * s2 * w2, 2 * c1 * w1 + 1.5 * c2 * w2, w2;
  return {(positions - q).norm(), (velocities - v).norm()};
}

std::pair<double, double> double_pendulum_errors(const Model& model) {
  auto out = final_outputs(run_dynamics(model));
  Vector q(6), v(6);
  q << out["x1"], out["y1"], out["t1"], out["x2"], out["y2"], out["t2"];
  v << out["vx1"], out["vy1"], out["w1"], out["vx2"], out["vy2"], out["w2"];
  return double_pendulum_errors(q, v);
}

class StiffDoublePendulumTable : public ::testing::TestWithParam<const char*> {};

TEST_P(StiffDoublePendulumTable, ConvergedErrorsAreThePublishedOnes) {
  const test::Table table = test::read_table("p2_double_pendulum_newmark_table3.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double h = std::pow(2.0, -table.number(row, "k"));
    const Model model = test::with_step(test::model_from(double_pendulum(GetParam())), "newmark", {{"gamma", 0.75}}, h);
    const auto [dq, dv] = double_pendulum_errors(model);
    EXPECT_NEAR(dq / table.number(row, "dq_conv"), 1.0, 0.01) << "h = " << h;
    EXPECT_NEAR(dv / table.number(row, "dv_conv"), 1.0, 0.01) << "h = " << h;
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, StiffDoublePendulumTable, ::testing::Values("planar", "rigid"));

TEST(StiffDoublePendulumTable, ThreeIterationsGiveThePapersNumbers) {
  const test::Table table = test::read_table("p2_double_pendulum_newmark_table3.csv");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double h = std::pow(2.0, -table.number(row, "k"));
    const dae::State end = end_after_iterations(
        test::with_step(test::model_from(double_pendulum("planar")), "newmark", {{"gamma", 0.75}}, h), 3);
    const auto [dq, dv] = double_pendulum_errors(end.q, end.v);
    EXPECT_NEAR(dq / table.number(row, "dq_it3"), 1.0, 0.01) << "h = " << h;
    EXPECT_NEAR(dv / table.number(row, "dv_it3"), 1.0, 0.01) << "h = " << h;
  }
}

}  // namespace
}  // namespace alembert
