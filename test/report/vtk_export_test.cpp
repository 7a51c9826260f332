#include "report/vtk_export.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <numbers>
#include <set>
#include <sstream>

#include "base/error.h"
#include "report/scene_geometry.h"
#include "report/vtk_file.h"
#include "support/temporary_folder.h"

namespace alembert::report {
namespace {

using std::numbers::pi;

Json shape(const std::string& name, const std::vector<double>& size) {
  return {{"shape", name}, {"size", size}, {"at", {1, 2, 3}}, {"orientation", {0.5, 0.5, 0.5, 0.5}}, {"color", ""}};
}

// Ground and a bar, held by a joint at its left end and a spring at its right.
Json scene_with(const Json& shapes) {
  const Json identity = {1, 0, 0, 0};
  return {{"folder", "/nowhere"},
          {"units", {{"length", {{"name", "mm"}, {"factor", 1e-3}}}}},
          {"bodies",
           {{{"name", "ground"}, {"com", {0, 0, 0}}, {"shapes", Json::array()}},
            {{"name", "bar"}, {"com", {0.5, 0, 0}}, {"shapes", shapes}}}},
          {"markers",
           {{{"body", 0}, {"at", {0, 0, 0}}, {"orientation", identity}},
            {{"body", 1}, {"at", {0, 0, 0}}, {"orientation", identity}},
            {{"body", 1}, {"at", {1, 0, 0}}, {"orientation", identity}},
            {{"body", 0}, {"at", {1, 1, 0}}, {"orientation", identity}}}},
          {"joints", Json::array({{{"name", "pin"}, {"markers", {1, 0}}}})},
          {"forces", Json::array({{{"name", "spring"}, {"type", "spring_damper"}, {"markers", {3, 2}}}})}};
}

results::RunData run_of(const Json& scene, int times) {
  results::RunData run;
  run.file = "r/results.h5";
  run.status = "done";
  run.layout.scene = scene.dump();
  run.layout.names[results::Group::bodies] = {"bar"};
  run.layout.names[results::Group::joints] = {"pin"};
  run.layout.names[results::Group::forces] = {"spring"};
  for (int k = 0; k < times; ++k) run.history.time.push_back(0.1 * k);
  for (std::size_t q = 0; q < results::channels.size(); ++q)
    run.history.values[q].resize(static_cast<std::size_t>(times * results::channels[q].width), 0.25);
  return run;
}

// Six times the volume that triangles enclose, by the divergence theorem; positive: they face outward.
double volume(const SceneGeometry& g) {
  double out = 0.0;
  for (std::size_t k = 0; k < g.triangles.size(); k += 3) {
    const auto p = [&](std::size_t i) { return g.points[static_cast<std::size_t>(g.triangles[k + i])]; };
    out += p(0).dot(p(1).cross(p(2))) / 6.0;
  }
  return out;
}

TEST(SceneGeometry, SurfacesAreClosedFaceOutwardAndHaveTheirVolume) {
  const std::map<std::string, std::pair<std::vector<double>, double>> shapes = {
      {"box", {{1, 2, 3}, 6.0}},
      {"cylinder", {{0.5, 2}, pi * 0.25 * 2}},
      {"sphere", {{0.5}, 4.0 / 3.0 * pi * 0.125}},
      {"cone", {{0.5, 2}, pi * 0.25 * 2 / 3}},
      {"capsule", {{0.5, 2}, pi * 0.25 * 2 + 4.0 / 3.0 * pi * 0.125}}};
  for (const auto& [name, of] : shapes) {
    const SceneGeometry g = geometry_of(scene_with(Json::array({shape(name, of.first)})));
    EXPECT_NEAR(volume(g), of.second, 0.04 * of.second) << name;
    std::set<std::pair<int, int>> edges;
    for (std::size_t k = 0; k < g.triangles.size(); k += 3)
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(edges.emplace(g.triangles[k + i], g.triangles[k + (i + 1) % 3]).second) << name;
    for (const auto& [from, to] : edges) EXPECT_TRUE(edges.contains({to, from})) << name;
    EXPECT_EQ(g.triangle_body, std::vector<std::int32_t>(g.triangles.size() / 3, 1));
  }
}

TEST(SceneGeometry, BodyWithoutShapesIsLinesFromItsCentreToItsMarkers) {
  const SceneGeometry g = geometry_of(scene_with(Json::array()));
  EXPECT_TRUE(g.triangles.empty());
  EXPECT_EQ(g.vertex_body, (std::vector<std::int32_t>{0, 0, 1}));  // two markers on ground, the centre of mass
  EXPECT_EQ(g.line_body, (std::vector<std::int32_t>{1, 1, -1}));   // to two markers; the spring
  EXPECT_EQ(g.line_ends, (std::vector<std::int32_t>{2, 4, 6}));
  EXPECT_EQ(g.points[static_cast<std::size_t>(g.line_points[0])], Vec3(0.5, 0, 0));
  EXPECT_EQ(g.points[static_cast<std::size_t>(g.line_points[4])], Vec3(1, 1, 0));
  std::size_t counted = 0;
  for (const PointRange& range : g.ranges) {
    EXPECT_EQ(range.first, counted);
    counted += range.count;
  }
  EXPECT_EQ(counted, g.points.size());
}

TEST(SceneGeometry, MeshThatIsMissingIsNotedAndReplaced) {
  Json mesh = shape("mesh", {});
  mesh["file"] = "part.stl";
  const SceneGeometry g = geometry_of(scene_with(Json::array({mesh})));
  ASSERT_EQ(g.notes.size(), 1U);
  EXPECT_NE(g.notes[0].find("body bar"), std::string::npos);
  EXPECT_NE(g.notes[0].find("/nowhere/part.stl"), std::string::npos);
  EXPECT_FALSE(g.line_points.empty());
}

TEST(SceneGeometry, LoadsActAtFirstMarkers) {
  const std::vector<LoadPlace> places = load_places(scene_with(Json::array()));
  ASSERT_EQ(places.size(), 2U);
  EXPECT_TRUE(places[0].is_joint);
  EXPECT_EQ(places[0].body, 1U);
  EXPECT_FALSE(places[1].is_joint);
  EXPECT_EQ(places[1].at, Vec3(1, 1, 0));
}

std::set<std::string> names(const std::filesystem::path& folder) {
  std::set<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) out.insert(entry.path().filename().string());
  return out;
}

TEST(VtkExport, WritesEveryNthTimeAndTheLast) {
  const test::TemporaryFolder folder;
  write_vtk(folder / "v", run_of(scene_with(Json::array({shape("box", {1, 1, 1})})), 6), {.every = 3});
  EXPECT_EQ(names(folder / "v"),
            (std::set<std::string>{"motion.pvd", "motion_000000.vtp", "motion_000003.vtp", "motion_000005.vtp",
                                   "forces.pvd", "forces_000000.vtp", "forces_000003.vtp", "forces_000005.vtp"}));
  std::ifstream file(folder / "v/motion.pvd");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("timestep=\"0.5\" group=\"\" part=\"0\" file=\"motion_000005.vtp\""), std::string::npos);
}

