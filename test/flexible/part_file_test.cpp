#include "flexible/part_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "base/error.h"
#include "flexible/meshes.h"
#include "flexible/reduction.h"
#include "results/hdf5_file.h"
#include "support/temporary_folder.h"

namespace alembert::flexible {
namespace {

Part small_part() {
  const Mesh mesh =
      box_mesh(SolidKind::C3D8, 2, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, {"steel", 2e11, 0.3, 7800.0});
  const DiscretePart discrete = assemble(mesh);
  ReductionOptions options;
  options.fixed = 2;
  DiscreteLoad load{"push", Eigen::VectorXd::Zero(discrete.coordinates())};
  load.F[0] = 3.0;
  Part part = reduce(discrete, {{"left", nodes_where(mesh, [](const Vec3& x) { return x[0] < 1e-9; })}}, {{"tip", {2}}},
                     {load}, options);
  part.name = "a box";
  return part;
}

std::string message_of_reading(const std::filesystem::path& path) {
  try {
    read_part_file(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(PartFile, KeepsEverything) {
  const test::TemporaryFolder folder;
  const Part a = small_part();
  const std::filesystem::path path = folder.path() / "box.flex.h5";
  write_part_file(a, path);
  const Part b = read_part_file(path);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.centre, b.centre);
  EXPECT_EQ(a.P0, b.P0);
  EXPECT_EQ(a.J0, b.J0);
  EXPECT_EQ(a.omega, b.omega);
  EXPECT_EQ(a.mu, b.mu);
  EXPECT_EQ(a.P1, b.P1);
  EXPECT_EQ(a.P2, b.P2);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.shapes, b.shapes);
  EXPECT_EQ(a.rotations, b.rotations);
  EXPECT_EQ(a.surface.triangles, b.surface.triangles);
  EXPECT_EQ(a.stress.node, b.stress.node);
  EXPECT_EQ(a.stress.shapes, b.stress.shapes);
  EXPECT_EQ(a.notes, b.notes);
  ASSERT_EQ(b.frames.size(), 2u);
  EXPECT_EQ(a.frames[1].Theta, b.frames[1].Theta);
  EXPECT_EQ(a.frames[0].Phi, b.frames[0].Phi);
  EXPECT_TRUE(b.frames[0].interface);
  EXPECT_FALSE(b.frames[1].interface);
  ASSERT_EQ(b.loads.size(), 1u);
  EXPECT_EQ(a.loads[0].p, b.loads[0].p);
  EXPECT_EQ(b.loads[0].force, Vec3(3, 0, 0));
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".part"));
}

TEST(PartFile, CutShortIsRefused) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "box.flex.h5";
  write_part_file(small_part(), path);
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  for (const double share : {0.0, 0.3, 0.7, 0.99}) {
    const std::filesystem::path cut = folder.path() / "cut.h5";
    std::ofstream(cut, std::ios::binary) << bytes.substr(
        0, static_cast<std::size_t>(share * static_cast<double>(bytes.size())));
    EXPECT_NE(message_of_reading(cut).find("cut.h5"), std::string::npos) << share;
  }
  EXPECT_NE(message_of_reading(folder.path() / "none.h5").find("none.h5"), std::string::npos);
}

TEST(PartFile, OfAnotherKindIsRefused) {
  const test::TemporaryFolder folder;
  results::Hdf5File file;
  file.attribute("/", "format", std::string("alembert results"));
  const std::vector<unsigned char> image = file.image();
  const std::filesystem::path path = folder.path() / "results.h5";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
  EXPECT_NE(message_of_reading(path).find("no file of a flexible part"), std::string::npos);
}

TEST(PartFile, PartsThatMakeNoSenseAreNotWritten) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::function<void(Part&)>& change) {
    Part part = small_part();
    change(part);
    EXPECT_THROW(write_part_file(part, folder.path() / "bad.flex.h5"), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "bad.flex.h5"));
  };
  refused([](Part& p) { p.shapes(0, 0) = std::numeric_limits<double>::quiet_NaN(); });
  refused([](Part& p) { p.mu.conservativeResize(p.mu.size() - 1); });
  refused([](Part& p) { p.mass = -1.0; });
  refused([](Part& p) { p.mu[0] = 0.0; });
  refused([](Part& p) { p.mu[0] *= 1.01; });
  refused([](Part& p) { p.surface.triangles[0][0] = 1000; });
  refused([](Part& p) { p.frames[1].name = p.frames[0].name; });
  refused([](Part& p) { std::swap(p.omega[0], p.omega[1]); });
  refused([](Part& p) { p.stress.node.pop_back(); });
}

}  // namespace
}  // namespace alembert::flexible
