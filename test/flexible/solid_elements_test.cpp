#include "flexible/solid_elements.h"

#include <Eigen/Dense>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "base/error.h"
#include "flexible/meshes.h"
#include "flexible/read_inp.h"
#include "flexible/read_matrices.h"
#include "flexible/reduction.h"
#include "flexible/shifted_stiffness.h"

namespace alembert::flexible {
namespace {

constexpr auto& all_solids = solid_kinds;
const SolidMaterial steel{"steel", 2e11, 0.3, 7800.0};

// Straight edges, but no two cells alike.
Vec3 skewed(const Vec3& x) {
  return {x[0] + 0.1 * x[1] + 0.05 * x[2], 0.9 * x[1] - 0.1 * x[0], 1.1 * x[2] + 0.2 * x[0] + 0.1 * x[1]};
}

TEST(SolidElements, PassThePatchTest) {
  // A displacement that is linear in place has the same stress everywhere, and loads at the outside alone.
  Mat3 gradient;
  gradient << 1.0, 0.2, -0.3, 0.4, -0.5, 0.6, 0.1, 0.7, 0.8;
  gradient *= 1e-3;
  const Mat3 strain = 0.5 * (gradient + gradient.transpose());
  const double lambda = 2e11 * 0.3 / (1.3 * 0.4), G = 2e11 / 2.6;
  const Mat3 s = lambda * strain.trace() * Mat3::Identity() + 2.0 * G * strain;
  for (const SolidKind kind : all_solids) {
    const Mesh mesh = box_mesh(kind, 2, 2, 2, skewed, steel);
    const DiscretePart part = assemble(mesh);
    Eigen::VectorXd u(part.coordinates());
    for (int i = 0; i < part.node_count(); ++i) u.segment<3>(3 * i) = gradient * mesh.nodes.col(i);
    const Eigen::VectorXd f = part.K * u;
    const double size = f.cwiseAbs().maxCoeff();
    const Vec3 inside = skewed({1, 1, 1});
    for (const int i : nodes_where(mesh, [&](const Vec3& x) { return (x - inside).norm() < 1e-9; }))
      EXPECT_LT(f.segment<3>(3 * i).norm(), 1e-12 * size) << name_of(kind);
    const StressShapes stress = part.stress(u);
    Eigen::Matrix<double, 6, 1> expected;
    expected << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
    for (Eigen::Index p = 0; p < stress.shapes.rows() / 6; ++p)
      EXPECT_LT((stress.shapes.middleRows<6>(6 * p).cast<double>() - expected).norm(), 1e-6 * expected.norm())
          << name_of(kind);
  }
}

TEST(SolidElements, HaveTheMassOfTheirVolume) {
  // A box of 2 x 1 x 1 m, sheared: its volume is that of the box times the determinant of the map.
  for (const SolidKind kind : all_solids) {
    const Mesh mesh = box_mesh(kind, 2, 1, 1, skewed, steel);
    Mat3 map;
    for (int c = 0; c < 3; ++c) map.col(c) = skewed(Vec3::Unit(c));
    const MassProperties whole = mass_properties(assemble(mesh));
    EXPECT_NEAR(whole.mass, 7800.0 * 2.0 * map.determinant(), 1e-8);
    EXPECT_LT((whole.centre - skewed({1.0, 0.5, 0.5})).norm(), 1e-12);
  }
}

TEST(SolidElements, ConsistentMassesHaveTheInertiaOfTheBox) {
  for (const SolidKind kind : {SolidKind::C3D10, SolidKind::C3D20, SolidKind::C3D20R}) {
    const Mesh mesh = box_mesh(
        kind, 3, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, steel);
    const Mat3 J = mass_properties(assemble(mesh)).J0;
    EXPECT_NEAR(J(0, 0), 23400.0 / 12.0 * 2.0, 1e-7);
    EXPECT_NEAR(J(1, 1), 23400.0 / 12.0 * 10.0, 1e-7);
  }
}

TEST(SolidElements, GiveTheMatricesOfAbaqusToRounding) {
  ALEMBERT_NEED_OTHER_PROGRAMS();
  // Frequencies of the free block, Hz: eigenvalues of Abaqus's own matrices.
  const std::map<std::string, std::array<double, 3>> frequencies = {{"C3D4", {489.2963, 489.8548, 697.5435}},
                                                                    {"C3D8", {438.7752, 438.7752, 555.8882}},
                                                                    {"C3D10", {451.3333, 452.0099, 607.8702}},
                                                                    {"C3D20", {449.7645, 449.7645, 595.7569}},
                                                                    {"C3D20R", {449.2911, 449.2911, 593.4417}}};
  for (const SolidKind kind : all_solids) {
    if (frequencies.count(name_of(kind)) == 0) continue;  // there are no wedges among the files
    const std::string file = (other_programs() / "abaqus" / "block").string() + name_of(kind);
    const DiscretePart part = assemble(read_inp(file + ".inp"));
    for (const auto& [ending, ours] : {std::pair{"_STIF1.mtx", part.K}, {"_MASS1.mtx", mass_matrix(part)}}) {
      std::ifstream stream(file + ending);
      Eigen::MatrixXd theirs = Eigen::MatrixXd::Zero(ours.rows(), ours.cols());
      int row = 0, column = 0;
      double value = 0.0;
      while (stream >> row >> column >> value) theirs(row - 1, column - 1) = value;
      EXPECT_LT((Eigen::MatrixXd(ours) - theirs).cwiseAbs().maxCoeff(), 1e-12 * theirs.cwiseAbs().maxCoeff()) << file;
    }
    ReductionOptions options;
    options.of_free = true;
    options.free = 3;
    const Part reduced = reduce(part, {}, {}, {}, options);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(reduced.omega[k] / (2.0 * std::numbers::pi),
                  frequencies.at(name_of(kind))[static_cast<std::size_t>(k)], 6e-5);
  }
}

// Frequencies with some displacements held, after `skip` that are 0.
std::vector<double> held_frequencies(const Mesh& mesh, const std::vector<std::pair<int, int>>& held, int skip,
                                     int count) {
  const DiscretePart part = assemble(mesh);
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& [node, direction] : held)
    entries.emplace_back(static_cast<int>(entries.size()), 3 * node + direction, 1.0);
  Sparse C(static_cast<Eigen::Index>(entries.size()), part.coordinates());
  C.setFromTriplets(entries.begin(), entries.end());
  const ShiftedStiffness A = suitably_shifted(part.K, mass_matrix(part), C, skip, {});
  const Modes modes = A.lowest(skip + count);
  std::vector<double> out;
  for (int k = skip; k < skip + count; ++k) out.push_back(std::sqrt(modes.squares[k]) / (2.0 * std::numbers::pi));
  return out;
}

TEST(SolidElements, FindTheFrequenciesOfTheThickPlateOfNafems) {
  // NAFEMS FV52: 10 x 10 x 1 m, lower edges held across the plate; three motions in its plane are free. Altair's
  // OptiStruct finds these ratios to the closed form with the same mesh of HEXA20 (its verification problem OS-V 0455).
  const Mesh mesh = box_mesh(SolidKind::C3D20, 4, 4, 1,
                             [](const Vec3& x) -> Vec3 {
                               return {x[0] / 0.4, x[1] / 0.4, x[2]};
                             },
                             {"steel", 2e11, 0.3, 8000.0});
  std::vector<std::pair<int, int>> held;
  for (const int i : nodes_where(mesh, [](const Vec3& x) {
         const bool edge = x[0] < 1e-6 || x[0] > 10 - 1e-6 || x[1] < 1e-6 || x[1] > 10 - 1e-6;
         return edge && x[2] < 1e-6;
       }))
    held.emplace_back(i, 2);
  const std::vector<double> found = held_frequencies(mesh, held, 3, 7);
  const std::array closed_form = {45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19};
  const std::array ratio = {0.9760, 1.0101, 1.0101, 1.0072, 1.0017, 1.0022, 1.0022};
  for (std::size_t k = 0; k < ratio.size(); ++k) EXPECT_NEAR(found[k] / closed_form[k], ratio[k], 1e-4) << k;
}

TEST(SolidElements, FindTheFrequenciesOfTheTaperedMembraneOfNafems) {
  // NAFEMS FV32: 10 m long, 5 m at the root, which is held, 1 m at the tip, 0.05 m thick; the middle plane stays
  // plane. Half the thickness is meshed, on a middle plane that cannot move across: motions of plane stress alone are
  // left.
  const Mesh mesh = box_mesh(SolidKind::C3D20, 16, 8, 1,
                             [](const Vec3& x) -> Vec3 {
                               const double along = x[0] / 16.0, height = 5.0 - 4.0 * along;
                               return {10.0 * along, height * (x[1] / 8.0 - 0.5), 0.025 * x[2]};
                             },
                             {"steel", 2e11, 0.3, 8000.0});
  std::vector<std::pair<int, int>> held;
  for (const int i : nodes_where(mesh, [](const Vec3& x) { return std::abs(x[2]) < 1e-6; })) held.emplace_back(i, 2);
  for (const int i : nodes_where(mesh, [](const Vec3& x) { return x[0] < 1e-6; }))
    for (const int c : {0, 1}) held.emplace_back(i, c);
  const std::vector<double> found = held_frequencies(mesh, held, 0, 6);
  const std::array expected = {44.623, 130.03, 162.70, 246.05, 379.90, 391.44};
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(found[k], expected[k], 0.01 * expected[k]) << k;
}

TEST(SolidElements, WedgesHaveTheStiffnessOfCalculix) {
  // Masses differ: CalculiX integrates them at the points of the stiffness, which leaves its matrix singular.
  const std::filesystem::path folder = std::filesystem::path(ALEMBERT_SOURCE_DIR) / "test" / "data" / "other_programs";
  for (const std::string name : {"wedges_c3d6", "wedges_c3d15"}) {
    const DiscretePart part = assemble(read_inp(folder / (name + ".inp")));
    MatricesRequest request;
    request.stiffness = folder / (name + ".sti");
    request.mass = folder / (name + ".mas");
    request.nodes = folder / (name + ".inp");
    request.coordinates = folder / (name + ".dof");
    request.format = MatrixFormat::calculix;
    const DiscretePart theirs = read_matrices(request).discrete;
    ASSERT_EQ(theirs.labels, part.labels);
    Eigen::VectorXi order(part.coordinates());  // of theirs in ours
    for (int i = 0; i < part.node_count(); ++i)
      for (int c = 0; c < 3; ++c) order[part.dofs(c, i)] = theirs.dofs(c, i);
    const Eigen::MatrixXd K = Eigen::MatrixXd(theirs.K)(order, order);
    EXPECT_LT((Eigen::MatrixXd(part.K) - K).cwiseAbs().maxCoeff(), 1e-12 * K.cwiseAbs().maxCoeff()) << name;
    EXPECT_NEAR(mass_properties(theirs).mass, mass_properties(part).mass, 1e-10 * mass_properties(part).mass);
  }
}

TEST(SolidElements, PressureOnAFaceIsItsAreaTimesTheNormal) {
  for (const SolidKind kind : all_solids) {
    const Mesh mesh = box_mesh(
        kind, 2, 2, 1, [](const Vec3& x) -> Vec3 { return x; }, steel);
    std::vector<ElementFace> top;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e)
      for (int f = 0; f < face_count_of(mesh.elements[e].kind); ++f) {
        const std::vector<int> nodes = nodes_of_face(mesh.elements[e], f);
        if (std::all_of(nodes.begin(), nodes.end(), [&](int i) { return mesh.nodes(2, i) > 1.0 - 1e-9; }))
          top.push_back({static_cast<int>(e), f});
      }
    const Eigen::VectorXd F = pressure_forces(mesh, top);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    for (Eigen::Index i = 0; i < mesh.nodes.cols(); ++i) {
      sum += F.segment<3>(3 * i);
      torque += mesh.nodes.col(i).cross(F.segment<3>(3 * i));
    }
    EXPECT_LT((sum - Vec3(0, 0, -4)).norm(), 1e-12) << name_of(kind);
    EXPECT_LT((torque - Vec3(1, 1, 1).cross(Vec3(0, 0, -4))).norm(), 1e-12);
  }
}

