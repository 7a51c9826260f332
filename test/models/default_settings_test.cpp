// What a user gets who says nothing of method, tolerance and steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/model_run.h"

namespace alembert {
namespace {

double peak_of(const DynamicsResult& run, const std::string& name) {
  double peak = 0.0;
  for (const double x : test::column(run, name)) peak = std::max(peak, std::abs(x));
  return peak;
}

std::string text_with(std::string text, const std::string& word, const std::string& value) {
  for (std::size_t at; (at = text.find(word)) != std::string::npos;) text.replace(at, word.size(), value);
  return text;
}

const std::string kIdle = R"yaml(
repeat:
  - {index: i, from: 1, to: IDLE, bodies: {"idle{i}": {type: point, mass: 1, position: [i, 0, 0]}}}
)yaml";
std::string idle(int count) { return count == 0 ? "" : text_with(kIdle, "IDLE", std::to_string(count)); }

// A mass on a spring, at rest for five seconds, and then hit for 20 ms: v = J/m, the amplitude v/omega follows from
// Duhamel's integral, here by the transform of the smooth pulse at omega.
TEST(DefaultSettings, APulseOfMillisecondsIsMet) {
  const std::string text = R"yaml(alembert: 1
bodies: {mass: {type: point, mass: 2}}
joints: {rail: {type: inline, between: [ground, mass]}}
forces:
  spring: {type: spring_damper, between: [ground, mass], stiffness: 200, length: 0}
  hit: {type: force, on: mass, force: [0, 0, "100*(havsin(time, 5, 0, 5.01, 1) - havsin(time, 5.01, 0, 5.02, 1))"]}
outputs: {z: dz(mass), v: vz(mass)}
simulation: {end: 8, output_step: OUT}
)yaml";
  // Each havsin half is a raised cosine of width T = 10 ms: impulse F T; omega T is small.
  const double omega = 10.0, exact = 100.0 * 0.01 / (2.0 * omega);
  for (const char* out : {"0.05", "1"})
    for (const int others : {0, 200}) {
      const Model model = test::model_from(text_with(text, "OUT", out) + idle(others));
      const DynamicsResult run = run_dynamics(model);
      // The last rows tell the amplitude: sqrt(z^2 + (v/omega)^2).
      const double z = test::column(run, "z").back(), v = test::column(run, "v").back();
      EXPECT_NEAR(std::hypot(z, v / omega), exact, 0.003 * exact) << out << ", " << others << " others";
    }
}

// A quarter of a car over a bump of 60 ms at t = 5, which a standing car must not step over.
TEST(DefaultSettings, ABumpIsMet) {
  const std::string text = R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  road: {mass: 1, inertia: [1, 1, 1]}
  wheel: {type: point, mass: 40, position: [0, 0, 0.3]}
  chassis: {type: point, mass: 400, position: [0, 0, 0.8]}
joints:
  post: {type: translational, between: [ground, road]}
  up1: {type: inline, between: [ground, wheel]}
  up2: {type: inline, between: [ground, chassis]}
motions:
  bump: {joint: post, displacement: "0.05*(havsin(time, 5, 0, 5.03, 1) - havsin(time, 5.03, 0, 5.06, 1))"}
forces:
  tire: {type: spring_damper, between: [road, wheel], stiffness: 2e5, length: 0.3 + 440*9.81/2e5, damping: 100}
  strut: {type: spring_damper, between: [wheel, chassis], stiffness: 2e4, length: 0.5 + 400*9.81/2e4, damping: 1500}
outputs: {load: fm(tire), lift: dz(chassis)}
simulation: {end: 7, output_step: 0.02}
)yaml";
  Model model = test::model_from(text);
  const DynamicsResult plain = run_dynamics(model);
  model.simulation.tolerance = 1e-10;
  model.simulation.max_step = 1e-3;
  const DynamicsResult tight = run_dynamics(model);
  EXPECT_GT(peak_of(tight, "load"), 1.5 * 440 * 9.81);
  EXPECT_NEAR(peak_of(plain, "load") / peak_of(tight, "load"), 1.0, 0.01);
  EXPECT_NEAR(peak_of(plain, "lift") / peak_of(tight, "lift"), 1.0, 1e-3);
  // While nothing has happened the chassis stays where it is.
  for (std::size_t k = 0; plain.times[k] <= 5.0; ++k) EXPECT_NEAR(test::column(plain, "lift")[k], 0.8, 1e-8);
}

// An elastic ball among 199 bodies at rest: it leaves with the speed it came with.
TEST(DefaultSettings, ABallBouncesAmongMany) {
  const std::string text = R"yaml(alembert: 1
bodies: {ball: {type: point, mass: 1, position: [0, 0, 1], velocity: [0, 0, -2]}}
joints: {rail: {type: inline, between: [ground, ball]}}
forces:
  floor: {type: spring_damper, between: [ground, ball], stiffness: 0, length: 0, min_length: 0.2, stop_stiffness: 1e6}
outputs: {v: vz(ball)}
simulation: {end: 1, output_step: 0.1}
)yaml";
  for (const int others : {0, 199})
    EXPECT_NEAR(test::final_outputs(run_dynamics(test::model_from(text + idle(others))))["v"], 2.0, 0.02) << others;
}

// A crane's trolley whose drive jumps, with its value at the corner on either side: the load swings as a pendulum that
// gets four kicks of -dv cos(angle)/L; integrated apart (RK4, h = 1e-4).
TEST(DefaultSettings, DrivesThatJumpKickTheirLoad) {
  const Model model = test::model_from(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  trolley: {mass: 200, inertia: [10, 10, 10]}
  load: {type: point, mass: 500, position: [0, 0, -6]}
joints:
  rail: {type: translational, bodies: [ground, trolley], at: [0, 0, 0], axis: [1, 0, 0]}
  rope: {type: distance, between: [trolley, load], length: 6}
motions:
  drive: {joint: rail, velocity: "if(time > 1 and time < 1.5, 2, 0) + if(time > 4 and not (time >= 4.5), -2, 0)"}
outputs: {swing: "dx(load, trolley)", tension: fm(rope)}
simulation: {end: 8, output_step: 0.25}
)yaml");
  for (const char* method : {"hht_si2", "hht", "bdf"}) {
    Model with = model;
    if (std::string(method) != "hht_si2") with.simulation.method = {method, {}, {}};
    auto out = test::final_outputs(run_dynamics(with));
    EXPECT_NEAR(out["swing"], 0.67974, 5e-4) << method;
    EXPECT_NEAR(out["tension"], 5260.83, 0.1) << method;
  }
}

}  // namespace
}  // namespace alembert
