#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/error.h"
#include "model/read_part.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

const std::string good_part = R"(alembert: 1
materials: {steel: {E: 2e11, nu: 0.3, density: 7800}}
sections: {tube: {type: tube, diameter: 0.02, wall: 0.002}}
nodes: {a: [0, 0, 0], b: [1, 0, 0], c: [1, 1, 0]}
elements: [{through: [a, b, c], section: tube, pieces: 3}]
interfaces: [a, c]
modes: {fixed: 4}
loads: {push: {on: b, force: [0, 0, 1]}}
)";

// What is said of the part with `from` replaced by `to`, without the folder.
std::string part_message(const std::string& from, const std::string& to) {
  const test::TemporaryFolder folder;
  std::string text = good_part;
  text.replace(text.find(from), from.size(), to);
  std::ofstream(folder / "p.yaml") << text;
  try {
    read_part(folder / "p.yaml");
  } catch (const ModelError& error) {
    return std::string(error.what()).substr(folder.path().string().size() + 1);
  }
  return "";
}

TEST(PartReader, ReadsAFrameOfBeams) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "p.yaml") << good_part;
  const flexible::Part part = read_part(folder / "p.yaml");
  EXPECT_EQ(part.modes(), 12 + 4 - 6);
  EXPECT_EQ(part.name, "p");
  ASSERT_EQ(part.frames.size(), 3u);
  EXPECT_EQ(part.frames[2].name, "b");
  EXPECT_FALSE(part.frames[2].interface);
  EXPECT_EQ(part.loads.at(0).force, Vec3(0, 0, 1));
  EXPECT_EQ(part.labels.size(), 7u);
}

TEST(PartReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(part_message("[a, b, c], s", "[a, b, d], s"), "p.yaml:5:29: unknown node `d`; known: a, b, c");
  EXPECT_EQ(part_message("section: tube", "section: tub"), "p.yaml:5:42: unknown section `tub`, did you mean `tube`?");
  EXPECT_EQ(part_message("wall: 0.002", "wall: 0.02"),
            "p.yaml:3:53: section `tube`: the wall is thicker than half the diameter");
  EXPECT_EQ(part_message("wall: 0.002", "wal: 0.002"),
            "p.yaml:3:47: unknown key `wal` in section `tube`, did you mean `wall`?");
  EXPECT_EQ(part_message("nu: 0.3", "nu: 0.5"), "p.yaml:2:34: material `steel`: nu must be above -1 and below 0.5");
  EXPECT_EQ(part_message("c: [1, 1, 0]", "c: [1, 0, 0]"), "p.yaml:5:29: the beam has no length between `b` and `c`");
  EXPECT_EQ(part_message("c: [1, 1, 0]", "c: [1, 1, 0], d: [2, 2, 2]"), "p.yaml:4:51: no beam goes through node `d`");
  EXPECT_EQ(part_message("interfaces: [a, c]", "interfaces: [a, cc]"),
            "p.yaml:6:17: unknown node or set `cc`, did you mean `c`?");
  EXPECT_EQ(part_message("{fixed: 4}", "{fixed: 4, free: 2}"),
            "p.yaml:7:25: give `fixed` or `free`, not both: free modes come with static shapes of loads");
  EXPECT_EQ(part_message("{fixed: 4}", "{fixed: 4000}"),
            "p.yaml:1:1: 4000 modes are asked for where only 30 coordinates are free to move");
  EXPECT_EQ(part_message("pieces: 3", "pieces: 0"), "p.yaml:5:56: expected one piece or more");
  EXPECT_EQ(part_message("on: b", "on: x"), "p.yaml:8:20: unknown node or set `x`; known: a, b, c");
  EXPECT_EQ(part_message("elements:", "mesh: x.inp\nelements:").substr(0, 60),
            "p.yaml:1:1: the part needs exactly one of the keys elements ");
  EXPECT_EQ(part_message("alembert: 1\n", ""), "p.yaml:1:1: the part needs the key `alembert`");
}

}  // namespace
}  // namespace alembert
