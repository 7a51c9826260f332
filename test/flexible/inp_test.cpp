// Input files of Abaqus and CalculiX in the dialects of the programs that write them.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "flexible/read_inp.h"
#include "support/temporary_folder.h"

namespace alembert::flexible {
namespace {

// As Abaqus/CAE writes: parts, an instance that is moved and turned, reference points numbered anew, sets of one name.
const std::string assembly = R"(*Heading
** Job name: Job-1 Model name: Model-1
*Preprint, echo=NO, model=NO, history=NO, contact=NO
*Part, name=Other
*Node
      1,  9., 9., 9.
*End Part
*Part, name=Part-1
*Node
      1,           0.,           0.,           0.
      2,          10.,           0.,           0.
      3,          10.,          20.,           0.
      4,           0.,          20.,           0.
      5,           0.,           0.,          30.
      6,          10.,           0.,          30.
      7,          10.,          20.,          30.
      8,           0.,          20.,          30.
*Element, type=C3D8
1, 1, 2, 3, 4, 5, 6, 7, 8
*Nset, nset=Set-1, generate
 1,  8,  1
*Elset, elset=Set-1
 1,
*Solid Section, elset=Set-1, material=Material-1
,
*End Part
*Assembly, name=Assembly
*Instance, name=Part-1-1, part=Part-1
        100.,           0.,           0.
        100.,           0.,           0.,         100.,           0.,           1.,          90.
*End Instance
*Node
      1,         105.,           5.,         40.
*Node
      2,         105.,           5.,         -9.
*Nset, nset=RP
 1,
*Nset, nset=Set-1, instance=Part-1-1
 1, 2, 3, 4
*Nset, nset=m_Set-2
 2,
*Elset, elset=_Surf-1_S2, internal, instance=Part-1-1
 1,
*Surface, type=ELEMENT, name=Surf-1
_Surf-1_S2, S2
*Surface, type=NODE, name=below, internal
Set-1, 1.
*Coupling, constraint name=top, ref node=RP, surface=Surf-1
*Kinematic
*Coupling, constraint name=under, ref node=m_Set-2, surface=below
*Distributing, weighting method=UNIFORM
*End Assembly
*Material, name=Material-1
*Density
 7.85e-09,
*Elastic
210000., 0.3
*Step, name=Step-1, nlgeom=NO, perturbation
*Frequency, eigensolver=Lanczos
5, , , , ,
*End Step
)";

class Inp : public ::testing::Test {
 protected:
  Mesh read(const std::string& text) const {
    std::ofstream(folder_ / "m.inp") << text;
    return read_inp(folder_ / "m.inp");
  }
  static std::string with(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  }
  std::string message(const std::string& text) const {
    try {
      read(text);
    } catch (const ModelError& error) {
      return std::string(error.what()).substr(folder_.path().string().size() + 1);
    }
    return "";
  }
  test::TemporaryFolder folder_;
};

TEST_F(Inp, AnInstanceIsMovedThenTurned) {
  Mesh mesh = read(assembly);
  drop_loose_nodes(mesh);
  ASSERT_EQ(mesh.labels, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  // x 10 becomes y 10, y 20 becomes x -20, about (100, 0).
  EXPECT_LT((mesh.nodes.col(0) - Vec3(100, 0, 0)).norm(), 1e-12);
  EXPECT_LT((mesh.nodes.col(1) - Vec3(100, 10, 0)).norm(), 1e-12);
  EXPECT_LT((mesh.nodes.col(6) - Vec3(80, 10, 30)).norm(), 1e-12);
  EXPECT_EQ(mesh.elements[0].material, 0);
}

TEST_F(Inp, SetsOfPartsAndOfTheAssemblyAreNotMixed) {
  const Mesh mesh = read(assembly);
  EXPECT_EQ(mesh.node_sets.at("Set-1"), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.node_sets.at("Part-1-1.Set-1").size(), 8u);
}

TEST_F(Inp, CouplingsArePatchesWithReferencePoints) {
  const Mesh mesh = read(assembly);
  for (const char* name : {"top", "Surf-1", "RP"}) {
    const MeshPatch& patch = mesh.patches.at(name);
    EXPECT_EQ(patch.nodes, (std::vector<int>{4, 5, 6, 7}));
    EXPECT_EQ(patch.kind, Interface::Kind::rigid);
    EXPECT_EQ(patch.at, Vec3(105, 5, 40));
  }
  EXPECT_EQ(mesh.patches.at("under").kind, Interface::Kind::average);
  EXPECT_EQ(mesh.patches.at("under").at, Vec3(105, 5, -9));
  EXPECT_EQ(mesh.patches.at("under").nodes, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(Inp, WhatACouplingCannotSayIsRefused) {
  EXPECT_EQ(message(with(assembly, "method=UNIFORM", "method=QUADRATIC")),
            "m.inp:51: *DISTRIBUTING with weights by distance is not supported");
  EXPECT_EQ(message(with(assembly, "*Kinematic\n", "*Kinematic\n1, 2\n")),
            "m.inp:49: *KINEMATIC of some directions alone is not supported: name 1 to 3, or 1 to 6");
  EXPECT_EQ(message(with(assembly, "*Kinematic\n", "")),
            "m.inp:48: *COUPLING needs *KINEMATIC or *DISTRIBUTING below it");
  EXPECT_EQ(message(with(assembly, "ref node=RP", "ref node=RPP")),
            "m.inp:48: there is no set of nodes `RPP`, did you mean `RP`?");
  EXPECT_EQ(message(with(assembly, "surface=Surf-1", "surface=Surf-9")),
            "m.inp:48: there is no surface `Surf-9` with nodes in it");
  EXPECT_EQ(
      message(with(assembly, "*End Instance\n", "*End Instance\n*Instance, name=b, part=Part-1\n*End Instance\n")),
      "m.inp:32: more than one *INSTANCE is not supported: write the assembly as one part");
}

// As CalculiX and PrePoMax have it: one list of nodes, lower and upper case, tabs, lines that end as on Windows, rigid
// bodies with a reference node, beams of *MPC, rows in files of their own.
TEST_F(Inp, OneListOfNodesWithRigidBodies) {
  std::ofstream(folder_ / "elements.txt") << "1, 1, 2,\r\n3, 4\r\n";
  const std::string text =
      "*node,\tnset=Nall\r\n1,0,0,0\r\n\r\n 2, 1.D0,0\r\n3,0,1.,,\r\n4,0,0,1\r\n10,0.,0.,5.\r\n"
      "*ELEMENT , TYPE = C3D4 ,\r\n ELSET=\"E all\", INPUT=elements.txt\r\n*ELEMENT, TYPE=S3, ELSET=skin\r\n"
      "7, 1, 2, 3\r\n*NSET, NSET=a\r\n1, 2,\r\n3\r\n*Nset, Nset=b, Generate\r\n2, 4, 2\r\n"
      "*RIGID BODY, NSET=A, REF NODE=10, ROT NODE=11\r\n*MPC\r\nBEAM, b, 10\r\nbeam, 3, 10\r\n";
  const Mesh mesh = read(text);
  EXPECT_EQ(mesh.elements.size(), 1u);
  EXPECT_EQ(mesh.nodes.col(1), Vec3(1, 0, 0));
  EXPECT_EQ(mesh.node_sets.at("skin"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(mesh.patches.at("a").at, Vec3(0, 0, 5));
  EXPECT_EQ(mesh.patches.at("a").nodes, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(mesh.patches.at("MPC-10").nodes, (std::vector<int>{1, 2, 3}));
  EXPECT_NE(message(with(text, "BEAM, b", "PIN, b")).find("*MPC of type PIN is not supported"), std::string::npos);
  EXPECT_NE(message(with(text, "TYPE=S3", "TYPE=SPRINGA")).find("elements of type SPRINGA are not supported"),
            std::string::npos);
}

}  // namespace
}  // namespace alembert::flexible
