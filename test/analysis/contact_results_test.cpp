// What is told of contacts: impacts, points, what touches at the start, shapes as they are drawn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/check.h"
#include "analysis/mechanism.h"
#include "analysis/scene.h"
#include "report/scene_geometry.h"
#include "results/results_reader.h"
#include "support/model_run.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

constexpr double kGravity = 9.81, kMass = 1.0, kRadius = 0.1;

std::string ball_model(const std::string& height, const std::string& end) {
  return R"(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], geometry: [{name: skin, sphere: 0.1}], position: [0, 0, )" +
         height + R"(]}
contacts:
  drop: {between: [ball.skin, ground.floor], stiffness: 1e7, exponent: 1.5, restitution: 0.8, impact_speed: 4.2}
simulation: {output_step: 0.01, end: )" +
         end + "}\n";
}

TEST(Impacts, OfADroppedBallHaveItsSpeedsAndItsMomentum) {
  const DynamicsResult run = run_dynamics(test::model_from(ball_model("1", "1")), {});
  ASSERT_EQ(run.summary.contacts.size(), 1u);
  const ContactRecord& drop = run.summary.contacts[0];
  EXPECT_EQ(drop.name, "drop");
  EXPECT_EQ(drop.count, 1);
  ASSERT_EQ(drop.impacts.size(), 1u);
  const ImpactRecord& impact = drop.impacts[0];
  const double height = 1.0 - kRadius, speed = std::sqrt(2.0 * kGravity * height);
  EXPECT_EQ(impact.between[0], "ball.skin");
  EXPECT_EQ(impact.between[1], "ground.floor");
  EXPECT_NEAR(impact.begin, std::sqrt(2.0 * height / kGravity), 1e-4);
  EXPECT_NEAR(impact.approach, speed, 0.01 * speed);
  EXPECT_NEAR(impact.separation, 0.8 * speed, 0.02 * speed);
  EXPECT_NEAR(impact.impulse, kMass * (impact.approach + impact.separation), 0.02 * 1.8 * speed);
  EXPECT_FALSE(impact.touching);
  EXPECT_GT(impact.peak_time, impact.begin);
  EXPECT_LT(impact.peak_time, impact.end);
  // The speed of the elastic impact is the most it can go in: m v^2/2 = k d^2.5/2.5.
  EXPECT_LT(impact.penetration, std::pow(1.25 * kMass * speed * speed / 1e7, 0.4));
  EXPECT_EQ(drop.peak, impact.peak);
}

TEST(Impacts, OfABallAtRestAreOne) {
  const double depth = std::pow(kMass * kGravity / 1e7, 2.0 / 3.0);
  const DynamicsResult run = run_dynamics(test::model_from(ball_model(std::to_string(kRadius), "1")), {});
  const ContactRecord& drop = run.summary.contacts[0];
  ASSERT_EQ(drop.impacts.size(), 1u);
  EXPECT_TRUE(drop.impacts[0].touching);
  EXPECT_NEAR(drop.impacts[0].end, 1.0, 1e-12);
  EXPECT_NEAR(drop.impulse, kMass * kGravity, 0.01 * kGravity);
  EXPECT_GE(drop.impacts[0].penetration, 0.99 * depth);
}

