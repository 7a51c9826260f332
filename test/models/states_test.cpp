// Differential states and algebraic variables solved with the motion: closed loops, implicit equations, reactions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <complex>

#include "studies/study_engine.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A cart on a rail carries a pendulum that stands upright; the force on the cart is a feedback of its position, its
// velocity, the angle, the angle's rate and the integral of the position, a state.
struct CartPendulum {
  double M = 1.0, m = 0.2, l = 0.3, J = 0.006, g = 9.81;
  // Gains that put the poles of the linear model at -2, -2.5, -3, -4, -5 (Ackermann's formula).
  double kx = -21.62079511, kv = -14.71637255, kt = 64.94031804, kw = 12.81654902, ki = -12.8440367;

  Model model(double angle, const std::string& simulation) const {
    const auto number = [](double x) { return fmt::format("{}", x); };
    return test::model_from("alembert: 1\ngravity: [0, " + number(-g) + ", 0]\nparameters: {kx: " + number(kx) +
                            ", kv: " + number(kv) + ", kt: " + number(kt) + ", kw: " + number(kw) +
                            ", ki: " + number(ki) + ", a: " + number(angle) + R"yaml(}
bodies:
  cart: {mass: 1, inertia: [1, 1, 1]}
  pole: {mass: 0.2, inertia: [0.006, 1e-4, 0.006], position: [-0.3*sin(a), 0.3*cos(a), 0],
         orientation: {axis: [0, 0, 1], angle: a}}
joints:
  rail: {type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}
  hinge: {type: revolute, bodies: [cart, pole], at: [0, 0, 0], axis: [0, 0, 1]}
states: {integral: {derivative: dx(cart)}}
variables:
  feedback: "-(kx*dx(cart) + kv*vx(cart) + kt*az(pole) + kw*wz(pole) + ki*state(integral))"
forces: {drive: {type: force, on: cart, force: [var(feedback), 0, 0]}}
outputs: {x: dx(cart), v: vx(cart), angle: az(pole), rate: wz(pole), integral: state(integral)}
)yaml" + "simulation: {" + simulation +
                            "}\n");
  }

  // x' = A x of (x, v, angle, rate, integral):
  //   (M+m) x'' - m l theta'' = F
  //   (J + m l^2) theta'' - m l x'' = m g l theta
  Eigen::Matrix<double, 5, 5> linear() const {
    Eigen::Matrix2d mass;
    mass << M + m, -m * l, -m * l, J + m * l * l;
    const Eigen::Matrix2d inverse = mass.inverse();
    Eigen::Matrix<double, 2, 5> force;
    force << -kx, -kv, -kt, -kw, -ki, 0, 0, m * g * l, 0, 0;
    const Eigen::Matrix<double, 2, 5> a = inverse * force;
    Eigen::Matrix<double, 5, 5> A = Eigen::Matrix<double, 5, 5>::Zero();
    A(0, 1) = A(2, 3) = A(4, 0) = 1.0;
    A.row(1) = a.row(0);
    A.row(3) = a.row(1);
    return A;
  }
};

TEST(CartPendulum, SmallMotionsAreThoseOfTheLinearClosedLoop) {
  const CartPendulum c;
  const double angle = 1e-3;
  const DynamicsResult run = run_dynamics(c.model(angle, "end: 3, output_step: 0.25, tolerance: 1e-11, method: hht"));
  const Eigen::EigenSolver<Eigen::Matrix<double, 5, 5>> eigen(c.linear());
  Eigen::Matrix<double, 5, 1> start;
  start << 0, 0, angle, 0, 0;
  const Eigen::Matrix<std::complex<double>, 5, 1> share =
      eigen.eigenvectors().inverse() * start.cast<std::complex<double>>();
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const Eigen::Matrix<std::complex<double>, 5, 1> modes =
        (eigen.eigenvalues() * run.times[k]).array().exp().matrix().cwiseProduct(share);
    const Eigen::Matrix<double, 5, 1> exact = (eigen.eigenvectors() * modes).real();
    // Terms of third order in the angle, times the gains, and the integration: far below 1e-3 of the motion.
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(run.outputs[k][static_cast<std::size_t>(i)], exact[i],
                  1e-3 * angle * (1 + std::abs(exact[i]) / angle))
          << "t = " << run.times[k] << " component " << i;
  }
}

TEST(CartPendulum, StabilisesFromAFarAngle) {
  const auto end = test::final_outputs(run_dynamics(CartPendulum().model(0.3, "end: 15, output_step: 1")));
  for (const auto& [name, value] : end) EXPECT_NEAR(value, 0.0, 1e-4) << name;
}

