#include "elements/contact/mesh_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace alembert::contact {
namespace {

class MeshFile : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder_.path() / name;
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  std::string refusal(const std::filesystem::path& file) {
    try {
      read_mesh(file);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(file.filename().string()), std::string::npos);
      return e.what();
    }
    return "";
  }
  alembert::test::TemporaryFolder folder_;
};

TEST_F(MeshFile, ReadsTextStlAndSharesVertices) {
  const TriangleMesh mesh =
      read_mesh(write("square.stl",
                      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n"
                      "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\n"
                      "vertex 0 1 0\nendloop\nendfacet\nendsolid s\n"));
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST_F(MeshFile, ReadsBinaryStlThatBeginsLikeText) {
  std::string data = "solid but binary";
  data.resize(80, ' ');
  const std::uint32_t count = 1;
  const float numbers[12] = {0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0};
  data.append(reinterpret_cast<const char*>(&count), 4)
      .append(reinterpret_cast<const char*>(numbers), 48)
      .append(2, '\0');
  EXPECT_EQ(read_mesh(write("part.STL", data)).vertices, (std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}));
}

TEST_F(MeshFile, ReadsObjWithPolygonsAndCountsFromTheEnd) {
  const TriangleMesh mesh = read_mesh(write("a.obj", "# x\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2/2 3//3 -1\n"));
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST_F(MeshFile, RefusesWhatIsNoMesh) {
  EXPECT_NE(refusal(folder_.path() / "none.stl").find("no such file"), std::string::npos);
  EXPECT_NE(refusal(write("a.txt", "x")).find(".stl or .obj"), std::string::npos);
  EXPECT_NE(refusal(write("empty.stl", "")).find("no triangles"), std::string::npos);
  EXPECT_NE(refusal(write("bad.stl", "vertex 1 2 x")).find("three numbers"), std::string::npos);
  EXPECT_NE(refusal(write("out.obj", "v 0 0 0\nf 1 2 3\n")).find("line 2: no vertex 2"), std::string::npos);
  EXPECT_NE(refusal(write("part.stl", "vertex 0 0 0\nvertex 1 0 0\n")).find("not whole"), std::string::npos);
}

}  // namespace
}  // namespace alembert::contact
