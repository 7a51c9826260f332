// Sensors: what they find, and what they do, against closed forms and conservation laws.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/model_run.h"

namespace alembert {
namespace {

constexpr double kFall = 9.81;

// A mass dropped from 1 m that keeps 0.8 of its velocity in every bounce.
TEST(Sensor, BouncesAMassAtTheTimesOfTheClosedForm) {
  for (const char* method : {"hht", "newmark", "gen_alpha_soi2"}) {
    Model model = test::model_from(R"yaml(
alembert: 1
parameters: {e: 0.8, m: 2}
gravity: [0, 0, -9.81]
bodies: {ball: {type: point, mass: m, position: [0, 0, 1], velocity: [0.5, 0, 0]}}
sensors:
  floor: {event: dz(ball), direction: falling, impulse: {on: ball, force: [0, 0, "-(1 + e)*m*vz(ball)"]}}
outputs: {z: dz(ball), x: dx(ball)}
simulation: {end: 3, output_step: 0.1}
)yaml");
    model.simulation.method = {method, {}, {}};
    const DynamicsResult run = run_dynamics(model);
    // A parabola is integrated exactly by all of these, so the times are exact but for the root finding.
    double t = std::sqrt(2.0 / kFall), v = kFall * t;
    ASSERT_EQ(run.summary.events.size(), 6u) << method;
    for (const EventRecord& event : run.summary.events) {
      EXPECT_NEAR(event.time, t, 1e-9) << method;
      EXPECT_EQ(event.sensor, "floor");
      v *= 0.8;
      t += 2.0 * v / kFall;
    }
    EXPECT_GT(t, 3.0);
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      EXPECT_GT(run.outputs[k][0], -1e-9) << method;
      EXPECT_NEAR(run.outputs[k][1], 0.5 * run.times[k], 1e-9) << method;
    }
    // What the bounces take is dissipated; the method itself takes nothing.
    EXPECT_NEAR(run.summary.numerical, 0.0, 1e-8) << method;
  }
}

// The same floor as a stiff spring without damping, by `impact`: the mass comes back to where it was.
TEST(Sensor, BouncingByImpactConservesEnergy) {
  Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {ball: {type: point, mass: 2, position: [0, 0, 1]}}
forces: {floor: {type: force, on: ball, force: [0, 0, "impact(dz(ball), vz(ball), 0, 1e5, 1.5, 0, 1e-4)"]}}
sensors: {top: {event: vz(ball), direction: falling, record: true}}
outputs: {z: dz(ball), force: fz(floor)}
simulation: {end: 1.5, output_step: 0.01, tolerance: 1e-9}
)yaml");
  const DynamicsResult run = run_dynamics(model);
  // The first time at the top again: twice the fall and the time of contact T = 3.2180 (m^2/(k^2 v))^(1/5) for the
  // exponent 1.5 of Hertz (Goldsmith, Impact, 1960: 2.9432 of the deflection (5 m v^2/(4 k))^(2/5) over v).
  ASSERT_EQ(run.summary.events.size(), 1u);
  const double v = std::sqrt(2.0 * kFall), fall = v / kFall;
  const double depth = std::pow(5.0 * 2.0 * v * v / (4.0 * 1e5), 0.4);
  EXPECT_NEAR(run.summary.events[0].time, 2.0 * fall + 2.9432 * depth / v, 5e-4);  // the weight lengthens the contact
  const std::vector<double> z = test::column(run, "z");
  const std::vector<double> times = run.times;
  double top = 0.0;
  for (std::size_t k = 0; k < z.size(); ++k)
    if (times[k] > 0.8) top = std::max(top, z[k]);
  EXPECT_NEAR(top, 1.0, 1e-4);
}