TEST(CartPendulum, MotionAndControllerStateConvergeWithOrderTwo) {
  if (test::kSanitized) return;
  for (const char* method : {"hht", "nstiff", "hht_si2"}) {
    const auto end = [&](double h) {
      return test::final_outputs(run_dynamics(
          CartPendulum().model(0.3, fmt::format("end: 1, output_step: 1, step: {}, method: {}", h, method))));
    };
    const auto exact = end(1.0 / 16384);
    const auto coarse = end(1.0 / 256), fine = end(1.0 / 512);
    for (const char* name : {"x", "angle", "rate", "integral"}) {
      const double order =
          test::observed_order(std::abs(coarse.at(name) - exact.at(name)), std::abs(fine.at(name) - exact.at(name)));
      EXPECT_NEAR(order, 2.0, 0.15) << method << " " << name;
    }
  }
}

// A pendulum on a rough pin: the friction moment depends on the reaction, through a loop of two variables, and its
// bristle, an implicit state, gives way.
const char* kLoop = R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {bar: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
variables:
  load: "fm(pin)*(1 + 0.1*sin(var(moment)))"
  moment: "0.05*var(load)*tanh(3*state(bristle)) + 0.02*var(moment)^2"
states:
  bristle: {residual: "rate(bristle) + 0.1*rate(bristle)^3 - wz(bar) + 2*abs(wz(bar))*state(bristle)*var(load)/5"}
forces: {friction: {type: torque, on: bar, torque: [0, 0, -var(moment)]}}
outputs: {angle: az(bar), rate: wz(bar), bristle: state(bristle), moment: var(moment), load: var(load),
          reaction: fm(pin), implicit: "rate(bristle) + 0.1*rate(bristle)^3 - wz(bar) + 2*abs(wz(bar))*state(bristle)*var(load)/5"}
)yaml";

TEST(AlgebraicLoop, AndImplicitStateHoldAtEveryOutput) {
  const DynamicsResult run =
      run_dynamics(test::model_from(std::string(kLoop) + "simulation: {end: 1, output_step: 0.05}\n"));
  for (const auto& row : run.outputs) {
    const double bristle = row[2], moment = row[3], load = row[4], reaction = row[5];
    EXPECT_NEAR(load, reaction * (1 + 0.1 * std::sin(moment)), 1e-9);
    EXPECT_NEAR(moment, 0.05 * load * std::tanh(3 * bristle) + 0.02 * moment * moment, 1e-9);
    EXPECT_NEAR(row[6], 0.0, 1e-9);
  }
  EXPECT_GT(std::abs(run.outputs.back()[3]), 0.01);
}

TEST(AlgebraicLoop, ConvergesWithOrderTwo) {
  if (test::kSanitized) return;
  const auto end = [&](double h) {
    return test::final_outputs(run_dynamics(test::model_from(
        std::string(kLoop) + fmt::format("simulation: {{end: 0.3, output_step: 0.3, step: {}}}\n", h))));
  };
  const auto exact = end(0.3 / 8192);
  const auto coarse = end(0.3 / 128), fine = end(0.3 / 256);
  for (const char* name : {"angle", "rate", "bristle", "moment", "reaction"})
    EXPECT_NEAR(
        test::observed_order(std::abs(coarse.at(name) - exact.at(name)), std::abs(fine.at(name) - exact.at(name))), 2.0,
        0.15)
        << name;
}

// One long step with 1, 2, 3 iterations of Newton's method: the error of each is at most a constant times the square of
// the one before.
TEST(AlgebraicLoop, FullNewtonConvergesQuadratically) {
  const Model model = test::model_from(std::string(kLoop) + "simulation: {end: 0.1, step: 0.1}\n");
  const auto end = [&](int iterations) {
    StudyOptions study;
    study.iterations = iterations;
    studies::StudyEngine engine(model, study);
    engine.integrator().advance();
    return engine.integrator().state();
  };
  const dae::State exact = end(10);
  const auto error = [&](int iterations) {
    const dae::State x = end(iterations);
    return std::max((x.q - exact.q).lpNorm<Eigen::Infinity>(), (x.v - exact.v).lpNorm<Eigen::Infinity>());
  };
  const double first = error(1), second = error(2), third = error(3);
  EXPECT_GT(first, 1e-6);  // else there is nothing to see
  EXPECT_LT(second, 3.0 * first * first) << first << " " << second << " " << third;
  EXPECT_LT(third, 3.0 * second * second + 1e-14) << first << " " << second << " " << third;
}

