#include <gtest/gtest.h>

#include <string>

#include "model/reader.h"

namespace alembert {
namespace {

Model repeated(const std::string& text, const ReadOptions& options = {}) {
  return read_model_text("alembert: 1\n" + text, "m.yaml", options);
}

const char* const chain = R"(
parameters: {N: 3, L: 0.5}
bodies: {link0: {mass: 1, inertia: [1, 1, 1]}}
repeat:
  - index: i
    from: 1
    to: N
    bodies:
      "link{i}": {mass: i^2, inertia: [1, 1, 1], position: [i*L, 0, 0], markers: {"m{i+1}": {at: ["{i}*L", 0, 0]}}}
      ground: {markers: {"g{i}": {at: [i, 0, 0]}}}
    joints:
      "joint{i}": {type: revolute, bodies: ["link{i-1}", "link{i}"], at: [i*L, 0, 0], axis: [0, 0, 1]}
    forces:
      "spring{i}": {type: spring_damper, between: ["ground.g{i}", "link{i}"], stiffness: 10*i}
    outputs:
      "x{i}": dx(link{i}, link{i-1}) * i + L
)";

TEST(Repeat, WritesOutBodiesJointsForcesAndOutputs) {
  const Model m = repeated(chain);
  ASSERT_EQ(m.bodies.size(), 5u);
  EXPECT_EQ(m.bodies[4].name, "link3");
  EXPECT_EQ(m.bodies[4].mass, 9.0);
  EXPECT_EQ(m.bodies[4].position.x(), 1.5);
  ASSERT_EQ(m.joints.size(), 3u);
  EXPECT_EQ(m.marker(m.joints[2].markers[0]).name, "link2.joint3");
  EXPECT_EQ(std::get<SpringDamper>(m.forces[1].parameters).stiffness, 20.0);
  ASSERT_EQ(m.outputs.size(), 3u);
  EXPECT_EQ(m.outputs[1].expression.measures()[0].arguments[1], "link1");
  EXPECT_EQ(m.outputs[1].expression.text(), "dx(link2, link1) * (2) + L");
  EXPECT_EQ(m.outputs[1].expression.evaluate(0.0, std::vector<double>{1.0}), 2.5);
}

TEST(Repeat, EachListsNumbersAndWords) {
  const Model m = repeated(R"(
parameters: {w: 2}
repeat:
  - each: [{c: fl, x: 0.5*w, s: 1}, {c: rr, x: -w, s: -1}]
    bodies: {"hub_{c}": {type: point, mass: 3, position: [x, s*0.4, 0]}}
    repeat:
      - {index: i, from: 1, to: 2, forces: {"push_{c}{i}": {type: force, on: "hub_{c}", force: [0, 0, i*s]}}}
)");
  ASSERT_EQ(m.bodies.size(), 3u);
  EXPECT_EQ(m.bodies[2].name, "hub_rr");
  EXPECT_EQ(m.bodies[1].position, Vec3(1, 0.4, 0));
  EXPECT_EQ(m.bodies[2].position, Vec3(-2, -0.4, 0));
  ASSERT_EQ(m.forces.size(), 4u);
  EXPECT_EQ(m.forces[3].name, "push_rr2");
}

TEST(Repeat, TheCountMayBeAParameter) {
  EXPECT_EQ(repeated(chain, {.set = {{"N", 20}}}).bodies.size(), 22u);
  EXPECT_EQ(repeated(chain, {.set = {{"N", 0}}}).bodies.size(), 2u);
  EXPECT_EQ(repeated(chain, {.set = {{"N", -5}}}).bodies.size(), 2u);
}

TEST(Repeat, RepetitionsMayStandInOneAnother) {
  const Model m = repeated(R"(
repeat:
  - index: i
    from: 1
    to: 2
    repeat:
      - {index: j, from: i, to: 2, bodies: {"b{i}_{j}": {type: point, mass: 10*i + j}}}
)");
  ASSERT_EQ(m.bodies.size(), 4u);
  EXPECT_EQ(m.bodies[2].name, "b1_2");
  EXPECT_EQ(m.bodies[3].mass, 22.0);
}

TEST(Repeat, ErrorsNameTheIndex) {
  try {
    repeated("repeat:\n  - {index: k, from: 1, to: 5, bodies: {\"b{k}\": {type: point, mass: 3 - k}}}\n");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("body `b4`"), std::string::npos) << error.what();
    EXPECT_EQ(error.where().line, 3);
  }
  try {
    repeated("repeat:\n  - {index: k, from: 1, to: 5, bodies: {\"b{k}\": {type: point, mass: 1/(3 - k)}}}\n");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("k = 3"), std::string::npos) << error.what();
  }
}

TEST(Repeat, TooManyRepetitionsAreRefused) {
  EXPECT_THROW(repeated(chain, {.set = {{"N", 1e6}}}), ModelError);
  EXPECT_THROW(repeated(chain, {.set = {{"N", 1e30}}}), ModelError);
  EXPECT_THROW(repeated(chain, {.set = {{"N", 2.5}}}), ModelError);
}

TEST(Repeat, ManyBodiesAreReadInReasonableTime) {
  EXPECT_EQ(repeated(chain, {.set = {{"N", 5000}}}).joints.size(), 5000u);
}

}  // namespace
}  // namespace alembert
