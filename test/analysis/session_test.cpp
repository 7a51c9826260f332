// A model that is stepped from outside.
#include "analysis/session.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "analysis/integrators.h"
#include "model/inputs.h"
#include "model/reader.h"
#include "solve/step_failure.h"

namespace alembert {
namespace {

// A cart with a pole that is pushed; upright, or hanging where angle is pi.
const std::string cart_pole = R"(
alembert: 1
parameters: {angle: 0.1}
gravity: [0, -9.81, 0]
inputs: {u: 0}
bodies:
  cart: {mass: 1, inertia: [1, 1, 1]}
  pole: {mass: 0.2, inertia: [2e-3, 1e-4, 2e-3], position: [-0.3*sin(angle), 0.3*cos(angle), 0],
         orientation: {axis: [0, 0, 1], angle: angle}}
joints:
  rail: {type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}
  hinge: {type: revolute, bodies: [cart, pole], at: [0, 0, 0], axis: [0, 0, 1]}
forces:
  push: {type: force, on: cart, force: [input(u), 0, 0]}
outputs: {x: dx(cart), v: vx(cart), angle: az(pole), rate: wz(pole), force: fy(hinge)}
simulation: {end: 2, tolerance: 1e-8}
)";

std::vector<double> all_of(Session& session) {
  const auto values = session.outputs();
  return {values.begin(), values.end()};
}

TEST(Session, GoesOnExactlyToTheEndOfTheInterval) {
  Session session(read_model_text(cart_pole, "m.yaml"));
  EXPECT_EQ(session.time(), 0.0);
  for (int k = 1; k <= 10; ++k) {
    EXPECT_TRUE(session.advance_to(0.03 * k));
    EXPECT_EQ(session.time(), 0.03 * k);
  }
  EXPECT_TRUE(session.advance_to(session.time())) << "no interval at all";
  EXPECT_THROW(session.advance_to(0.1), UsageError);
}

TEST(Session, DoesWhatARunDoesWithinTheTolerance) {
  const Model model = read_model_text(cart_pole, "m.yaml", {.set = {{"angle", 2.5}}});  // a pendulum
  const DynamicsResult run = run_dynamics(model);
  Session session(model);
  for (int k = 1; k <= 2000; ++k) session.advance_to(1e-3 * k);
  for (std::size_t k = 0; k < run.columns.size(); ++k)
    EXPECT_NEAR(session.output(run.columns[k]), run.outputs.back()[k], 2e-4 * (1.0 + std::abs(run.outputs.back()[k])));
}

// The same law inside the model, where it is sampled and held too, as points of a file.
TEST(Session, HoldsWhatItIsGivenAsPointsOfAFileDo) {
  Model model = read_model_text(cart_pole, "m.yaml");
  model.simulation.tolerance = 1e-10;
  Session session(model);
  std::vector<double> times, pushes, soon;
  constexpr double interval = 0.01;
  for (int k = 0; k < 150; ++k) {
    if (k == 40) soon = all_of(session);
    const double u = 5.0 * session.output("x") + 8.0 * session.output("v") - 60.0 * session.output("angle") -
                     10.0 * session.output("rate");
    times.push_back(interval * k);
    pushes.push_back(u);
    session.set_input("u", u);
    ASSERT_TRUE(session.advance_to(interval * (k + 1)));
  }
  EXPECT_LT(std::abs(session.output("angle")), 0.05) << "held upright";
  InputSignal& signal = model.inputs[0].signal;
  signal.curve = std::make_shared<const Spline>("u", times, pushes, Extrapolation::constant);
  signal.kind = SplineKind::hold;
  model.simulation.end = 0.4;  // without the controller what differs grows by e in a sixth of a second
  const DynamicsResult run = run_dynamics(model);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(soon[k], run.outputs.back()[k], 5e-5) << run.columns[k];
}

TEST(Session, LeadsInputsEvenlyOverAnInterval) {
  const Model model = read_model_text(
      "alembert: 1\nbodies: {p: {type: point, mass: 1}}\ninputs: {u: 0}\n"
      "motions: {m: {between: [ground, p], axis: x, velocity: input(u)}}\noutputs: {x: dx(p), v: vx(p), u: input(u)}\n"
      "simulation: {tolerance: 1e-9}",
      "m.yaml");
  Session session(model);
  const auto lead = [&](double from, double to) { session.advance(0.5, std::array{from}, std::array{to}); };
  lead(0.0, 2.0);
  EXPECT_NEAR(session.output("x"), 0.5, 1e-9);
  EXPECT_NEAR(session.output("v"), 2.0, 1e-12);
  lead(2.0, 1.0);
  EXPECT_NEAR(session.output("x"), 1.25, 1e-9);
  session.advance(0.5);
  EXPECT_NEAR(session.output("x"), 1.75, 1e-9) << "held where it ended";
  session.set_input("u", -1.0);
  EXPECT_NEAR(session.output("v"), -1.0, 1e-9) << "velocities jump with what drives them";
}

TEST(Session, RefusesPositionsThatWouldHaveToJump) {
  const Model model = read_model_text(
      "alembert: 1\nbodies: {p: {type: point, mass: 1}}\ninputs: {u: 0}\n"
      "motions: {m: {between: [ground, p], axis: x, displacement: input(u)}}\noutputs: {x: dx(p)}",
      "m.yaml");
  Session session(model);
  session.advance(0.1, std::array{0.0}, std::array{0.2});
  EXPECT_NEAR(session.output("x"), 0.2, 1e-9);
  session.set_input("u", 1.0);
  try {
    session.advance(0.1);
    FAIL();
  } catch (const StepFailure& e) {
    EXPECT_NE(std::string(e.what()).find("motion m"), std::string::npos) << e.what();
    EXPECT_EQ(e.equation(), "motion m: displacement");
    EXPECT_EQ(e.time(), 0.1);
  }
}

// With every method, so that the history of each is kept.
TEST(Session, GoesOnFromAStateToTheLastBit) {
  Model model = read_model_text(cart_pole, "m.yaml");
  for (const char* name :
       {"hht", "newmark", "nstiff", "hht_si2", "nstiff_si2", "hht_add", "gen_alpha_soi2", "tangent"}) {
    SCOPED_TRACE(name);
    const bool undamped = std::string(name) == "newmark" || std::string(name) == "tangent";
    model.simulation.method = {name, {}, {}};
    if (std::string(name) == "newmark") model.simulation.method.parameters = {{"gamma", 0.6}, {"beta", 0.3025}};
    model.simulation.tolerance.reset();
    model.simulation.step.reset();
    if (undamped)
      model.simulation.step = 1e-3;
    else
      model.simulation.tolerance = 1e-6;
    Session session(model);
    const auto go_on = [&] {
      for (int k = 0; k < 20; ++k) session.advance(0.004, std::array{std::sin(0.7 * k)});
      return all_of(session);
    };
    go_on();
    const SessionState kept = session.state();
    const double then = session.time();
    const std::vector<double> first = go_on();
    session.restore(kept);
    EXPECT_EQ(session.time(), then);
    EXPECT_EQ(go_on(), first);
    Session other(model);
    other.restore(SessionState::from_bytes(kept.bytes()));
    for (int k = 0; k < 20; ++k) other.advance(0.004, std::array{std::sin(0.7 * k)});
    EXPECT_EQ(all_of(other), first) << "another session, from bytes";
    session.reset();
    EXPECT_EQ(session.time(), 0.0);
    EXPECT_EQ(session.input("u"), 0.0);
  }
}

TEST(Session, RefusesStatesThatAreNotItsOwn) {
  Session session(read_model_text(cart_pole, "m.yaml"));
  Session other(read_model_text("alembert: 1\nbodies: {p: {type: point, mass: 1}}", "m.yaml"));
  EXPECT_THROW(session.restore(other.state()), UsageError);
  std::string bytes = session.state().bytes();
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  EXPECT_THROW(SessionState::from_bytes(bytes), Error);
  EXPECT_THROW(SessionState::from_bytes("none"), Error);
}

const std::string falling = R"(
alembert: 1
gravity: [0, 0, -9.81]
inputs: {up: 0}
bodies: {ball: {type: point, mass: 1, position: [0, 0, 1]}}
forces: {lift: {type: force, on: ball, force: [0, 0, input(up)], active: false}}
sensors:
  half: {event: dz(ball) - 0.5, direction: falling, activate: lift, once: true}
  floor: {event: dz(ball), direction: falling, stop: true}
outputs: {z: dz(ball), v: vz(ball)}
simulation: {end: 1, tolerance: 1e-9}
)";

