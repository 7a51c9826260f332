#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <fstream>
#include <numbers>

#include "base/error.h"
#include "flexible/beam_elements.h"
#include "flexible/meshes.h"
#include "flexible/read_inp.h"
#include "flexible/read_matrices.h"
#include "flexible/read_msh.h"
#include "flexible/reduction.h"
#include "support/temporary_folder.h"

namespace alembert::flexible {
namespace {

Part free_part(const DiscretePart& discrete, int count) {
  ReductionOptions options;
  options.of_free = true;
  options.free = count;
  return reduce(discrete, {}, {}, {}, options);
}

double hertz_of(const Part& part, int mode) { return part.omega[mode] / (2.0 * std::numbers::pi); }

TEST(Imports, TheRotorOfAbaqusHasItsFrequencies) {
  ALEMBERT_NEED_OTHER_PROGRAMS();
  const std::filesystem::path folder = other_programs() / "abaqus";
  MatricesRequest request;
  request.stiffness = folder / "rotorDiscTestSTIF1.mtx";
  request.mass = folder / "rotorDiscTestMASS1.mtx";
  request.nodes = folder / "rotorDiscTest.inp";
  request.stiffness_factor = 0.01;
  const Part part = free_part(read_matrices(request).discrete, 8);
  EXPECT_NEAR(part.mass, 77.96605109, 1e-8);
  const std::array expected = {104.63701326, 104.63701326, 187.82409017, 212.329703,
                               224.55211473, 238.68792897, 284.20472625, 284.20472625};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(hertz_of(part, static_cast<int>(k)), expected[k], 2e-6) << k;
}

TEST(Imports, TheRotorOfAnsysHasItsFrequency) {
  ALEMBERT_NEED_OTHER_PROGRAMS();
  const std::filesystem::path folder = other_programs() / "abaqus";
  MatricesRequest request;
  request.stiffness = folder / "rotorAnsysStiffnessMatrixSparse.txt";
  request.mass = folder / "rotorAnsysMassMatrixSparse.txt";
  request.nodes = folder / "rotorAnsysNodalCoordinates.txt";
  request.coordinates = folder / "rotorAnsysMatrixDofMappingVector.txt";
  request.format = MatrixFormat::matrix_market;
  EXPECT_NEAR(hertz_of(free_part(read_matrices(request).discrete, 2), 0), 104.63701055, 2e-6);
}

// A small block and its matrices, to be written in each format.
struct Written {
  test::TemporaryFolder folder;
  DiscretePart part;
  Sparse M;

