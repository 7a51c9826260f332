// A run in memory, its folder read back, and a run without a folder are the same data, bit for bit.
#include "results/run_data.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "analysis/analyses.h"
#include "analysis/dynamics.h"
#include "analysis/flexible_results.h"
#include "analysis/sequence.h"
#include "analysis/statics/statics.h"
#include "base/error.h"
#include "report/run_page.h"
#include "results/results_reader.h"
#include "support/model_run.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

using results::ArrayView;
using results::Group;
using results::RunData;

// Something of every group: a driven slider-crank with a flexible rod and redundant rows, a ball that bounces on a
// floor, a mass on a spring held by a constraint, a state, a variable, and sensors that act.
constexpr const char* kEverything = R"yaml(alembert: 1
title: Something of everything
units: {time: ms}
gravity: [1e-7, 0, -9.81e-6]
bodies:
  ground: {geometry: [{plane: [0, 0, 1], name: floor}]}
  crank: {mass: 3, inertia: [0.001, 0.02, 0.02], com: [0.15, 0, 0], position: [0, 0, 2]}
  rod:
    type: flexible
    damping: 0.02
    position: [0.3, 0, 2]
    data:
      materials: {m: {E: 2e9, nu: 0.3, density: 3000}}
      sections: {bar: {type: rectangle, width: 0.024, height: 0.024, shear: false}}
      nodes: {A: [0, 0, 0], B: [0.6, 0, 0]}
      elements: [{through: [A, B], section: bar, pieces: 6}]
      interfaces: [A, B]
      modes: {fixed: 2}
  ball: {mass: 0.1, inertia: [4e-5, 4e-5, 4e-5], position: [0, 1, 0.04], angular_velocity: [0, 0.02, 0],
         geometry: [{sphere: 0.03, name: skin}]}
  slide: {mass: 1, inertia: [0.01, 0.02, 0.02], position: [0, 5, 0]}
  bob: {type: point, mass: 1, position: [0, 3, 0]}
joints:
  O: {type: revolute, bodies: [ground, crank], at: [0, 0, 2], axis: [0, 1, 0]}
  A: {type: revolute, bodies: [crank, rod], at: [0.3, 0, 2], axis: [0, 1, 0]}
  B: {type: inplane, bodies: [ground, rod], at: [0.9, 0, 2], axis: [0, 0, 1]}
  rail: {type: cylindrical, bodies: [ground, slide], at: [0, 5, 0], axis: [1, 0, 0]}
motions:
  pull: {joint: rail, displacement: 1e-6*time^2}
  drive: {joint: O, angle: 4*(time/1000)^2}
forces:
  spring: {type: spring_damper, between: [ground, bob], stiffness: 100, damping: 1, length: 2.9}
  twist: {type: torque, on: crank, torque: [0, 0.1, 0]}
constraints:
  turn: {position: angle(rail) - 1e-6*time^2}
  line: {position: dx(bob)}
contacts:
  bounce: {between: [ball.skin, ground.floor], stiffness: 1e6, restitution: 0.7, impact_speed: 5e-4, friction: 0.3}
inputs: {u: 2}
variables: {height: dz(bob)}
states: {sum: {derivative: var(height)}}
sensors:
  low: {event: dz(ball) - 0.035, direction: falling, record: true}
  late: {event: time - 60, set: {}, record: true}
outputs: {height: dz(bob), load: normal_force(bounce), sum: state(sum)}
simulation: {end: 120, output_step: 10, tolerance: 1e-6, modal: every_step}
)yaml";

// In memory; made once.
const std::shared_ptr<const RunData>& everything() {
  static const std::shared_ptr<const RunData> run = run_dynamics(test::model_from(kEverything)).data;
  return run;
}