TEST(ContactResults, AreStoredWithTheirPoints) {
  const test::TemporaryFolder folder;
  DynamicsOptions options;
  options.folder = folder.path() / "out";
  run_dynamics(test::model_from(ball_model("0.0999", "0.5")), options);
  const results::RunData run = results::read_results(*options.folder);
  ASSERT_EQ(run.names(results::Group::contacts), std::vector<std::string>{"drop"});
  const auto quantity = [&](const std::string& name) -> const std::vector<double>& {
    return run.history[results::find_channel("contacts", name).value()];
  };
  EXPECT_NEAR(quantity("penetration")[0], 1e-4, 1e-12);
  EXPECT_NEAR(quantity("normal_force")[0], 1e7 * std::pow(1e-4, 1.5), 1e-6);
  EXPECT_EQ(quantity("touching")[0], 1.0);
  EXPECT_NEAR(quantity("force")[2], 10.0, 1e-6);
  const std::span<const double> points = run.history.points_at(0);
  ASSERT_EQ(points.size(), kContactPointWidth);
  EXPECT_NEAR(points[2], -0.5e-4, 1e-12);  // half way between the surfaces
  EXPECT_NEAR(points[5], 10.0, 1e-6);
  EXPECT_EQ(points[6], 0.0);
  const auto energy = [&](const char* name) { return run.history[results::find_channel("energy", name).value()]; };
  EXPECT_EQ(energy("contact_damping").size(), run.history.time.size());
  EXPECT_NEAR(energy("contact_stored")[0], 1e7 * std::pow(1e-4, 2.5) / 2.5, 1e-9);
}

TEST(ContactCheck, SaysWhatTouchesAndHowDeep) {
  const CheckReport report = check_model_report(test::model_from(ball_model("0.09999", "1")));
  EXPECT_NE(report.text.find("contacts: 1, pairs of shapes: 1, touching at the start: 1"), std::string::npos)
      << report.text;
  EXPECT_NE(report.text.find("contact drop: ball.skin and ground.floor touch at the start, 1e-05 m deep"),
            std::string::npos)
      << report.text;
  EXPECT_EQ(report.text.find("inside each other"), std::string::npos);
}

TEST(ContactCheck, WarnsOfBodiesInsideEachOther) {
  const CheckReport report = check_model_report(test::model_from(ball_model("0.04", "1")));
  EXPECT_NE(report.text.find("warning: contact drop: ball.skin and ground.floor start 0.06 m inside each other"),
            std::string::npos)
      << report.text;
}

// A cube of 0.3 m from x = 0 on, of density 1000: 27 kg, m a^2/6; beside it, on the same body, a ball.
TEST(ContactCheck, PrintsWhatFollowsFromDensity) {
  const CheckReport report = check_model_report(test::model_from(R"(alembert: 1
bodies:
  cube: {density: 1000, geometry: [{box: [0.3, 0.3, 0.3], at: [0.15, 0, 0]}]}
  pair: {geometry: [{box: [0.1, 0.1, 0.1], at: [1, 1, 0], density: 1000}, {box: [0.1, 0.1, 0.1], at: [-1, -1, 0], density: 1000}]}
simulation: {end: 1}
)"));
  EXPECT_NE(report.text.find("cube (rigid): mass 27, centre 0.15 0 0, inertia 0.405 0.405 0.405\n"), std::string::npos)
      << report.text;
  EXPECT_NE(report.text.find("pair (rigid): mass 2, inertia 2.00333 2.00333 4.00333, products xy -2 xz 0 yz 0\n"),
            std::string::npos)
      << report.text;
}

TEST(ContactCheck, WarnsOfMeshesThatAreCoarse) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "wedge.obj").string();
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto warnings = [&](const char* radius) {
    std::string all;
    for (const std::string& w : check_model_report(test::model_from(fmt::format(R"(alembert: 1
bodies:
  ground: {{geometry: [{{mesh: {}, spacing: 0.2, name: wedge}}]}}
  ball: {{mass: 1, inertia: [1, 1, 1], position: [3, 0, 0], geometry: [{{sphere: {}, name: skin}}]}}
contacts: {{c: {{between: [ball.skin, ground.wedge], stiffness: 1e7}}}}
simulation: {{end: 1}}
)",
                                                                                file, radius)))
                                    .start.warnings)
      all += w + "\n";
    return all;
  };
  EXPECT_NE(warnings("0.01").find("and ball.skin is 0.02 m thick: it may pass between them"), std::string::npos)
      << warnings("0.01");
  EXPECT_EQ(warnings("0.3").find("pass between"), std::string::npos);
}

