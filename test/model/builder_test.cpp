#include "model/builder.h"

#include <gtest/gtest.h>

namespace alembert {
namespace {

ModelBuilder pendulum() {
  ModelBuilder b("Pendulum");
  b.group("parameters", {{"L", 1}, {"m", 2}}).set("gravity", {0, -9.81, 0});
  b.add("bodies", "rod",
        {{"mass", "m"},
         {"inertia", {1e-4, "m*L^2/12", "m*L^2/12"}},
         {"position", {"L/2", 0, 0}},
         {"markers", Value::group({{"tip", Value::group({{"at", {"L/2", 0, 0}}})}})}});
  b.add("joints", "pivot",
        {{"type", "revolute"}, {"bodies", {"ground", "rod"}}, {"at", {0, 0, 0}}, {"axis", {0, 0, 1}}});
  b.define("outputs", "angle", "az(rod)");
  b.group("simulation", {{"end", 2}, {"output_step", 0.01}});
  return b;
}

TEST(ModelBuilder, BuildsWhatTheFileWouldSay) {
  const Model built = pendulum().build();
  const Model read = read_model_text(R"(alembert: 1
title: Pendulum
parameters: {L: 1, m: 2}
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: m, inertia: [1e-4, m*L^2/12, m*L^2/12], position: [L/2, 0, 0], markers: {tip: {at: [L/2, 0, 0]}}}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
outputs: {angle: az(rod)}
simulation: {end: 2, output_step: 0.01}
)",
                                     "m.yaml");
  EXPECT_EQ(yaml_text(built.description->root), built.text);
  ASSERT_EQ(built.bodies.size(), read.bodies.size());
  EXPECT_EQ(built.bodies[1].inertia, read.bodies[1].inertia);
  EXPECT_EQ(built.markers.size(), read.markers.size());
  EXPECT_EQ(built.simulation.end, 2.0);
  EXPECT_EQ(with_parameters(built, {{"L", 4.0}}).bodies[1].position[0], 2.0);
  const Model again = read_model_text(built.text, "again.yaml");
  EXPECT_EQ(again.bodies[1].inertia, read.bodies[1].inertia);
}

std::string message(const ModelBuilder& b) {
  try {
    b.build();
  } catch (const ModelError& error) {
    EXPECT_TRUE(error.where().file.ends_with("builder_test.cpp")) << error.where().file;
    EXPECT_GT(error.where().line, 40);
    return std::string(error.what()).substr(error.where().text().size());
  }
  return "";
}

TEST(ModelBuilder, ErrorsNameTheLineOfTheProgram) {
  ModelBuilder b = pendulum();
  b.add("forces", "s", {{"type", "spring_damper"}, {"between", {"ground", "rod.tip"}}, {"stifness", 3}});
  const int line = __LINE__ - 1;
  try {
    b.build();
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where().line, line);
  }
  EXPECT_EQ(message(b), ": unknown key `stifness` in force `s`, did you mean `stiffness`?");
  b.remove("forces", "s");
  b.change("bodies", "rod", "mass", "mm");
  EXPECT_NE(message(b).find("unknown"), std::string::npos) << message(b);
  b.change("bodies", "rod", "mass", Value{1, 2});
  EXPECT_EQ(message(b), ": expected a number, found a list");
}

TEST(ModelBuilder, ChangesWhatIsThere) {
  ModelBuilder b(pendulum().build());
  b.change("bodies", "rod", "mass", 7).remove("bodies", "rod", "markers").set("gravity", {0, 0, 0});
  const Model model = b.build();
  EXPECT_EQ(model.bodies[1].mass, 7.0);
  EXPECT_EQ(model.gravity.norm(), 0.0);
  EXPECT_THROW(b.change("bodies", "rood", "mass", 7), UsageError);
  EXPECT_THROW(b.remove("bodies", "rod", "colour"), UsageError);
  EXPECT_THROW(b.group("x", {{"a", 1}, {"a", 2}}), ModelError);
}

TEST(ModelBuilder, NumbersKeepTheirLastDigit) {
  ModelBuilder b = pendulum();
  b.set("gravity", {0.1 + 0.2, 1.0 / 3.0, -1e-300});
  const Model model = b.build();
  EXPECT_EQ(model.gravity, Vec3(0.1 + 0.2, 1.0 / 3.0, -1e-300));
  EXPECT_EQ(read_model_text(model.text, "again.yaml").gravity, model.gravity);
}

}  // namespace
}  // namespace alembert