TEST(VtkExport, OlderFilesGoAndForeignOnesStay) {
  const test::TemporaryFolder folder;
  const auto run = run_of(scene_with(Json::array()), 6);
  write_vtk(folder.path(), run);
  std::ofstream(folder / "motion_mine.vtp") << "x";
  write_vtk(folder.path(), run, {.every = 10});
  EXPECT_EQ(names(folder.path()),
            (std::set<std::string>{"motion.pvd", "motion_000000.vtp", "motion_000005.vtp", "forces.pvd",
                                   "forces_000000.vtp", "forces_000005.vtp", "motion_mine.vtp"}));
}

TEST(VtkExport, RefusesAbsurdTotalsWithWhatToDo) {
  const test::TemporaryFolder folder;
  const auto run = run_of(scene_with(Json::array({shape("sphere", {1})})), 100);
  try {
    write_vtk(folder / "v", run, {.most_bytes = 300'000});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("100 times"), std::string::npos) << e.what();
    const std::size_t at = std::string(e.what()).find("--every ");
    ASSERT_NE(at, std::string::npos) << e.what();
    const auto every = static_cast<std::size_t>(std::stoul(std::string(e.what()).substr(at + 8)));
    EXPECT_FALSE(std::filesystem::exists(folder / "v"));
    write_vtk(folder / "v", run, {.every = every, .most_bytes = 300'000});  // it does help
  }
}

TEST(VtkExport, FailuresNameThePath) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "taken") << "x";
  auto run = run_of(scene_with(Json::array()), 2);
  const auto message = [&] {
    try {
      write_vtk(folder / "taken", run);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(message().find("taken"), std::string::npos);
  run.layout.names[results::Group::bodies].clear();
  EXPECT_NE(message().find("does not fit the results"), std::string::npos);
  run.layout.scene = "{}";
  EXPECT_NE(message().find("r/results.h5: /model/scene"), std::string::npos);
  run.layout.scene.clear();
  EXPECT_NE(message().find("older program"), std::string::npos);
}

}  // namespace
}  // namespace alembert::report