// A disc spins freely on a heavy one; a motion of velocity 0 locks them: angular momentum stays, energy is lost.
TEST(Sensor, LockingConservesAngularMomentum) {
  for (const bool by_motion : {true, false}) {
    const std::string text = std::string(R"yaml(
alembert: 1
bodies:
  base: {mass: 3, inertia: [1, 1, 2]}
  disc: {mass: 1, inertia: [0.3, 0.3, 0.5], angular_velocity: [0, 0, 10]}
joints:
  lower: {type: revolute, bodies: [ground, base], at: [0, 0, 0], axis: [0, 0, 1]}
  upper: {type: revolute, bodies: [base, disc], at: [0, 0, 0], axis: [0, 0, 1]}
)yaml") +
                             (by_motion ? "motions: {lock: {joint: upper, velocity: 0, active: false}}"
                                        : "  clutch: {type: fixed, between: [base, disc], active: false}") +
                             R"yaml(
sensors:
  engage: {event: az(disc) - 4*pi, activate: )yaml" +
                             (by_motion ? "lock" : "clutch") + R"yaml(}
outputs: {base: wz(base), disc: wz(disc), torque: tz(upper)}
simulation: {end: 2, output_step: 0.1}
)yaml";
    const DynamicsResult run = run_dynamics(test::model_from(text));
    ASSERT_EQ(run.summary.events.size(), 1u) << text;
    EXPECT_NEAR(run.summary.events[0].time, 0.4 * std::numbers::pi, 1e-9);
    const double together = 0.5 * 10.0 / 2.5;
    EXPECT_NEAR(run.outputs.back()[0], together, 1e-9);
    EXPECT_NEAR(run.outputs.back()[1], together, 1e-9);
    // The impulse of the lock on the base: what it gains.
    double impulse = 0.0;
    for (const EventRecord::Impulse& i : run.summary.events[0].impulses) impulse += i.torque[2];
    EXPECT_NEAR(impulse, 2.0 * together, 1e-8);
    EXPECT_NEAR(run.summary.dissipated, 0.5 * 0.5 * 100 - 0.5 * 2.5 * together * together, 1e-8);
  }
}

TEST(Sensor, RefusesToLockAJointThatIsOpen) {
  const Model model = test::model_from(R"yaml(
alembert: 1
bodies:
  disc: {mass: 1, inertia: [0.3, 0.3, 0.5], angular_velocity: [0, 0, 1]}
joints:
  pin: {type: revolute, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 0, 1]}
  clutch: {type: fixed, between: [ground, disc], active: false}
sensors: {engage: {event: time - 0.7, activate: clutch}}
simulation: {end: 2}
)yaml");
  try {
    run_dynamics(model);
    FAIL() << "a joint was closed over 0.7 rad";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("joint clutch"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("velocity: 0"), std::string::npos) << e.what();
  }
}

TEST(Sensor, SetsParametersResetsStatesAndStops) {
  const Model model = test::model_from(R"yaml(
alembert: 1
parameters: {push: 1, L: 4}
bodies: {cart: {mass: 2, inertia: [1, 1, 1]}}
joints: {rail: {type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}}
forces: {thrust: {type: force, on: cart, force: [push, 0, 0]}}
states: {clock: {derivative: 1}}
sensors:
  half: {event: dx(cart) - 1, direction: rising, set: {push: "-2*push"}, reset: {clock: 10*dx(cart)}, record: true}
  back: {event: vx(cart), direction: falling, deactivate: thrust, once: true}
  late: {event: time - L, stop: true}
outputs: {x: dx(cart), v: vx(cart), clock: state(clock), force: fx(thrust)}
simulation: {end: 100, output_step: 0.5, tolerance: 1e-8}
)yaml");
  const DynamicsResult run = run_dynamics(model);
  ASSERT_EQ(run.summary.events.size(), 3u);
  // x = t^2/4 reaches 1 at t = 2 with v = 1; then -1 m/s^2 stops it at t = 3, x = 1.5.
  EXPECT_NEAR(run.summary.events[0].time, 2.0, 1e-7);
  EXPECT_NEAR(run.summary.events[1].time, 3.0, 1e-7);
  EXPECT_EQ(run.summary.events[2].sensor, "late");
  EXPECT_NEAR(run.summary.end_time, 4.0, 1e-9);
  EXPECT_EQ(run.summary.status, "done");
  EXPECT_NE(run.summary.message.find("sensor late"), std::string::npos);
  EXPECT_NEAR(run.outputs.back()[0], 1.5, 1e-7);
  EXPECT_NEAR(run.outputs.back()[2], 12.0, 1e-6);
  bool recorded = false;
  for (std::size_t k = 0; k < run.times.size(); ++k)
    recorded = recorded || std::abs(run.times[k] - run.summary.events[0].time) < 1e-12;
  EXPECT_TRUE(recorded);
}

