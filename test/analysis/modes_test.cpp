// Frequencies, damping and linear models against closed forms.
#include "analysis/linear/modes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <unsupported/Eigen/MatrixFunctions>

#include "analysis/dynamics.h"
#include "analysis/inputs.h"
#include "analysis/linear/step_limit.h"
#include "support/model_run.h"

namespace alembert {
namespace {

using Complex = std::complex<double>;

ModesResult modes_of(const Model& model) {
  const std::vector<std::string> inputs = chosen_inputs(model);
  Mechanism mechanism(with_inputs(model, inputs));
  return find_modes(model, mechanism, inputs);
}
ModesResult modes_at_equilibrium(Model model) {
  model.simulation.about = Simulation::About::equilibrium;
  return modes_of(model);
}

TEST(Modes, DoublePendulum) {
  const double m1 = 2.0, m2 = 1.0, l1 = 1.0, l2 = 0.7, g = 9.81;
  const ModesResult r = modes_of(test::model_from(R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  a: {type: point, mass: 2, position: [0, -1, 0]}
  b: {type: point, mass: 1, position: [0, -1.7, 0]}
joints:
  one: {type: distance, between: [ground, a], length: 1}
  two: {type: distance, between: [a, b], length: 0.7}
)"));
  // m1 l1 l2 w^4 - (m1 + m2) g (l1 + l2) w^2 + (m1 + m2) g^2 = 0, once in each plane.
  const double A = m1 * l1 * l2, B = (m1 + m2) * g * (l1 + l2), C = (m1 + m2) * g * g;
  const double root = std::sqrt(B * B - 4.0 * A * C);
  const double slow = std::sqrt((B - root) / (2.0 * A)), fast = std::sqrt((B + root) / (2.0 * A));
  ASSERT_EQ(r.modes.size(), 4u);
  for (int k = 0; k < 4; ++k) {
    const Mode& mode = r.modes[static_cast<std::size_t>(k)];
    const double w = k < 2 ? slow : fast;
    EXPECT_NEAR(std::abs(mode.eigenvalue - Complex(0.0, w)), 0.0, 1e-8 * w);
    EXPECT_NEAR(mode.frequency(), w / (2.0 * M_PI), 1e-8);
  }
  EXPECT_TRUE(r.warnings.empty());
}

std::string chain_of_masses(int count, double damping) {
  return fmt::format(R"(
alembert: 1
parameters: {{N: {}, k: 1e4, c: {}, m: 2}}
bodies:
  ground: {{markers: {{x: {{at: [0, 0, 0], orientation: {{x: [0, 1, 0], z: [1, 0, 0]}}}}}}}}
repeat:
  - index: i
    from: 1
    to: N
    bodies: {{"m{{i}}": {{type: point, mass: m, position: [i, 0, 0]}}}}
    joints: {{"slide{{i}}": {{type: inline, between: [ground.x, "m{{i}}"]}}}}
  - index: i
    from: 2
    to: N
    forces: {{"s{{i}}": {{type: spring_damper, between: ["m{{i-1}}", "m{{i}}"], stiffness: k, damping: c, length: 1}}}}
forces:
  s1: {{type: spring_damper, between: [ground, m1], stiffness: k, damping: c, length: 1}}
)",
                     count, damping);
}

// Fixed at one end: w_j = 2 sqrt(k/m) sin((2 j - 1) pi/(2 (2 N + 1))); dampers like the springs: 2 zeta w = (c/k) w^2.
void expect_chain(int count, double damping, std::size_t modes) {
  const ModesResult r = modes_of(test::model_from(chain_of_masses(count, damping)));
  ASSERT_EQ(r.modes.size(), modes);
  for (std::size_t j = 0; j < modes; ++j) {
    const double w = 2.0 * std::sqrt(1e4 / 2.0) *
                     std::sin((2.0 * static_cast<double>(j) + 1.0) * M_PI / (2.0 * (2.0 * count + 1.0)));
    const double d = 0.5 * damping / 1e4 * w * w;
    const Complex exact(-d, std::sqrt(w * w - d * d));
    EXPECT_LT(std::abs(r.modes[j].eigenvalue - exact), 1e-8 * w) << j;
  }
}
TEST(Modes, ChainOf1000Masses) { expect_chain(test::kSanitized ? 400 : 1000, 0.0, 20); }
TEST(Modes, ChainOf1000MassesWithDampers) { expect_chain(test::kSanitized ? 400 : 1000, 1.0, 20); }
TEST(Modes, ShortChainByFullMatrices) { expect_chain(30, 1.0, 30); }

// One degree of freedom: w^2 = V''/J at the equilibrium, J and V of the crank's angle (problem P3, SC).
TEST(Modes, SliderCrankWithSpring) {
  const ModesResult r = modes_at_equilibrium(test::shipped_model("slider_crank"));
  const double L1 = 0.3, L2 = 0.6, m1 = 3.0, m2 = 0.9, k = 100.0, c = 5.0, g = 9.81;
  using Real = long double;
  const auto rod = [&](Real a) { return -std::asin(L1 / L2 * std::sin(a)); };
  const auto slider = [&](Real a) { return L1 * std::cos(a) + L2 * std::cos(rod(a)); };
  const auto V = [&](Real a) {
    const Real x = slider(a) - (L1 + L2);
    return 0.5L * k * x * x + m1 * g * L1 / 2 * std::sin(a) + m2 * g * (L1 / 2) * std::sin(a);
  };
  const Real h = 1e-3L;  // eighth order: 1e-24 and rounding 1e-19/1e-6
  const auto second = [&](const auto& f, Real a) {
    return (-205.0L / 72 * f(a) + 8.0L / 5 * (f(a + h) + f(a - h)) - 1.0L / 5 * (f(a + 2 * h) + f(a - 2 * h)) +
            8.0L / 315 * (f(a + 3 * h) + f(a - 3 * h)) - 1.0L / 560 * (f(a + 4 * h) + f(a - 4 * h))) /
           (h * h);
  };
  const auto first = [&](const auto& f, Real a) {
    return (4.0L / 5 * (f(a + h) - f(a - h)) - 1.0L / 5 * (f(a + 2 * h) - f(a - 2 * h)) +
            4.0L / 105 * (f(a + 3 * h) - f(a - 3 * h)) - 1.0L / 280 * (f(a + 4 * h) - f(a - 4 * h))) /
           h;
  };
  Real a = -0.8L;
  for (int n = 0; n < 30; ++n) a -= first(V, a) / second(V, a);
  const Real turn = first(rod, a), slide = first(slider, a);
  // Rod: its middle moves with the pin and half of its own turning.
  const Real x = -L1 * std::sin(a) - L2 / 2 * std::sin(rod(a)) * turn;
  const Real y = L1 * std::cos(a) + L2 / 2 * std::cos(rod(a)) * turn;
  const Real J = m1 * L1 * L1 / 3 + m2 * (x * x + y * y) + m2 * L2 * L2 / 12 * turn * turn;
  const Real d = c * slide * slide / J, square = second(V, a) / J;
  const Complex exact(static_cast<double>(-d / 2), static_cast<double>(std::sqrt(square - d * d / 4)));
  ASSERT_EQ(r.modes.size(), 1u);
  EXPECT_LT(std::abs(r.modes[0].eigenvalue - exact), 1e-8 * std::abs(exact));
}

// A spinning rotor's whirl: A s^2 -+ i C spin s + k L^2 = 0, A about the foot, C about the axis.
TEST(Modes, SpinSplitsTheRotorsWhirl) {
  for (const double spin : {0.0, 30.0, 300.0, 3000.0}) {
    const ModesResult r = modes_of(test::shipped_model("rotor", {{"spin", spin}}));
    const double C = 3.0 * 0.01 / 2.0, A = C / 2.0 + 3.0 * 0.25 * 0.25, K = 2e4 * 0.4 * 0.4;
    const double b = C * spin / (2.0 * A), w = std::sqrt(b * b + K / A);
    ASSERT_EQ(r.modes.size(), 3u);
    EXPECT_EQ(r.modes[0].eigenvalue, Complex(0.0));  // its spin
    EXPECT_LT(std::abs(r.modes[1].eigenvalue - Complex(0.0, w - b)), 1e-8 * w);
    EXPECT_LT(std::abs(r.modes[2].eigenvalue - Complex(0.0, w + b)), 1e-8 * w);
    EXPECT_TRUE(r.warnings.empty()) << r.warnings.front();
  }
}

// Seen from axes that turn with the rotor, forward whirl is slower and backward whirl faster, by the spin.
TEST(Modes, ATurningObserverSeesShiftedWhirl) {
  Model model = test::shipped_model("rotor", {{"spin", 300.0}});
  for (const Body& b : model.bodies)
    if (b.name == "rotor") model.simulation.frame = b.frame_marker;
  const ModesResult r = modes_of(model);
  const double C = 3.0 * 0.01 / 2.0, A = C / 2.0 + 3.0 * 0.25 * 0.25, K = 2e4 * 0.4 * 0.4;
  const double b = C * 300.0 / (2.0 * A), w = std::sqrt(b * b + K / A);
  ASSERT_EQ(r.modes.size(), 3u);
  EXPECT_LT(std::abs(r.modes[1].eigenvalue - Complex(0.0, std::abs(w + b - 300.0))), 1e-8 * w);
  EXPECT_LT(std::abs(r.modes[2].eigenvalue - Complex(0.0, w - b + 300.0)), 1e-8 * w);
  EXPECT_TRUE(r.warnings.empty()) << r.warnings.front();
}

// Problem P2 at its start, in motion: -9.987e4, -7.185, -1.347 +- 6.875 i.
TEST(Modes, StiffDoublePendulumInMotion) {
  const ModesResult r = modes_of(test::shipped_model("double_pendulum"));
  ASSERT_EQ(r.modes.size(), 3u);
  EXPECT_LT(std::abs(r.modes[0].eigenvalue - Complex(-1.347, 6.875)), 1e-3);
  EXPECT_LT(std::abs(r.modes[1].eigenvalue - Complex(-7.185, 0.0)), 1e-3);
  EXPECT_LT(std::abs(r.modes[2].eigenvalue - Complex(-9.987e4, 0.0)), 10.0);
  EXPECT_NE(r.modes[2].carried_by.find("stiff 100 %"), std::string::npos) << r.modes[2].carried_by;
  EXPECT_NE(r.warnings.back().find("not steady"), std::string::npos);
}

// The same, by derivatives of the equations of the two angles.
TEST(Modes, StiffDoublePendulumInMotionToEightDigits) {
  const ModesResult r = modes_of(test::shipped_model("double_pendulum"));
  using Real = long double;
  using Vec = Eigen::Matrix<Real, 4, 1>;
  const auto rates = [](const Vec& x) {
    const Real m1 = 3, m2 = 0.3L, L1 = 1, L2 = 1.5L, I1 = 1, I2 = 0.225L, g = 9.81L;
    const Real k1 = 400, c1 = 15, k2 = 3e5L, c2 = 5e4L, d = x[0] - x[1], pi = std::acos(-1.0L);
    const Real M11 = I1 + m1 * L1 * L1 + 4 * m2 * L1 * L1, M12 = 2 * m2 * L1 * L2 * std::cos(d),
               M22 = I2 + m2 * L2 * L2;
    const Real t2 = k2 * d + c2 * (x[2] - x[3]), t1 = k1 * (1.5L * pi - x[0]) - c1 * x[2] - t2;
    const Real h1 = t1 - (m1 * L1 + 2 * m2 * L1) * g * std::cos(x[0]) - 2 * m2 * L1 * L2 * std::sin(d) * x[3] * x[3];
    const Real h2 = t2 - m2 * L2 * g * std::cos(x[1]) + 2 * m2 * L1 * L2 * std::sin(d) * x[2] * x[2];
    const Real det = M11 * M22 - M12 * M12;
    return Vec(x[2], x[3], (M22 * h1 - M12 * h2) / det, (M11 * h2 - M12 * h1) / det);
  };
  const Real pi = std::acos(-1.0L);
  const Vec at(2 * pi, 23 * pi / 12, 0, 10);
  Eigen::Matrix4d A;
  const Real h = 1e-4L;
  for (int k = 0; k < 4; ++k) {
    const Vec e = h * Vec::Unit(k), f = 2 * e;
    A.col(k) = ((8 * (rates(at + e) - rates(at - e)) - (rates(at + f) - rates(at - f))) / (12 * h)).cast<double>();
  }
  const Eigen::VectorXcd exact = A.eigenvalues();
  for (const Mode& mode : r.modes) {
    double nearest = INFINITY;
    for (const Complex& s : exact) nearest = std::min(nearest, std::abs(mode.eigenvalue - s) / std::abs(s));
    EXPECT_LT(nearest, 1e-8) << mode.eigenvalue;
  }
}

std::vector<Complex> bicycle_eigenvalues(double speed) {
  const ModesResult r = modes_of(test::shipped_model("bicycle", {{"push", 0.0}, {"speed", speed}}));
  EXPECT_TRUE(r.warnings.empty()) << r.warnings.front();
  std::vector<Complex> out;
  for (const Mode& mode : r.modes)
    if (mode.eigenvalue != Complex(0.0)) out.push_back(mode.eigenvalue);
  return out;
}

// The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007), problem P11.
TEST(Bicycle, EigenvaluesAtRest) {
  const std::vector<Complex> s = bicycle_eigenvalues(0.0);
  ASSERT_EQ(s.size(), 4u);
  EXPECT_NEAR(s[0].real(), -3.131643247907, 1e-9);
  EXPECT_NEAR(s[1].real(), 3.131643247907, 1e-9);
  EXPECT_NEAR(s[2].real(), -5.530943717654, 1e-9);
  EXPECT_NEAR(s[3].real(), 5.530943717654, 1e-9);
}

TEST(Bicycle, WeaveSpeed) {
  const auto weave = [](double speed) {
    double real = NAN;
    for (const Complex& s : bicycle_eigenvalues(speed))
      if (s.imag() != 0.0) real = s.real();
    return real;
  };
  const double v = 4.292382536341;
  EXPECT_GT(weave(v * (1.0 - 1e-9)), 0.0);
  EXPECT_LT(weave(v * (1.0 + 1e-9)), 0.0);
}

TEST(Bicycle, CapsizeSpeed) {
  const auto slowest = [](double speed) { return bicycle_eigenvalues(speed).front().real(); };
  const double v = 6.024262015388;
  EXPECT_LT(slowest(v * (1.0 - 1e-7)), 0.0);
  EXPECT_GT(slowest(v * (1.0 + 1e-7)), 0.0);
  EXPECT_LT(std::abs(slowest(v * (1.0 + 1e-7))), 1e-5);
}

TEST(Bicycle, ComesBackUpright) {
  for (const double speed : {4.0, 5.0}) {
    Model model = test::shipped_model("bicycle", {{"speed", speed}});
    model.simulation.end = test::kSanitized ? 2.0 : 8.0;
    model.simulation.output_step = model.simulation.end / 40.0;
    if (speed == 4.0) model.simulation.end = 4.0;  // below the weave speed it sways more and more
    const DynamicsResult r = run_dynamics(model);
    double first = 0.0, last = 0.0;
    for (std::size_t k = 0; k < r.times.size(); ++k) {
      double& most = k < r.times.size() / 2 ? first : last;
      most = std::max(most, std::abs(r.outputs[k][2]));
    }
    if (test::kSanitized) continue;
    EXPECT_TRUE(speed == 5.0 ? last < 0.15 * first : last > 0.8 * first) << first << " " << last;
  }
}

// x(t) = exp(A t) x(0) and what a constant input adds, against the run from the same start.
TEST(LinearModel, PredictsSmallMotionsToSecondOrder) {
  const auto text = [](double push, double u, const char* simulation) {
    return fmt::format(R"(
alembert: 1
parameters: {{u: {}, push: {}}}
gravity: [0, -9.81, 0]
bodies:
  a: {{type: planar, mass: 1, inertia: 0.1, position: [0.3, -0.4, 0], orientation: {{axis: [0, 0, 1], angle: -0.9272952180016122}},
      angular_velocity: [0, 0, push], velocity: [0.4*push, 0.3*push, 0],
      markers: {{o: {{at: [-0.5, 0, 0]}}, e: {{at: [0.5, 0, 0]}}}}}}
  ground: {{markers: {{wall: {{at: [1.2, 0.4, 0]}}}}}}
joints: {{pin: {{type: revolute, between: [ground, a.o]}}}}
variables: {{torque: u}}
forces:
  spring: {{type: spring_damper, between: [ground.wall, a.e], stiffness: 30, damping: 0.5, length: 0.5}}
  motor: {{type: torque, on: a, torque: [0, 0, var(torque)]}}
outputs: {{angle: az(a), rate: wz(a), force: fm(spring), pin: fx(pin), acceleration: accx(a.e)}}
simulation: {}
)",
                       u, push, simulation);
  };
  Model at_rest = test::model_from(text(0.0, 0.0, "{analysis: linearise, about: equilibrium}"));
  const ModesResult r = modes_of(at_rest);
  ASSERT_TRUE(r.linear);
  const LinearModel& linear = *r.linear;
  ASSERT_EQ(linear.A.rows(), 2);
  ASSERT_EQ(linear.B.cols(), 1);
  ASSERT_EQ(linear.input_names[0], "torque");
  EXPECT_EQ(linear.state_names[0], "body a: angle");
  Mechanism mechanism(with_inputs(at_rest, {"torque"}));
  const double angle = r.state.q[mechanism.system().bodies()[BodyId(1)].q + 2];
  // The model at its equilibrium, with a push and a torque of a given size.
  const auto difference = [&](double size) {
    std::string moved = text(size, size, "{end: 0.7, tolerance: 1e-10, output_step: 0.7, method: bdf}");
    const std::string from =
        fmt::format("position: [0.3, -0.4, 0], orientation: {{axis: [0, 0, 1], angle: {}}}", "-0.9272952180016122");
    const double c = std::cos(angle), s = std::sin(angle);
    moved.replace(
        moved.find(from), from.size(),
        fmt::format("position: [{}, {}, 0], orientation: {{axis: [0, 0, 1], angle: {}}}", 0.5 * c, 0.5 * s, angle));
    const std::string velocity = "velocity: [0.4*push, 0.3*push, 0]";
    moved.replace(moved.find(velocity), velocity.size(),
                  fmt::format("velocity: [{}*push, {}*push, 0]", -0.5 * s, 0.5 * c));
    const DynamicsResult d = run_dynamics(test::model_from(moved));
    Eigen::Matrix3d all = Eigen::Matrix3d::Zero();
    all.topLeftCorner<2, 2>() = linear.A;
    all.topRightCorner<2, 1>() = linear.B;
    const Eigen::Vector3d x = (all * 0.7).exp() * Eigen::Vector3d(0.0, size, size);
    const Eigen::VectorXd y = linear.C * x.head<2>() + linear.D * x.tail<1>();
    Mechanism still(at_rest);
    const StatesResult zero = [&] {
      StateRecorder recorder(still, {}, AnalysisKind::statics);
      dae::State state = still.initial_state();
      state.q = r.state.q.head(state.q.size());
      state.v.setZero();
      state.a.setZero();
      state.lambda = r.state.lambda;
      recorder.take(state);
      return recorder.finish("done");
    }();
    Eigen::VectorXd out(y.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      out[k] = d.outputs.back()[i] - zero.outputs[0][i] - y[k];
    }
    return out;
  };
  const Eigen::VectorXd coarse = difference(0.02), fine = difference(0.01);
  for (Eigen::Index k = 0; k < coarse.size(); ++k)
    EXPECT_NEAR(std::log2(std::abs(coarse[k] / fine[k])), 2.0, 0.1) << k << " " << coarse[k] << " " << fine[k];
}

TEST(LinearModel, HasTheEigenvaluesOfTheModes) {
  const ModesResult r = modes_at_equilibrium(test::shipped_model("body_on_springs"));
  ASSERT_TRUE(r.linear);
  const Eigen::VectorXcd exact = r.linear->A.eigenvalues();
  for (const Mode& mode : r.modes) {
    double nearest = INFINITY;
    for (const Complex& s : exact) nearest = std::min(nearest, std::abs(mode.eigenvalue - s));
    EXPECT_LT(nearest, 1e-9 * std::abs(mode.eigenvalue));
  }
}

// Problem P6: w = sqrt(9.8); 2/w and sqrt(6)/w.
TEST(StepLimit, ForcedPendulum) {
  const StepLimit r = find_step_limit(test::model_from(R"(
alembert: 1
gravity: [0, -9.8, 0]
bodies: {bob: {type: planar, mass: 1, inertia: 0, position: [0, 0, 0], com: [0, -1, 0]}}
joints: {pin: {type: revolute, between: [ground, bob]}}
forces: {push: {type: torque, on: bob, torque: [0, 0, 0.1*sin(0.1*time)]}}
simulation: {end: 1, tolerance: 1e-6, output_step: 0.1}
)"),
                                      {});
  EXPECT_NEAR(r.methods[0].product / r.largest, 0.6388766, 5e-6);
  EXPECT_NEAR(r.methods[1].product / r.largest, 0.7824608, 5e-6);
}

TEST(StepLimit, SevenBodies) {
  Model model = test::shipped_model("seven_body");
  model.simulation.output_step = 1e-4;
  if (test::kSanitized) return;
  const StepLimit r = find_step_limit(model, {});
  EXPECT_NEAR(r.largest, 1147.4, 1.0);  // 004 prints 4503: docs/reproduce.md says why it cannot be
}

}  // namespace
}  // namespace alembert