TEST(Session, LetsSensorsActAndStop) {
  Session session(read_model_text(falling, "m.yaml"));
  session.set_input("up", 9.81);
  int steps = 0;
  while (session.advance(0.01)) ASSERT_LT(++steps, 1000);
  const double half = std::sqrt(1.0 / 9.81), speed = 9.81 * half;
  ASSERT_EQ(session.events().size(), 2u);
  EXPECT_EQ(session.events()[0].sensor, "half");
  EXPECT_NEAR(session.events()[0].time, half, 1e-7);
  EXPECT_EQ(session.stopped_by(), "floor");
  EXPECT_NEAR(session.time(), half + 0.5 / speed, 1e-7);
  EXPECT_NEAR(session.output("v"), -speed, 1e-7);
  EXPECT_THROW(session.advance(0.01), UsageError);
}

// Over an event, after which the equations are others.
TEST(Session, GoesBackBehindAnEvent) {
  Session session(read_model_text(falling, "m.yaml"));
  session.set_input("up", 5.0);
  session.advance(0.3);
  const SessionState before = session.state();
  session.advance(0.05);
  const std::vector<double> first = all_of(session);
  ASSERT_EQ(session.events().size(), 1u);
  const SessionState behind = session.state();
  session.restore(before);
  EXPECT_TRUE(session.events().empty());
  session.advance(0.05);
  EXPECT_EQ(all_of(session), first);
  session.restore(before);
  session.restore(behind);
  EXPECT_EQ(all_of(session), first);
  session.advance(0.02);
  const std::vector<double> end = all_of(session);
  session.restore(behind);
  session.advance(0.02);
  EXPECT_EQ(all_of(session), end);
}