TEST(Sensor, ThatSetsWhatTheModelCannotHaveEndsTheRun) {
  const auto message = [](const std::string& action) {
    try {
      run_dynamics(
          test::model_from("alembert: 1\nparameters: {m: 1, n: 2}\n"
                           "bodies: {a: {type: point, mass: m, velocity: [1, 0, 0]}}\n"
                           "repeat: [{index: i, from: 1, to: n, variables: {\"v{i}\": dx(a)}}]\n"
                           "sensors: {s: {event: dx(a) - 0.5, set: " +
                           action + "}}\nsimulation: {end: 1}\n"));
    } catch (const IntegrationError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(message("{m: -1}").find("mass of body `a` must not be negative"), std::string::npos) << message("{m: -1}");
  EXPECT_NE(message("{n: 3}").find("how many bodies or elements"), std::string::npos) << message("{n: 3}");
}

TEST(Sensor, ThatBouncesWithoutEndIsNamed) {
  const Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {ball: {type: point, mass: 1, position: [0, 0, 1]}}
sensors: {floor: {event: dz(ball), direction: falling, impulse: {on: ball, force: [0, 0, "-1.5*vz(ball)"]}}}
simulation: {end: 10}
)yaml");
  try {
    run_dynamics(model);
    FAIL() << "endless bouncing went unnoticed";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("sensor floor"), std::string::npos) << e.what();
  }
}