// Hundreds of balls strike at one moment: one state is interpolated for them, and each has its own record.
TEST(Impacts, OfManyBallsAtOnceAreAllRecorded) {
  const DynamicsResult run = run_dynamics(test::model_from(R"(alembert: 1
bodies: {ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}}
repeat:
  - {index: i, from: 1, to: 200, bodies: {"b{i}": {type: point, mass: 1, position: [i, 0, 0.2], velocity: [0, 0, -1 - 1e-5*i], geometry: [{name: s, sphere: 0.1}]}}}
contacts: {hit: {between: ["b*.s", ground.floor], stiffness: 1e6, restitution: 0.5, impact_speed: 1}}
simulation: {end: 0.15, output_step: 0.05}
)"));
  ASSERT_EQ(run.summary.contacts.at(0).impacts.size(), 200u);
  for (const ImpactRecord& impact : run.summary.contacts[0].impacts) {
    EXPECT_NEAR(impact.begin, 0.1, 1e-3);
    EXPECT_NEAR(impact.approach, 1.0, 0.01);
    EXPECT_NEAR(impact.separation, 0.5, 0.01);
  }
}

TEST(ContactShapes, AreDrawnAsTheyTouch) {
  const Mechanism mechanism(test::model_from(R"(alembert: 1
curves:
  oval: {points: [[0.2, 0, 0], [0, 0.1, 0], [-0.2, 0, 0], [0, -0.1, 0]], closed: true}
bodies:
  ground: {geometry: [{plane: [0, 0, 1], at: [0, 0, -1]}]}
  a: {mass: 1, inertia: [1, 1, 1], geometry: [{torus: [0.3, 0.1]}]}
  b: {mass: 1, inertia: [1, 1, 1], geometry: [{ellipsoid: [0.1, 0.2, 0.3]}]}
  c: {mass: 1, inertia: [1, 1, 1], geometry: [{hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}]}
  d: {mass: 1, inertia: [1, 1, 1], geometry: [{profile: oval, thickness: 0.04}]}
simulation: {end: 1}
)"));
  const report::SceneGeometry g =
      report::geometry_of(report::Json::parse(scene_text(mechanism.system(), mechanism.start_report())));
  EXPECT_TRUE(g.notes.empty());
  std::vector<Eigen::AlignedBox3d> box(5);
  for (const report::PointRange& range : g.ranges)
    for (std::size_t k = 0; k < range.count; ++k) box[range.body].extend(g.points[range.first + k]);
  const auto size = [&](std::size_t body, const Vec3& expected) {
    EXPECT_LT((box[body].sizes() - expected).norm(), 0.01 * expected.norm()) << body;
  };
  EXPECT_GT(box[0].sizes()[0], 1.0);
  EXPECT_EQ(box[0].sizes()[2], 0.0);
  size(1, {0.8, 0.8, 0.2});
  size(2, {0.2, 0.4, 0.6});
  size(3, {1.0, 1.0, 1.0});
  size(4, {0.4, 0.2, 0.04});
  // Triangles of closed surfaces face outward: their cones from the origin add up to the volume.
  std::vector<double> volume(5, 0.0);
  for (std::size_t k = 0; k < g.triangle_body.size(); ++k) {
    const auto corner = [&](std::size_t i) { return g.points[static_cast<std::size_t>(g.triangles[3 * k + i])]; };
    volume[static_cast<std::size_t>(g.triangle_body[k])] += corner(0).dot(corner(1).cross(corner(2))) / 6.0;
  }
  EXPECT_NEAR(volume[1], 2.0 * M_PI * M_PI * 0.3 * 0.01, 0.04 * 0.06);
  EXPECT_NEAR(volume[2], 4.0 / 3.0 * M_PI * 0.006, 0.04 * 0.025);
  EXPECT_NEAR(volume[3], 1.0 / 6.0, 1e-12);
  EXPECT_NEAR(volume[4], M_PI * 0.2 * 0.1 * 0.04, 0.1 * 0.0025);
}

}  // namespace
}  // namespace alembert