std::size_t place_of(const RunData& run, Group group, const std::string& name) {
  const std::vector<std::string>& names = run.names(group);
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string bytes_of(const ArrayView& a) {
  const std::size_t width = a.type == results::NumberType::f64 ? 8 : a.type == results::NumberType::i32 ? 4 : 1;
  return a.data == nullptr ? "" : std::string(static_cast<const char*>(a.data), width * a.size());
}

void expect_same(const RunData& a, const RunData& b) {
  const std::vector<ArrayView> of_a = a.arrays(), of_b = b.arrays();
  ASSERT_EQ(of_a.size(), of_b.size());
  for (std::size_t k = 0; k < of_a.size(); ++k) {
    EXPECT_EQ(of_a[k].path, of_b[k].path);
    EXPECT_EQ(of_a[k].type, of_b[k].type) << of_a[k].path;
    EXPECT_EQ(of_a[k].shape, of_b[k].shape) << of_a[k].path;
    EXPECT_EQ(of_a[k].strides, of_b[k].strides) << of_a[k].path;
    EXPECT_EQ(of_a[k].unit, of_b[k].unit) << of_a[k].path;
    EXPECT_TRUE(bytes_of(of_a[k]) == bytes_of(of_b[k])) << of_a[k].path;
  }
  const auto texts_a = a.texts(), texts_b = b.texts();
  ASSERT_EQ(texts_a.size(), texts_b.size());
  for (std::size_t k = 0; k < texts_a.size(); ++k) {
    EXPECT_EQ(texts_a[k].path, texts_b[k].path);
    EXPECT_EQ(*texts_a[k].texts, *texts_b[k].texts) << texts_a[k].path;
  }
  EXPECT_EQ(a.layout.title, b.layout.title);
  EXPECT_EQ(a.layout.scene, b.layout.scene);
  EXPECT_EQ(a.layout.model_text, b.layout.model_text);
  EXPECT_EQ(a.layout.output_units, b.layout.output_units);
  EXPECT_EQ(a.layout.time_unit, b.layout.time_unit);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(a.checkpoint.end, b.checkpoint.end);
}

// But for what the clock says.
nlohmann::json without_times(nlohmann::json summary) {
  for (const char* key : {"cpu_seconds", "phases"}) summary.erase(key);
  if (summary.contains("analyses"))
    for (auto& one : summary["analyses"]) one = without_times(one);
  return summary;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

DynamicsOptions into(const std::filesystem::path& folder) {
  DynamicsOptions options;
  options.folder = folder;
  return options;
}

// The same run into a folder; made once.
struct Stored {
  test::TemporaryFolder folder;
  std::shared_ptr<const RunData> run = run_dynamics(test::model_from(kEverything), into(folder.path())).data;
};
const Stored& stored() {
  static const Stored made;
  return made;
}

TEST(RunInMemory, HoldsWhatItsFolderHolds) {
  const auto& [folder, run] = stored();
  ASSERT_TRUE(run);
  const RunData read = results::read_results(folder.path());
  EXPECT_EQ(run->file, read.file);
  expect_same(*run, read);
  EXPECT_EQ(run->checkpoint.state, read.checkpoint.state);
  EXPECT_EQ(run->checkpoint.run, read.checkpoint.run);
  EXPECT_EQ(run->summary.text(), read.summary.text());
  EXPECT_EQ(run->summary.text(), text_of(folder / "summary.json"));
}

TEST(RunInMemory, HasNumbersInEveryChannelOfTheTable) {
  const auto run = everything();
  for (std::size_t c = 0; c < results::kChannels; ++c) {
    EXPECT_TRUE(run->recorded(c)) << path_of(results::channels[c]);
    const std::vector<double>& values = run->history[c];
    EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](double x) { return std::isfinite(x) && x != 0.0; }))
        << path_of(results::channels[c]);
  }
  EXPECT_GT(run->history.event_count, 1u);
  EXPECT_FALSE(run->history.points.empty());
  EXPECT_FALSE(run->history.mode_step_time.empty());
}