TEST(AlgebraicLoop, WithoutSolutionIsNamed) {
  try {
    run_dynamics(test::model_from(R"yaml(
alembert: 1
bodies: {a: {type: point, mass: 1}}
variables: {u: "var(w)^2 + 1", w: "var(u)"}
forces: {f: {type: force, on: a, force: [var(u), 0, 0]}}
simulation: {end: 1}
)yaml"));
    FAIL() << "u = u^2 + 1 was solved";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("variable u, variable w"), std::string::npos) << e.what();
  }
}

// A motor whose torque falls linearly with its speed, from a table, turns a flywheel against a constant load:
// w = w_end (1 - exp(-t/T)), w_end = w0 (1 - load/T0), T = J w0/T0.
TEST(Motor, WithATorqueSpeedSplineReachesItsSpeed) {
  const DynamicsResult run = run_dynamics(test::model_from(R"yaml(
alembert: 1
splines: {curve: {x: [0, 50, 100, 150], y: [12, 8, 4, 0]}}
bodies: {wheel: {mass: 1, inertia: [0.1, 0.1, 0.2]}}
joints: {shaft: {type: revolute, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}}
forces:
  motor: {type: torque, on: wheel, torque: [0, 0, "linear(curve, wz(wheel))"]}
  load: {type: torque, on: wheel, torque: [0, 0, -3]}
outputs: {speed: wz(wheel), angle: az(wheel)}
simulation: {end: 30, output_step: 1, tolerance: 1e-7}
)yaml"));
  const double end = 150.0 * (1.0 - 3.0 / 12.0), T = 0.2 * 150.0 / 12.0;
  for (std::size_t k = 0; k < run.times.size(); ++k)
    EXPECT_NEAR(run.outputs[k][0], end * (1.0 - std::exp(-run.times[k] / T)), 1e-3) << run.times[k];
  EXPECT_NEAR(run.outputs.back()[0], end, 1e-3);
}

// An equation without the rate: x^3 + x = 10 sin(t), which has one root, and y^2 = 4 + t, which has two: `initial` says
// which.
TEST(States, WithoutTheirRateAreAlgebraic) {
  const DynamicsResult run = run_dynamics(test::model_from(R"yaml(
alembert: 1
bodies: {a: {type: point, mass: 1}}
states:
  x: {residual: "state(x)^3 + state(x) - 10*sin(time)"}
  y: {residual: "state(y)^2 - 4 - time", initial: -3}
forces: {f: {type: force, on: a, force: [state(x), state(y), 0]}}
outputs: {x: state(x), y: state(y), ax: accx(a), ay: accy(a)}
simulation: {end: 2, output_step: 0.1}
)yaml"));
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const double x = run.outputs[k][0], t = run.times[k];
    EXPECT_NEAR(x * x * x + x, 10.0 * std::sin(t), 1e-10);
    EXPECT_NEAR(run.outputs[k][1], -std::sqrt(4.0 + t), 1e-12);
    EXPECT_NEAR(run.outputs[k][2], x, 1e-12);
    EXPECT_NEAR(run.outputs[k][3], run.outputs[k][1], 1e-12);
  }
}

TEST(States, StartSteadyWhereAskedTo) {
  const DynamicsResult run = run_dynamics(test::model_from(R"yaml(
alembert: 1
bodies: {a: {type: point, mass: 1, position: [3, 0, 0]}}
states:
  x: {derivative: "dx(a)^2 - state(x) + 0.1*state(y)", initial: steady}
  y: {derivative: "state(x) - state(y)^3", initial: steady}
outputs: {x: state(x), y: state(y)}
simulation: {end: 1, output_step: 0.5}
)yaml"));
  const double y = run.outputs.front()[1];
  EXPECT_NEAR(y * y * y - 0.1 * y, 9.0, 1e-9);
  EXPECT_NEAR(run.outputs.back()[0], run.outputs.front()[0], 1e-9);
}

// The error follows the tolerance, whatever the size of the state: x' = -x, scaled.
TEST(States, ErrorFollowsTheTolerance) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    double last = 1.0;
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      Model model = test::model_from(fmt::format(R"yaml(
alembert: 1
parameters: {{size: {}}}
states: {{x: {{derivative: "-state(x)", initial: size, scale: size}}}}
outputs: {{x: state(x)}}
simulation: {{end: 2, output_step: 2, tolerance: {}}}
)yaml",
                                                 size, tolerance));
      const double error = std::abs(run_dynamics(model).outputs.back()[0] / size - std::exp(-2.0));
      EXPECT_LT(error, 100.0 * std::pow(tolerance, 2.0 / 3.0));
      EXPECT_LT(error, 0.2 * last);
      last = error;
    }
  }
}

}  // namespace
}  // namespace alembert