  explicit Written(DiscretePart made) : part(std::move(made)), M(mass_matrix(part)) {
    std::ofstream nodes(folder.path() / "nodes.csv");
    nodes << "node,x,y,z\n";
    for (int i = 0; i < part.node_count(); ++i)
      nodes << fmt::format("{},{},{},{}\n", part.labels[static_cast<std::size_t>(i)], part.nodes(0, i),
                           part.nodes(1, i), part.nodes(2, i));
  }
  void write(const char* name, const std::string& text) const { std::ofstream(folder.path() / name) << text; }
  MatricesRequest request(MatrixFormat format, const char* K, const char* M_file) const {
    MatricesRequest out;
    out.stiffness = folder.path() / K;
    out.mass = folder.path() / M_file;
    out.nodes = folder.path() / "nodes.csv";
    out.format = format;
    return out;
  }
  void expect_same(const DiscretePart& read) const {
    ASSERT_EQ(read.coordinates(), part.coordinates());
    EXPECT_LT((Eigen::MatrixXd(read.K) - Eigen::MatrixXd(part.K)).norm(), 1e-9 * part.K.norm());
    EXPECT_LT((Eigen::MatrixXd(mass_matrix(read)) - Eigen::MatrixXd(M)).norm(), 1e-9 * M.norm());
  }
};

DiscretePart tetrahedra_block() {
  return assemble(
      box_mesh(SolidKind::C3D10, 1, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, {"steel", 2e11, 0.3, 7800.0}));
}

template <class Line>
std::string upper_triangle(const Sparse& matrix, Line line) {
  std::string out;
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (Sparse::InnerIterator it(matrix, j); it; ++it)
      if (it.row() <= j) out += line(static_cast<int>(it.row()), j, it.value());
  return out;
}

TEST(Imports, CalculixMatricesComeWithTheOrderOfTheirCoordinates) {
  const Written w(tetrahedra_block());
  const auto line = [](int r, int c, double v) { return fmt::format("{} {} {:.14e}\n", r + 1, c + 1, v); };
  w.write("k.sti", upper_triangle(w.part.K, line));
  w.write("k.mas", upper_triangle(w.M, line));
  std::string dof;
  for (int i = 0; i < w.part.node_count(); ++i)
    for (int c = 1; c <= 3; ++c) dof += fmt::format("{}.{}\n", i + 1, c);
  w.write("k.dof", dof);
  MatricesRequest request = w.request(MatrixFormat::calculix, "k.sti", "k.mas");
  request.coordinates = w.folder.path() / "k.dof";
  w.expect_same(read_matrices(request).discrete);
}

TEST(Imports, AbaqusLabelsItsRowsWhereAsked) {
  const Written w(tetrahedra_block());
  const auto line = [](int r, int c, double v) {
    return fmt::format("{},{}, {},{}, {:.15e}\n", r / 3 + 1, r % 3 + 1, c / 3 + 1, c % 3 + 1, v);
  };
  w.write("k.mtx", upper_triangle(w.part.K, line));
  w.write("m.mtx", upper_triangle(w.M, line));
  w.expect_same(read_matrices(w.request(MatrixFormat::abaqus, "k.mtx", "m.mtx")).discrete);
}

TEST(Imports, NastranMatricesAreReadFromPunchFiles) {
  const Written w(tetrahedra_block());
  const auto punch = [&](const char* name, const Sparse& matrix) {
    std::string out = fmt::format("DMIG    {:<8}       0       6       2       0\n", name);
    for (int j = 0; j < matrix.outerSize(); ++j) {
      out += fmt::format("DMIG*   {:<16}{:>16}{:>16}\n", name, j / 3 + 1, j % 3 + 1);
      for (Sparse::InnerIterator it(matrix, j); it; ++it)
        if (it.row() >= j)
          out += fmt::format("*       {:>16}{:>16}{:>16.9E}\n", it.row() / 3 + 1, it.row() % 3 + 1, it.value());
    }
    return out;
  };
  w.write("km.pch", punch("KAAX", w.part.K) + punch("MAAX", w.M));
  MatricesRequest request = w.request(MatrixFormat::dmig, "km.pch", "km.pch");
  request.stiffness_name = "KAAX";
  request.mass_name = "MAAX";
  w.expect_same(read_matrices(request).discrete);
  request.mass_name = "MAAY";
  EXPECT_THROW(read_matrices(request), ModelError);
}

TEST(Imports, NastranMatricesAreReadFromOutput4) {
  // Six rows a node, those of rotations empty; the first matrix in columns, the second in strings.
  const Written w(tetrahedra_block());
  const int size = 2 * w.part.coordinates();
  const auto place = [](Eigen::Index i) { return 6 * (i / 3) + i % 3 + 1; };
  std::string text = fmt::format("{:>8}{:>8}{:>8}{:>8}{:<8}{:<16}\n", size, size, 6, 2, "KGG", "1P,3E23.16");
  for (int j = 0; j < w.part.K.outerSize(); ++j)
    for (Sparse::InnerIterator it(w.part.K, j); it; ++it)
      text += fmt::format("{:>8}{:>8}{:>8}\n{:23.16E}\n", place(j), place(it.row()), 2, it.value());
  text += fmt::format("{:>8}{:>8}{:>8}\n{:23.16E}\n", size + 1, 1, 1, 1.0);
  text += fmt::format("{:>8}{:>8}{:>8}{:>8}{:<8}{:<16}\n", size, size, 6, 2, "MGG", "1P,3E23.16");
  for (int j = 0; j < w.M.outerSize(); ++j) {
    text += fmt::format("{:>8}{:>8}{:>8}\n", place(j), 0, 0);
    for (Sparse::InnerIterator it(w.M, j); it; ++it)
      text += fmt::format("{:>12}\n{:23.16E}\n", place(it.row()) + 65536 * 3, it.value());
  }
  text += fmt::format("{:>8}{:>8}{:>8}\n{:23.16E}\n", size + 1, 1, 1, 1.0);
  w.write("km.op4", text);
  std::string grids = "$ nodes\nBEGIN BULK\n";
  for (int i = 0; i < w.part.node_count(); ++i)
    grids += fmt::format("GRID    {:>8}        {:>8.3f}{:>8.3f}{:>8.3f}\n", i + 1, w.part.nodes(0, i),
                         w.part.nodes(1, i), w.part.nodes(2, i));
  w.write("model.bdf", grids + "ENDDATA\n");
  MatricesRequest request = w.request(MatrixFormat::op4, "km.op4", "km.op4");
  request.stiffness_name = "KGG";
  request.mass_name = "MGG";
  request.nodes = w.folder.path() / "model.bdf";
  w.expect_same(read_matrices(request).discrete);
}

// A file as Nastran writes it, with what stands beside the matrix that is asked for.
TEST(Imports, Output4HasStringsTouchingNumbersAndOtherMatrices) {
  const test::TemporaryFolder folder;
  const std::string text =
      "       3      -2       2       2LOW     1P,3E23.16\n"
      "       2       0       4\n       3       2\n 6.0000000000000000E+00\n"
      "       4       1       1\n 1.0000000000000000E+00\n"
      "       2      -2       1       4RND1CD  1P,3E23.16\n"
      "       1       0       6\n       5       1\n-1.0000000000000000E+00 1.0000000000000000E+00\n"
      "       3       1       1\n 1.0000000000000000E+00\n"
      "       3       3       6       2KGG     1P,5E16.9\n"
      "       1       0      12\n      458753\n 1.111537687E+08-4.583107587E+07-2.708955224-105\n"
      "       2       1       6\n-4.583107587E+07 2.000000000E+00 0.000000000E+00\n"
      "       3       0       6\n      196609\n-2.708955224-105\n      196611\n 7.000000000E+00\n"
      "       4       1       1\n 1.000000000E+00\n";
  std::ofstream(folder / "k.op4") << text;
  const Eigen::MatrixXd K = read_matrix(folder / "k.op4", MatrixFormat::op4, "kgg").matrix;
  Eigen::Matrix3d expected;
  expected << 1.111537687e8, -4.583107587e7, -2.708955224e-105, -4.583107587e7, 2, 0, -2.708955224e-105, 0, 7;
  EXPECT_EQ(K, expected);
  const auto message = [&](const std::string& file, const std::string& name) -> std::string {
    std::ofstream(folder / "b.op4") << file;
    try {
      read_matrix(folder / "b.op4", MatrixFormat::op4, name);
    } catch (const ModelError& error) {
      return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
    return "";
  };
  EXPECT_EQ(message(text, "RND1CD"), "b.op4:7: matrix `RND1CD` is complex");
  EXPECT_EQ(message(text, "LOW"), "b.op4:1: matrix `LOW` is not square");
  EXPECT_EQ(message(text, "KGX"), "b.op4: there is no matrix `KGX` in the file, did you mean `KGG`?");
  EXPECT_NE(message(text.substr(0, text.find("      196611")), "KGG"), "");
  std::string short_column = text;
  short_column.replace(short_column.find("-2.708955224-105\n       2"), 16, "");
  EXPECT_EQ(message(short_column, "KGG"),
            "b.op4:16: column 1 has 2 values where 3 are announced: the file is cut short");
  EXPECT_NE(message("\x10\x02 garbage\n", "KGG"), "");
}

TEST(Imports, DmigIsReadInFreeFieldsAndWithBothTriangles) {
  const test::TemporaryFolder folder;
  const auto K = [&](const std::string& text) {
    std::ofstream(folder / "k.pch") << text;
    return Eigen::MatrixXd(read_matrix(folder / "k.pch", MatrixFormat::dmig, "").matrix);
  };
  Eigen::Matrix2d expected;
  expected << 4, -1.5e-3, -1.5e-3, 2;
  EXPECT_EQ(K("DMIG,K,0,6,2,0\nDMIG,K,1,1,,1,1,4.\n,1,2,-1.5-3\nDMIG,K,1,2,,1,2,2.\n"), expected);
  EXPECT_EQ(K("DMIG,K,0,6,2,0\nDMIG*,K,1,1,,*\n*,1,1,4.D0,\n*,1,2,-1.5D-3\nDMIG*,K,1,2,\n*,1,2,2.\n"), expected);
  EXPECT_EQ(K("$ both triangles\nDMIG    K              0       6       2       0\n"
              "DMIG    K              1       1               1       1      4.\n"
              "*       1               2               -.0015\n"
              "DMIG    K              1       2               1       1  -.0015\n"
              "*       1               2               2.\n"),
            expected);
  EXPECT_THROW(K("DMIG,K,0,6,4,0\nDMIG,K,1,1,,1,1,4.,1.\n"), ModelError);
  EXPECT_THROW(K("DMIG,K,0,2,2,0\nDMIG,K,1,1,,1,1,4.\n"), ModelError);
}

TEST(Imports, GmshWritesTheSamePrismInThreeFormats) {
  const std::filesystem::path folder = std::filesystem::path(ALEMBERT_SOURCE_DIR) / "test" / "data" / "other_programs";
  Mesh first = read_inp(folder / "prism.inp");
  for (const char* name : {"prism22.msh", "prism41.msh"}) {
    const Mesh mesh = read_msh(folder / name);
    ASSERT_EQ(mesh.labels, first.labels) << name;
    EXPECT_LT((mesh.nodes - first.nodes).norm(), 1e-12) << name;
    ASSERT_EQ(mesh.elements.size(), 2u);
    for (std::size_t e = 0; e < 2; ++e) {
      EXPECT_EQ(mesh.elements[e].kind, SolidKind::C3D15);
      EXPECT_EQ(mesh.elements[e].nodes, first.elements[e].nodes) << name;
    }
    EXPECT_EQ(mesh.node_sets.at("base plate"), first.node_sets.at("base_plate"));
    EXPECT_EQ(mesh.surfaces.at("base plate").size(), 1u);
  }
  first.materials = {{"steel", 2.1e11, 0.3, 7850.0}};
  for (SolidElement& element : first.elements) element.material = 0;
  EXPECT_NEAR(mass_properties(assemble(first)).mass, 7850.0 * 0.5 * 0.3 * 0.2 * 0.4, 1e-9);
}

TEST(Imports, AMassMatrixOfBeamsIsLumpedAndSaysSo) {
  BeamFrame frame;
  frame.sections = {rectangle_section(0.05, 0.05, 0.3)};
  frame.nodes.resize(3, 11);
  for (int i = 0; i <= 10; ++i) {
    frame.nodes.col(i) = Vec3(0.1 * i, 0, 0);
    frame.labels.push_back(i + 1);
    if (i > 0) frame.elements.push_back({i - 1, i, 0, 2e11, 7.7e10, 7800.0, Vec3::UnitZ(), "b"});
  }
  const DiscretePart beams = assemble(frame);
  DiscretePart imported = beams;
  imported.masses = {};
  set_masses(imported, mass_matrix(beams));
  const MassProperties exact = mass_properties(beams), lumped = mass_properties(imported);
  EXPECT_NEAR(lumped.mass, exact.mass, 1e-10 * exact.mass);
  EXPECT_LT((lumped.centre - exact.centre).norm(), 1e-10);
  EXPECT_NEAR(lumped.J0(1, 1), exact.J0(1, 1), 0.03 * exact.J0(1, 1));
  EXPECT_NE(imported.notes.back().find("lumped by rows"), std::string::npos);
  const Part a = free_part(beams, 3), b = free_part(imported, 3);
  // Masses at ten nodes move outwards by (1/10)^2 or so.
  EXPECT_NEAR(b.omega[0], a.omega[0], 0.04 * a.omega[0]);
  EXPECT_LT(b.omega[0], a.omega[0]);
}

TEST(Imports, GmshMeshesOfBothVersionsAreTheSame) {
  const test::TemporaryFolder folder;
  const std::string nodes[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  std::string two =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 5 \"base plate\"\n3 7 "
      "\"body\"\n$EndPhysicalNames\n$Nodes\n4\n";
  for (int i = 0; i < 4; ++i) two += fmt::format("{} {}\n", i + 1, nodes[i]);
  two += "$EndNodes\n$Elements\n2\n1 2 2 5 1 1 2 3\n2 4 2 7 1 1 2 3 4\n$EndElements\n";
  std::string four =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 5 \"base plate\"\n3 7 \"body\"\n$EndPhysicalNames\n"
      "$Entities\n0 0 1 1\n3 0 0 0 1 1 0 1 5 0\n4 0 0 0 1 1 1 1 7 1 3\n$EndEntities\n$Nodes\n1 4 1 4\n3 4 0 "
      "4\n1\n2\n3\n4\n";
  for (const std::string& at : nodes) four += at + "\n";
  four += "$EndNodes\n$Elements\n2 2 1 2\n2 3 2 1\n1 1 2 3\n3 4 4 1\n2 1 2 3 4\n$EndElements\n";
  std::ofstream(folder.path() / "two.msh") << two;
  std::ofstream(folder.path() / "four.msh") << four;
  for (const char* name : {"two.msh", "four.msh"}) {
    const Mesh mesh = read_msh(folder.path() / name);
    ASSERT_EQ(mesh.elements.size(), 1u) << name;
    EXPECT_EQ(mesh.nodes.cols(), 4);
    EXPECT_EQ(mesh.node_sets.at("base plate").size(), 3u);
    EXPECT_EQ(mesh.element_sets.at("body").size(), 1u);
    ASSERT_EQ(mesh.surfaces.at("base plate").size(), 1u);
    EXPECT_EQ(mesh.surfaces.at("base plate")[0].face, 0);
  }
  std::ofstream(folder.path() / "cut.msh") << two.substr(0, two.size() / 2);
  EXPECT_THROW(read_msh(folder.path() / "cut.msh"), ModelError);
}

TEST(Imports, BadInputFilesAreRefusedWithTheirLine) {
  const test::TemporaryFolder folder;
  const std::string good =
      "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4, ELSET=E\n1, 1, 2, 3, 4\n"
      "*MATERIAL, NAME=S\n*ELASTIC\n2e11, 0.3\n*DENSITY\n7800\n*SOLID SECTION, ELSET=E, MATERIAL=S\n";
  const auto message = [&](std::string text, const std::string& from, const std::string& to) -> std::string {
    const std::size_t at = text.find(from);
    text.replace(at, from.size(), to);
    std::ofstream(folder.path() / "m.inp") << text;
    try {
      assemble(read_inp(folder.path() / "m.inp"));
    } catch (const ModelError& error) {
      return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
    return "";
  };
  EXPECT_EQ(message(good, "*NODE", "*NODE"), "");
  EXPECT_EQ(message(good, "3, 0, 1, 0", "3, 0, x, 0"), "m.inp:4: expected a coordinate (a number), found `x`");
  EXPECT_EQ(message(good, "1, 1, 2, 3, 4", "1, 1, 2, 3, 9"), "m.inp:7: element 1 has node 9, which is not defined");
  EXPECT_EQ(message(good, "1, 1, 2, 3, 4", "1, 1, 3, 2, 4"),
            "m.inp:7: element 1 (C3D4) has no volume, or is inside out: its nodes are in a wrong order, or coincide");
  EXPECT_EQ(message(good, "1, 1, 2, 3, 4", "1, 1, 2, 3"), "m.inp:7: element 1 (C3D4) needs 4 nodes, it has 3");
  EXPECT_EQ(message(good, "2e11, 0.3", "2e11, 0.5"), "m.inp:10: Poisson's ratio of `S` must be above -1 and below 0.5");
  EXPECT_EQ(message(good, "2e11, 0.3", "-1, 0.3"), "m.inp:10: Young's modulus of `S` must be positive");
  EXPECT_EQ(message(good, "*DENSITY\n7800\n", ""), "m.inp:8: material `S` has no *DENSITY");
  EXPECT_EQ(message(good, "MATERIAL=S\n", "MATERIAL=SS\n"), "m.inp:13: there is no material `SS`, did you mean `S`?");
  EXPECT_EQ(message(good, "ELSET=E, M", "ELSET=EE, M"),
            "m.inp:13: there is no set of elements `EE`, did you mean `E`?");
  EXPECT_EQ(message(good, "*DENSITY", "*SPRING, ELSET=E\n*DENSITY"),
            "m.inp:11: *SPRING is not supported: it would change the part, and is not understood");
  EXPECT_EQ(message(good, "TYPE=C3D4", "TYPE=C3D4H"),
            "m.inp:6: elements of type C3D4H are not supported; those that are: C3D4, C3D6, C3D8, C3D10, C3D15, C3D20, "
            "C3D20R; C3D4 has the same nodes");
  EXPECT_EQ(message(good, "*NODE\n", "1, 2\n*NODE\n"), "m.inp:1: expected a keyword, *NODE say; found `1, 2`");
  EXPECT_EQ(message(good, "*ELASTIC\n", "*ELASTIC, TYPE=ENGINEERING CONSTANTS\n"),
            "m.inp:9: *ELASTIC, TYPE=ENGINEERING CONSTANTS is not supported: materials must be isotropic");
}

TEST(Imports, UnitsThatCannotBeMeantAreNoticed) {
  Mesh mesh =
      box_mesh(SolidKind::C3D8, 1, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, {"steel", 2.1e5, 0.3, 7.85e-9});
  EXPECT_EQ(unit_warnings(mesh).size(), 1u);
  mesh.materials[0] = {"steel", 2.1e11, 0.3, 7.85e-6};  // kg/mm^3
  EXPECT_EQ(unit_warnings(mesh).size(), 1u);
  mesh.materials[0] = {"steel", 2.1e11, 0.3, 7850.0};
  EXPECT_TRUE(unit_warnings(mesh).empty());
  mesh.nodes *= 2000.0;
  EXPECT_EQ(unit_warnings(mesh).size(), 1u);
}

}  // namespace
}  // namespace alembert::flexible