TEST(RunInMemory, WithoutAFolderIsTheSameRun) {
  const auto with = stored().run, without = everything();
  EXPECT_TRUE(without->file.empty());
  EXPECT_TRUE(without->checkpoint.state.empty());
  EXPECT_EQ(without_times(*with->summary), without_times(*without->summary));
  // The part, which stands in the model, is kept in the folder alone.
  RunData other = *without;
  ASSERT_EQ(other.layout.flexible.size(), 1u);
  EXPECT_EQ(with->layout.flexible[0].modes, other.layout.flexible[0].modes);
  expect_same(*with, other);
}

TEST(RunInMemory, KeepsTheOutputsAloneIfAsked) {
  DynamicsOptions options;
  options.keep = Keep::outputs;
  const DynamicsResult run = run_dynamics(test::model_from(kEverything), options);
  EXPECT_FALSE(run.data);
  EXPECT_EQ(run.times.size(), run.outputs.size());
}

TEST(RunInMemory, MakesThePageThatTheFolderMakes) {
  const auto& [folder, run] = stored();
  const RunData read = results::read_results(folder.path());
  report::write_run_page(folder / "memory.html", *run, deforming_bodies(*run));
  report::write_run_page(folder / "folder.html", read, deforming_bodies(read));
  EXPECT_TRUE(text_of(folder / "memory.html") == text_of(folder / "folder.html"));
}

TEST(RunInMemory, IsSeenByOwnerWithoutBeingCopied) {
  const auto run = everything();
  const std::size_t position = results::channel(Group::bodies, "position");
  const std::size_t times = run->history.time.size(), bodies = run->names(Group::bodies).size(),
                    owner = place_of(*run, Group::bodies, "ball");
  const ArrayView all = run->channel(position), ball = run->channel(position, owner);
  EXPECT_EQ(all.shape, (std::vector<std::size_t>{times, bodies, 3}));
  EXPECT_EQ(ball.shape, (std::vector<std::size_t>{times, 3}));
  EXPECT_EQ(ball.strides, (std::vector<std::size_t>{bodies * 3 * sizeof(double), sizeof(double)}));
  EXPECT_EQ(ball.data, static_cast<const double*>(all.data) + 3 * owner);
  EXPECT_EQ(all.data, run->history[position].data());
  EXPECT_EQ(static_cast<const double*>(ball.data)[2], 0.04);
  EXPECT_EQ(all.unit, "m");
  EXPECT_EQ(run->array("/bodies/position")->data, all.data);
  EXPECT_EQ(run->array("/energy/total")->shape, (std::vector<std::size_t>{times}));
  EXPECT_EQ(run->array("/outputs/values")->shape, (std::vector<std::size_t>{times, 3}));
  EXPECT_EQ(run->array("/steps/h")->data, run->history.step_h.data());
  EXPECT_EQ(run->array("/contacts/points/position")->shape.size(), 3u);
  EXPECT_FALSE(run->array("/bodies/colour"));
}

// On the second body, what acts on the first is reversed; ground does not move.
TEST(Power, OfForcesAndContactsIsForceTimesVelocity) {
  const auto run = everything();
  const std::size_t bob = place_of(*run, Group::bodies, "bob"), ball = place_of(*run, Group::bodies, "ball");
  const auto at = [&](const char* group, const char* name, std::size_t owner, std::size_t row) {
    const ArrayView all = run->channel(results::find_channel(group, name).value(), owner);
    const double* first = static_cast<const double*>(all.data) + row * all.strides[0] / sizeof(double);
    return all.shape.size() > 1 ? Vec3(first[0], first[1], first[2]) : Vec3(first[0], 0.0, 0.0);
  };
  double most = 0.0, struck = 0.0;
  for (std::size_t row = 0; row < run->history.time.size(); ++row) {
    const double spring = -at("forces", "force", 0, row).dot(at("bodies", "velocity", bob, row));
    EXPECT_NEAR(at("forces", "power", 0, row)[0], spring, 1e-12 * std::max(1.0, std::abs(spring)));
    const double bounce = at("contacts", "force", 0, row).dot(at("bodies", "velocity", ball, row)) +
                          at("contacts", "torque", 0, row).dot(at("bodies", "angular_velocity", ball, row));
    EXPECT_NEAR(at("contacts", "power", 0, row)[0], bounce, 1e-9 * std::max(1.0, std::abs(bounce)));
    most = std::max(most, std::abs(spring));
    struck = std::max(struck, std::abs(bounce));
  }
  EXPECT_GT(most, 0.1);
  EXPECT_GT(struck, 0.01);
}

