// The large machines, for the first tenth of what their files ask for: sizes as published (docs/reproduce.md), and what
// such a machine does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "analysis/sequence.h"
#include "model/switches.h"
#include "support/model_run.h"
#include "system/system.h"

namespace alembert {
namespace {

struct Machine {
  Machine(const std::string& name, double end) : model(test::shipped_model(name)) {
    const double until = test::kSanitized ? 0.02 * end : end;
    model.simulation.end = until;
    if (!model.analyses.empty()) last_over_time(model.analyses).end = until;
    result = model.analyses.empty() ? run_dynamics(model, {}) : run_sequence(model, {}).motion;
  }
  std::vector<double> of(const std::string& column) const { return test::column(result, column); }
  double first(const std::string& column) const { return of(column).front(); }
  double last(const std::string& column) const { return of(column).back(); }

  Model model;
  DynamicsResult result;
};

struct Counts {
  std::size_t bodies, joints, motions, pairs;
  int equations, freedoms;
  bool operator==(const Counts&) const = default;
};
Counts counts_of(const Model& model) {
  const Mechanism mechanism(model);
  return {model.bodies.size() - 1,
          model.joints.size(),
          model.motions.size(),
          mechanism.system().contacts().pairs.size(),
          mechanism.problem().sizes().unknowns(),
          mechanism.start_report().degrees_of_freedom};
}

TEST(ExcavatorTrack, StandsAndSetsOff) {
  const Machine track("excavator_track", 1.4);
  EXPECT_EQ(counts_of(track.model), (Counts{61, 61, 1, 690, 671, 61}));
  std::map<std::string_view, int> joints;
  for (const Joint& joint : track.model.joints) ++joints[joint.kind->name];
  EXPECT_EQ(joints["revolute"], 54);
  EXPECT_EQ(joints["fixed"], 4);
  EXPECT_EQ(joints["planar"] + joints["translational"] + joints["inline"], 3);
  if (test::kSanitized) return;
  // The sprocket has turned by the integral of w step(t; 0.5, 2.5), and its pitch circle rolls on the track.
  const double s = (1.4 - 0.5) / 2.0, turned = 0.55 * 2.0 * (s * s * s - s * s * s * s / 2.0);
  EXPECT_NEAR(track.last("way"), turned * 0.5 / (2.0 * std::sin(M_PI / 12.0)), 0.02);  // play of pins and teeth
  EXPECT_LT(std::abs(track.last("pitch")), 1e-3);
}

TEST(PolyVBelt, DrivesWithAlmostNoSlip) {
  const Machine belt("poly_v_belt", 0.02);
  EXPECT_EQ(counts_of(belt.model), (Counts{105, 5, 0, 400, 655, 605}));
  if (test::kSanitized) return;
  // Speeds as the radii, but for creep and for the belt and its arm giving way while the torque is let in.
  EXPECT_NEAR(belt.last("alternator_speed") / belt.last("crank_speed"), 75.0 / 28.0, 0.05 * 75.0 / 28.0);
  EXPECT_NEAR(belt.last("pump_speed") / belt.last("crank_speed"), 75.0 / 60.0, 0.05 * 75.0 / 60.0);
  // Way of the belt: 5.9 m/s and more, round 1.039 m.
  EXPECT_NEAR(belt.last("belt_way"), 5.9 * 0.02 / 1.0389, 0.01);
}

TEST(AllTerrainVehicle, StandsOnItsTiresAndIsShaken) {
  const Machine vehicle("all_terrain_vehicle", 0.2);
  EXPECT_EQ(counts_of(vehicle.model), (Counts{29, 43, 5, 0, 472 + 8, 144}));
  EXPECT_EQ(vehicle.model.bodies[1].flexibility->part->modes(), 134);
  // From equilibrium: tires carry all but the posts.
  double mass = 8.4268252;  // of the frame
  for (const Body& body : vehicle.model.bodies)
    if (!body.name.starts_with("pad") && !body.flexibility && body.name != "ground") mass += body.mass;
  const double loads =
      vehicle.first("load_fl") + vehicle.first("load_fr") + vehicle.first("load_rl") + vehicle.first("load_rr");
  EXPECT_NEAR(loads, 9.81 * mass, 1e-3 * loads);
  if (test::kSanitized) return;
  // Posts rise one after the other: it rolls and pitches.
  const std::vector<double> roll = vehicle.of("roll"), pitch = vehicle.of("pitch");
  const auto swing = [](const std::vector<double>& x) {
    return *std::max_element(x.begin(), x.end()) - *std::min_element(x.begin(), x.end());
  };
  EXPECT_GT(swing(roll), 0.005);
  EXPECT_GT(swing(pitch), 0.005);
}

}  // namespace
}  // namespace alembert
