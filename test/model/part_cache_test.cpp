#include "model/part_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "model/read_part.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

const char* const tetrahedron =
    "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4, ELSET=E\n1, 1, 2, 3, 4\n"
    "*MATERIAL, NAME=S\n*ELASTIC\n2e11, 0.3\n*DENSITY\n7800\n*SOLID SECTION, ELSET=E, MATERIAL=S\n";

// Reduces what takes long, and counts how often.
struct Kept {
  test::TemporaryFolder folder;
  int reductions = 0;

  void write(const char* name, const std::string& text) const { std::ofstream(folder / name) << text; }
  CachedPart part(double long_enough = 0.6) {
    const std::filesystem::path file = folder / "p.yaml";
    std::ifstream stream(file);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    return cached_part(folder.path(), "p", Context(file.string(), {}, {}), parse_yaml(text, file.string()), [&] {
      ++reductions;
      std::this_thread::sleep_for(std::chrono::duration<double>(long_enough));
      return read_part(file);
    });
  }
};

TEST(PartCache, KeepsWhatTookLongUntilAFileOfThePartChanges) {
  Kept kept;
  kept.write("p.yaml", "alembert: 1\nmesh: m.inp\nmodes: {free: 2}\n");
  kept.write("m.inp", "*INCLUDE, INPUT=t.inp\n");
  kept.write("t.inp", tetrahedron);
  const CachedPart first = kept.part();
  ASSERT_TRUE(std::filesystem::exists(first.file));
  const CachedPart again = kept.part();
  EXPECT_EQ(kept.reductions, 1);
  EXPECT_EQ(again.part.omega, first.part.omega);

  std::string heavier = tetrahedron;
  heavier.replace(heavier.find("7800"), 4, "9000");
  kept.write("t.inp", heavier);  // in the file that the mesh includes
  EXPECT_NEAR(kept.part().part.mass, 1500.0, 1e-9);
  EXPECT_EQ(kept.reductions, 2);
  kept.write("p.yaml", "alembert: 1\nmesh: m.inp\nmodes: {free: 3}\n");
  EXPECT_EQ(kept.part().part.modes(), 3);
  EXPECT_EQ(kept.reductions, 3);
  kept.write("t.inp", tetrahedron);
  kept.write("p.yaml", "alembert: 1\nmesh: m.inp\nmodes: {free: 2}\n");
  EXPECT_NEAR(kept.part().part.mass, 1300.0, 1e-9);
  EXPECT_EQ(kept.reductions, 3);  // the first is still there
}

TEST(PartCache, MakesABrokenFileAnewAndKeepsNothingQuick) {
  Kept kept;
  kept.write("p.yaml", "alembert: 1\nmesh: m.inp\nmodes: {free: 2}\n");
  kept.write("m.inp", tetrahedron);
  EXPECT_TRUE(kept.part(0.0).file.empty());
  const std::filesystem::path file = kept.part().file;
  std::ofstream(file) << "no HDF5";
  EXPECT_NEAR(kept.part().part.mass, 1300.0, 1e-9);
  EXPECT_EQ(kept.reductions, 3);
  EXPECT_EQ(kept.part().file, file);
  EXPECT_EQ(kept.reductions, 3);
}

}  // namespace
}  // namespace alembert