TEST(Session, ReadsAnyExpressionAndCountsTurns) {
  const Model model = read_model_text(
      "alembert: 1\nparameters: {r: 2}\nbodies: {p: {mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 3]}}\n"
      "outputs: {w: wz(p)}",
      "m.yaml");
  Session session(model);
  const std::size_t angle = session.expression_index("r*az(p)");
  for (int k = 0; k < 100; ++k) session.advance(0.1);
  EXPECT_NEAR(session.value(angle), 60.0, 1e-6);
  EXPECT_NEAR(session.value("time"), 10.0, 1e-12);
  EXPECT_NEAR(session.value("wdtz(p)"), 0.0, 1e-12);
  EXPECT_NEAR(session.value("az(p)"), 30.0, 1e-6) << "the same angle";
  const SessionState kept = session.state();
  session.advance(1.0);
  session.restore(kept);
  EXPECT_NEAR(session.value(angle), 60.0, 1e-6);
  EXPECT_THROW(session.value("az(q)"), ModelError);
  EXPECT_THROW(session.value("1 +"), ModelError);
  const Session::Pose pose = session.pose("p");
  EXPECT_NEAR(pose.angular_velocity.z(), 3.0, 1e-12);
  EXPECT_NEAR(std::abs(pose.orientation.w()), std::abs(std::cos(15.0)), 1e-6);
  EXPECT_THROW(session.pose("q"), UsageError);
  EXPECT_THROW(session.output("v"), UsageError);
  EXPECT_THROW(session.set_input("u", 1.0), UsageError);
}

// Beyond the end of the model, where kinks of functions of time have to be found as they come.
TEST(Session, MeetsKinksBehindTheEndOfTheModel) {
  const Model model = read_model_text(
      "alembert: 1\nbodies: {p: {type: point, mass: 1}}\n"
      "forces: {push: {type: force, on: p, force: [\"if(mod(time, 2) < 1, 1, -1)\", 0, 0]}}\noutputs: {v: vx(p)}\n"
      "simulation: {end: 1, tolerance: 1e-8}",
      "m.yaml");
  Session session(model);
  for (int k = 1; k <= 50; ++k) session.advance_to(0.2 * k);
  EXPECT_NEAR(session.output("v"), 0.0, 1e-8);
  session.advance_to(10.7);
  EXPECT_NEAR(session.output("v"), 0.7, 1e-8);
}

TEST(Session, BeginsWhereTheAnalysesBeforeItEnd) {
  const Model model = read_model_text(
      "alembert: 1\ngravity: [0, 0, -10]\nbodies: {p: {type: point, mass: 1}}\n"
      "forces: {spring: {type: force, on: p, force: [-dx(p), -dy(p), -100*dz(p)]}}\noutputs: {z: dz(p)}\n"
      "simulation: [{analysis: statics}, {analysis: dynamics, end: 1}]",
      "m.yaml");
  Session session(model);
  EXPECT_NEAR(session.output("z"), -0.1, 1e-9);
  session.advance(1.0);
  EXPECT_NEAR(session.output("z"), -0.1, 1e-9);
}

TEST(Session, OfTheReferenceGoesOnWithinTheTolerance) {
  Model model = read_model_text(cart_pole, "m.yaml");
  model.simulation.method = {"bdf", {}, {}};
  Session session(model);
  Model usual = read_model_text(cart_pole, "m.yaml");
  Session same(usual);
  for (int k = 0; k < 25; ++k) {
    const std::array u{std::cos(0.3 * k)};
    session.advance(0.01, u);
    same.advance(0.01, u);
  }
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(session.output(k), same.output(k), 2e-4) << k;
}

}  // namespace
}  // namespace alembert