TEST(SolidElements, TheirOuterTrianglesCloseTheVolume) {
  for (const SolidKind kind : all_solids) {
    const DiscretePart part = assemble(box_mesh(
        kind, 2, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, steel));
    double volume = 0.0;
    for (const auto& t : part.surface.triangles)
      volume += part.nodes.col(t[0]).dot(part.nodes.col(t[1]).cross(part.nodes.col(t[2]))) / 6.0;
    EXPECT_NEAR(volume, 2.0, 1e-12) << name_of(kind);
  }
}

TEST(SolidElements, AreWarnedOfWhenTheyFoldBetweenThePointsOfTheStiffness) {
  // A tetrahedron with a middle node near a corner, as meshes of second order on curved bodies have them.
  Mesh mesh = box_mesh(
      SolidKind::C3D10, 1, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, steel);
  const SolidElement& e = mesh.elements[0];
  const Vec3 a = mesh.nodes.col(e.nodes[0]), b = mesh.nodes.col(e.nodes[1]);
  const auto noted = [&](double share) {
    mesh.nodes.col(e.nodes[4]) = a + share * (b - a);
    const DiscretePart part = assemble(mesh);
    return std::any_of(part.notes.begin(), part.notes.end(),
                       [](const std::string& note) { return note.find("distorted") != std::string::npos; });
  };
  EXPECT_FALSE(noted(0.5));
  EXPECT_TRUE(noted(0.05));
  EXPECT_THROW(noted(-0.3), ModelError);
}

TEST(SolidElements, AreNamedWhenTheyAreInsideOut) {
  Mesh mesh = box_mesh(
      SolidKind::C3D8, 2, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, steel);
  std::swap(mesh.elements[1].nodes[0], mesh.elements[1].nodes[4]);
  std::swap(mesh.elements[1].nodes[1], mesh.elements[1].nodes[5]);
  std::swap(mesh.elements[1].nodes[2], mesh.elements[1].nodes[6]);
  std::swap(mesh.elements[1].nodes[3], mesh.elements[1].nodes[7]);
  try {
    assemble(mesh);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("element 2 (C3D8)"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace alembert::flexible