TEST(RunInMemory, IsHandedOverWhereTheRunFails) {
  std::shared_ptr<const RunData> part;
  DynamicsOptions options;
  options.recorded = [&](const std::shared_ptr<const RunData>& data) { part = data; };
  EXPECT_THROW(run_dynamics(test::model_from(R"yaml(alembert: 1
bodies: {a: {type: point, mass: 1, velocity: [1, 0, 0]}}
forces: {pull: {type: force, on: a, force: [1/(1 - time), 0, 0]}}
outputs: {x: dx(a)}
simulation: {end: 2}
)yaml"),
                            options),
               IntegrationError);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->status, "failed");
  EXPECT_FALSE(part->message.empty());
  EXPECT_GT(part->history.time.size(), 100u);
  EXPECT_LT(part->history.time.back(), 1.001);
}

constexpr const char* kDriven = R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], com: [0.5, 0, 0]}}
joints: {hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}
motions: {drive: {joint: hinge, angle: time}}
outputs: {torque: ty(drive)}
simulation: {analysis: kinematics, end: 1}
)yaml";

TEST(RunInMemory, OfOtherAnalysesHoldsWhatItsFolderHolds) {
  const test::TemporaryFolder folder;
  const auto driven = run_kinematics(test::model_from(kDriven), into(folder / "kinematics")).data;
  ASSERT_TRUE(driven);
  expect_same(*driven, results::read_results(folder / "kinematics"));
  const Model resting = test::model_from(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies: {bob: {type: point, mass: 1, position: [0, 0, -0.2]}}
forces: {spring: {type: spring_damper, between: [ground, bob], stiffness: 100, damping: 1, length: 0.1}}
outputs: {z: dz(bob)}
simulation: {analysis: statics}
)yaml");
  const auto rest = run_statics(resting, into(folder / "statics")).data;
  ASSERT_TRUE(rest);
  expect_same(*rest, results::read_results(folder / "statics"));
  EXPECT_EQ(rest->analysis(), "statics");
  EXPECT_EQ(run_statics(resting, {}).data->history.time.size(), 1u);
}

TEST(RunInMemory, OfAListHoldsAllItsAnalyses) {
  Model model = test::model_from(R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies: {bob: {type: point, mass: 1, position: [0, 0, -0.15]}}
forces: {spring: {type: spring_damper, between: [ground, bob], stiffness: 100, damping: 1, length: 0.1}}
outputs: {z: dz(bob)}
simulation:
  - {analysis: statics}
  - {analysis: dynamics, end: 0.5}
  - {analysis: dynamics, end: 1}
)yaml");
  const test::TemporaryFolder folder;
  const auto with = run_sequence(model, into(folder.path())).motion.data, without = run_sequence(model, {}).motion.data;
  ASSERT_TRUE(with && without);
  expect_same(*with, results::read_results(folder.path()));
  expect_same(*with, *without);
  EXPECT_EQ(with->history.analysis.back(), 2);
  EXPECT_EQ(without_times(*with->summary), without_times(*without->summary));
  ASSERT_EQ(without->analyses.size(), 1u);
  EXPECT_EQ(without->analyses[0].first, "1_statics");
  expect_same(*without->analyses[0].second, results::read_results(folder / "1_statics"));
}

}  // namespace
}  // namespace alembert
