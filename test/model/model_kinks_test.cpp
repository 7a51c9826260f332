#include "model/model_kinks.h"

#include <gtest/gtest.h>

#include "model/reader.h"

namespace alembert {
namespace {

TEST(ModelKinks, AreThoseOfAllItsFunctionsOfTime) {
  const Model model = read_model_text(R"yaml(
alembert: 1
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
  b: {mass: 1, inertia: [1, 1, 1]}
joints: {pin: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}}
splines: {load: {x: [0, 1.5, 4], y: [0, 1, 0]}}
variables:
  later: 2*var(late)
  late: time - 3
  mixed: step(time, 0.5, 0, 0.6, 1)*dx(b)
states: {x: {derivative: "-state(x) + if(time < 0.7, 1, 0)"}}
motions: {turn: {joint: pin, angle: "step5(time, 1, 0, 2, 3)"}}
forces:
  push: {type: force, on: b, force: ["linear(load, time)", 0, "max(var(later), 0)*dz(b)"]}
  spring: {type: spring_damper, between: [ground, b], stiffness: 1, length: 1}
sensors: {late: {event: time > 3.5 and dx(b) > 1, stop: true}}
outputs: {y: abs(time - 0.1)}
)yaml",
                                      "m.yaml");
  EXPECT_EQ(kink_times(model, 0.0, 10.0), (std::vector<double>{0, 0.5, 0.6, 0.7, 1, 1.5, 2, 3, 3.5, 4}));
  EXPECT_EQ(kink_times(model, 1.0, 2.0), (std::vector<double>{1, 1.5, 2}));
}

TEST(ModelKinks, AreInSeconds) {
  const Model model = read_model_text(
      "alembert: 1\nunits: {time: ms}\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "forces: {push: {type: force, on: a, force: [\"step(time, 250, 0, 500, 1)\", 0, 0]}}\n",
      "m.yaml");
  EXPECT_EQ(kink_times(model, 0.0, 1.0), (std::vector<double>{0.25, 0.5}));
}

}  // namespace
}  // namespace alembert