// The angle of a joint goes on counting turns through events, and rows of output stay on their grid.
TEST(Sensor, KeepsCountingTurnsAcrossEvents) {
  const Model model = test::model_from(R"yaml(
alembert: 1
bodies: {disc: {mass: 1, inertia: [0.3, 0.3, 0.5], angular_velocity: [0, 0, 10]}}
joints: {pin: {type: revolute, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {brake: {type: torque, on: disc, torque: [0, 0, "-0.1*wz(disc)"], active: false}}
sensors:
  on: {event: sin(az(disc)), direction: rising, activate: brake}
  off: {event: sin(az(disc)), direction: falling, deactivate: brake}
outputs: {angle: az(disc)}
simulation: {end: 5, output_step: 0.1}
)yaml");
  const DynamicsResult run = run_dynamics(model);
  EXPECT_GT(run.summary.events.size(), 10u);
  ASSERT_EQ(run.times.size(), 51u);
  for (std::size_t k = 1; k < run.times.size(); ++k) {
    EXPECT_GT(run.outputs[k][0], run.outputs[k - 1][0]);
    EXPECT_LT(run.outputs[k][0] - run.outputs[k - 1][0], 1.01);
  }
}

// A mass that slides at 1 m/s from x = 0, so that x = t.
DynamicsResult slide(const std::string& sensors, const std::string& rest = "") {
  return run_dynamics(
      test::model_from("alembert: 1\nbodies: {m: {type: point, mass: 1, velocity: [1, 0, 0]}}\nsensors:\n" + sensors +
                       "outputs: {x: dx(m), v: vx(m)}\n" + rest + "simulation: {end: 1, output_step: 0.1}\n"));
}
std::vector<double> event_times(const DynamicsResult& run) {
  std::vector<double> out;
  for (const EventRecord& event : run.summary.events) out.push_back(event.time);
  return out;
}

TEST(Condition, OfTimeActsAtThatTimeExactly) {
  for (const char* text : {"time > 0.2", "time >= 0.2", "0.2 < time", "not time <= 0.2", "time == 0.2", "time - 0.2"}) {
    const DynamicsResult run = slide("  s: {event: " + std::string(text) + ", stop: true}\n");
    EXPECT_EQ(event_times(run), std::vector<double>{0.2}) << text;
    EXPECT_EQ(run.summary.end_time, 0.2) << text;
  }
  EXPECT_EQ(event_times(slide("  s: {event: 10*time > 7, record: true}\n")), std::vector<double>{0.7});
}

TEST(Condition, OfTheMotionActsWhenItBecomesTrue) {
  for (const char* text :
       {"dx(m) > 0.3", "dx(m) > 0.3 and time > 0.1", "dx(m) > 0.3 or time > 0.9", "not (dx(m) < 0.3 or vx(m) < 0)",
        "(dx(m) > 0.3)*(vx(m) > 0)", "(dx(m) > 0.3) + (vx(m) < 0)", "dx(m) == 0.3", "not if(dx(m) > 0.3, 0, 1)"}) {
    const DynamicsResult run = slide("  s: {event: \"" + std::string(text) + "\", record: true}\n");
    ASSERT_EQ(run.summary.events.size(), 1u) << text;
    EXPECT_NEAR(run.summary.events[0].time, 0.3, 1e-9) << text;
  }
}

TEST(Condition, ActsEachTimeItBecomesTrue) {
  const DynamicsResult run = slide("  s: {event: sin(2*pi*3*time) > 0.5, record: true}\n");
  ASSERT_EQ(run.summary.events.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(run.summary.events[k].time, (static_cast<double>(k) + 1.0 / 12.0) / 3.0, 1e-14);
  const DynamicsResult falling = slide("  s: {event: sin(2*pi*3*time) > 0.5, direction: falling, record: true}\n");
  ASSERT_EQ(falling.summary.events.size(), 3u);
  EXPECT_NEAR(falling.summary.events[0].time, 5.0 / 36.0, 1e-14);
  EXPECT_EQ(slide("  s: {event: sin(2*pi*3*time) > 0.5, direction: both, record: true}\n").summary.events.size(), 6u);
}

TEST(Condition, ThatIsTrueAtTheStartActsThere) {
  EXPECT_EQ(event_times(slide("  s: {event: dx(m) < 0.5, record: true}\n")), std::vector<double>{0.0});
  EXPECT_EQ(event_times(slide("  s: {event: dx(m) >= 0, record: true}\n")), std::vector<double>{0.0});
  EXPECT_EQ(slide("  s: {event: dx(m) < 0.5, stop: true}\n").summary.end_time, 0.0);
  // Not yet true, but at once.
  const std::vector<double> soon = event_times(slide("  s: {event: dx(m) > 0, record: true}\n"));
  ASSERT_EQ(soon.size(), 1u);
  EXPECT_NEAR(soon[0], 0.0, 1e-9);
  // Its actions are done: the mass goes back at 1 m/s.
  const DynamicsResult back = slide("  s: {event: vx(m) > 0.5, impulse: {on: m, force: [-2, 0, 0]}}\n");
  EXPECT_EQ(event_times(back), std::vector<double>{0.0});
  EXPECT_NEAR(back.outputs.back()[0], -1.0, 1e-9);
  EXPECT_TRUE(event_times(slide("  s: {event: dx(m) > 2, record: true}\n")).empty());
}

// A sensor that begins to watch what is true already acts at once; one that has acted waits until it was false.
TEST(Condition, IsLookedAtFromTheMomentItIsWatched) {
  const DynamicsResult run = slide(
      "  first: {event: time > 0.4, activate: second}\n"
      "  second: {event: dx(m) > 0.1, active: false, impulse: {on: m, force: [-0.5, 0, 0]}}\n");
  ASSERT_EQ(run.summary.events.size(), 2u);
  EXPECT_EQ(run.summary.events[1].sensor, "second");
  EXPECT_EQ(run.summary.events[1].time, 0.4);
  EXPECT_NEAR(run.outputs.back()[1], 0.5, 1e-9);
}

}  // namespace
}  // namespace alembert
