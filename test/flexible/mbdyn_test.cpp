#include <fmt/format.h>

#include <Eigen/Dense>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "flexible/beam_elements.h"
#include "flexible/mbdyn_file.h"
#include "flexible/meshes.h"
#include "math/so3.h"
#include "support/temporary_folder.h"

namespace alembert::flexible {
namespace {

const SolidMaterial mbdyn_steel{"steel", 2e11, 0.3, 7800.0};

DiscretePart solid_bar(SolidKind kind) {
  return assemble(box_mesh(
      kind, 3, 1, 1,
      [](const Vec3& x) -> Vec3 {
        return {x[0] + 5.0, 0.7 * x[1] + 0.1 * x[0], x[2]};
      },
      mbdyn_steel));
}

DiscretePart beam_elbow() {
  BeamFrame frame;
  frame.sections = {rectangle_section(0.05, 0.03, 0.3)};
  frame.nodes.resize(3, 9);
  for (int i = 0; i < 9; ++i) {
    frame.nodes.col(i) = i < 5 ? Vec3(0.1 * i, 0, 0) : Vec3(0.4, 0.1 * (i - 4), 0.02 * (i - 4));
    frame.labels.push_back(10 + i);
    if (i > 0) frame.elements.push_back({i - 1, i, 0, 2e11, 7.7e10, 7800.0, Vec3::UnitZ(), "b"});
  }
  return assemble(frame);
}

Part written_modes(const DiscretePart& discrete, int count) {
  ReductionOptions options;
  options.of_free = true;
  options.free = count;
  return reduce(discrete, {}, {}, {}, options);
}

std::string text_in(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

void expect_same_part(const Part& a, const Part& b, double tolerance) {
  ASSERT_EQ(a.modes(), b.modes());
  EXPECT_NEAR(a.mass, b.mass, tolerance * a.mass);
  EXPECT_LT((a.centre - b.centre).norm(), tolerance * 10.0);
  EXPECT_LT((a.J0 - b.J0).norm(), tolerance * a.J0.norm());
  EXPECT_LT((a.omega - b.omega).norm(), tolerance * a.omega.norm());
  EXPECT_LT((a.mu - b.mu).norm(), tolerance * a.mu.norm());
  EXPECT_LT((a.shapes - b.shapes).norm(), tolerance * a.shapes.norm());
  EXPECT_LT((a.rotations - b.rotations).norm(), tolerance * a.rotations.norm());
  for (std::size_t k = 0; k < a.P1.size(); ++k) EXPECT_LT((a.P1[k] - b.P1[k]).norm(), tolerance * a.mass * 10.0);
  for (std::size_t k = 0; k < a.P2.size(); ++k) EXPECT_LT((a.P2[k] - b.P2[k]).norm(), tolerance * a.mass);
}

TEST(Mbdyn, PartsComeBackAsTheyWent) {
  // Masses at nodes, of a bar and of one with pairs of modes of one frequency; between nodes; round the axes of beams,
  // whose nodes do not see them twist.
  const test::TemporaryFolder folder;
  const DiscretePart square = assemble(box_mesh(
      SolidKind::C3D8, 3, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, mbdyn_steel));
  for (const DiscretePart& discrete : {square, solid_bar(SolidKind::C3D8), solid_bar(SolidKind::C3D10), beam_elbow()}) {
    const Part part = written_modes(discrete, 8);
    const std::string note = write_mbdyn(part, folder / "p.fem");
    const MbdynData data = read_mbdyn(folder / "p.fem");
    const bool at_nodes = note.find("all masses are at nodes") == 0;
    EXPECT_EQ(at_nodes, !data.inertia.has_value()) << note;
    expect_same_part(part, part_of(data, {{"tip", {3}}}), 1e-10);
    const Part back = part_of(data, {{"tip", {3}}});
    ASSERT_EQ(back.frames.size(), 1u);
    EXPECT_LT((back.frames[0].Theta - part.rotations.middleRows<3>(9)).norm(), 1e-9 * part.rotations.norm());
  }
}

TEST(Mbdyn, FilesHaveWhatTheManualAsksFor) {
  const test::TemporaryFolder folder;
  const Part part = written_modes(solid_bar(SolidKind::C3D10), 3);
  write_mbdyn(part, folder / "p.fem");
  const std::string text = text_in(folder / "p.fem");
  for (int group = 1; group <= 12; ++group)
    EXPECT_NE(text.find(fmt::format("\n** RECORD GROUP {},", group)), std::string::npos) << group;
  EXPECT_EQ(text.find("** RECORD GROUP 14"), std::string::npos);  // MBDyn would add it to what follows from 11
  double mass = 0.0, number = 0.0;
  std::istringstream rows(text.substr(text.find('\n', text.find("** RECORD GROUP 11")) + 1));
  for (int k = 0; rows >> number; ++k)
    if (k % 6 == 0) mass += number;
  EXPECT_NEAR(mass, part.mass, 1e-12 * part.mass);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(!line.starts_with("**") || line.size() < 8192);  // of a comment MBDyn reads no more
}

// The same part as a generator that knows no mean axes would write it: shapes mixed with each other and with rigid
// motions, invariants about an origin elsewhere (groups 12, 14 to 18, no masses of nodes), numbers as Fortran writes
// them.
TEST(Mbdyn, InvariantsOfAnyShapesAreRead) {
  const test::TemporaryFolder folder;
  const DiscretePart discrete = solid_bar(SolidKind::C3D8);
  const Part part = written_modes(discrete, 4);
  Eigen::Matrix4d mix;
  mix << 1, 0.3, 0, 0, -0.2, 1, 0.1, 0, 0, 0.4, 1, -0.3, 0.1, 0, 0.2, 1;
  const Eigen::MatrixXd D = rigid_shapes(discrete, part.centre);
  Eigen::MatrixXd rigid(6, 4);
  rigid << 0.1, 0, 0.2, 0, 0, 0.3, 0, 0.1, 0.2, 0, 0, 0, 0.3, 0.1, 0, 0, 0, 0.2, 0.1, 0, 0.1, 0, 0, 0.2;
  const Eigen::MatrixXd B = part.shapes * mix + D * rigid;
  const Eigen::MatrixXd turns = part.rotations * mix;
  const Eigen::MatrixXd K = mix.transpose() * part.mu.cwiseProduct(part.omega.cwiseAbs2()).asDiagonal() * mix;
  // Sums over the masses of nodes, as MBDyn defines them.
  const int n = discrete.node_count(), m = 4;
  Eigen::MatrixXd I3 = Eigen::MatrixXd::Zero(3, m), I4 = I3, I8 = Eigen::MatrixXd::Zero(3, 3 * m),
                  I9 = Eigen::MatrixXd::Zero(3, 3 * m * m), M = Eigen::MatrixXd::Zero(m, m);
  for (int i = 0; i < n; ++i) {
    const double mass = discrete.masses.mu.coeff(i, i);
    const Vec3 u = discrete.nodes.col(i);
    for (int k = 0; k < m; ++k) {
      const Vec3 phi = B.col(k).segment<3>(3 * i);
      I3.col(k) += mass * phi;
      I4.col(k) += mass * u.cross(phi);
      I8.middleCols<3>(3 * k) -= mass * so3::hat(u) * so3::hat(phi);
      for (int l = 0; l < m; ++l) {
        const Vec3 other = B.col(l).segment<3>(3 * i);
        I9.middleCols<3>(3 * (k * m + l)) += mass * so3::hat(phi) * so3::hat(other);
        M(k, l) += mass * phi.dot(other);
      }
    }
  }
  std::ofstream out(folder / "q.fem");
  const auto rows = [&](const char* head, const Eigen::MatrixXd& matrix) {
    out << "** RECORD GROUP " << head << "\n";
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
        std::string number = fmt::format(" {:.16E}", matrix(r, c));
        number[number.find('E')] = 'D';
        out << number;
      }
      out << "\n";
    }
    out << "**\n\n";
  };
  out << "** MBDyn MODAL DATA FILE\n** NODE SET \"ALL\"\n\n\n";
  rows("18, INVARIANT 9", I9);
  rows("16, INVARIANT 8", I8);
  rows("15, INVARIANT 4", I4);
  rows("14, INVARIANT 3", I3);
  Eigen::MatrixXd whole(13, 1);
  whole << part.mass, part.centre, Eigen::Map<const Eigen::VectorXd>(part.J0.data(), 9);
  rows("12, RIGID BODY INERTIA MATRIX", whole);
  rows("13, MODAL DAMPING MATRIX", Eigen::MatrixXd::Zero(m, m));
  rows("10, MODAL STIFFNESS MATRIX", K);
  rows("9, MODAL MASS MATRIX", M);
  Eigen::MatrixXd shapes(m * n, 6);
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i)
      shapes.row(k * n + i) << B.col(k).segment<3>(3 * i).transpose(), turns.col(k).segment<3>(3 * i).transpose();
  rows("8, MODE SHAPES", shapes);
  for (int c = 0; c < 3; ++c)
    rows(fmt::format("{}, NODAL COORDINATES", 5 + c).c_str(), discrete.nodes.row(c).transpose());
  out << "** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n";
  for (const int label : discrete.labels) out << label << (label % 6 == 0 ? "\n" : "   ");
  out << "\n** RECORD GROUP 1, HEADER\n**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.\n"
      << fmt::format("      REV0 {} 3 1 1 1\n** END OF FILE\nnothing counts here\n", n);
  out.close();
  const MbdynData data = read_mbdyn(folder / "q.fem");
  const Part back = part_of(data, {});
  ASSERT_EQ(back.modes(), 4);
  EXPECT_LT((back.omega - part.omega).norm(), 1e-9 * part.omega.norm());
  EXPECT_LT((back.mu - part.mu).norm(), 1e-9 * part.mu.norm());
  EXPECT_LT((back.shapes - part.shapes).norm(), 1e-8 * part.shapes.norm());
  for (std::size_t k = 0; k < part.P1.size(); ++k) EXPECT_LT((back.P1[k] - part.P1[k]).norm(), 1e-8 * part.mass);
  for (std::size_t k = 0; k < part.P2.size(); ++k) EXPECT_LT((back.P2[k] - part.P2[k]).norm(), 1e-8 * part.mass);
  EXPECT_EQ(data.discrete.notes.back(), "passed over: RECORD GROUP 13, modal damping");
}

TEST(Mbdyn, FilesThatSayTooLittleAreRefused) {
  const test::TemporaryFolder folder;
  write_mbdyn(written_modes(solid_bar(SolidKind::C3D8), 2), folder / "p.fem");
  const std::string good = text_in(folder / "p.fem");
  const auto message = [&](const std::string& text) -> std::string {
    std::ofstream(folder / "b.fem") << text;
    try {
      part_of(read_mbdyn(folder / "b.fem"), {});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto without = [&](int group) {
    std::string text = good;
    text.replace(text.find(fmt::format("** RECORD GROUP {},", group)), 15, "** no such thing");
    return text;
  };
  EXPECT_EQ(message(good), "");
  EXPECT_NE(message(without(11)).find("RECORD GROUP 10 has"), std::string::npos);
  // Without the last of the exact invariants, nothing less exact is taken in their place.
  write_mbdyn(written_modes(solid_bar(SolidKind::C3D10), 2), folder / "q.fem");
  const std::string exact = text_in(folder / "q.fem");
  EXPECT_EQ(message(exact), "");
  EXPECT_NE(message(exact.substr(0, exact.find("** EXACT GROUP 18"))).find("no RECORD GROUP 18"), std::string::npos);
  EXPECT_NE(message(exact.substr(0, exact.find("** EXACT GROUP 16") + 200)), "");
  std::string swapped = exact;
  const std::size_t stiffness = swapped.find('\n', swapped.find("** RECORD GROUP 10")) + 1;
  swapped.replace(stiffness, 23, " 9.0000000000000000e+99");
  EXPECT_NE(message(swapped).find("contradict each other: its modes are not in order"), std::string::npos);
  std::string no_masses = good;
  no_masses.erase(good.find("** RECORD GROUP 11"), good.find("** RECORD GROUP 12") - good.find("** RECORD GROUP 11"));
  EXPECT_NE(message(no_masses).find("takes RECORD GROUP 11 (masses of nodes), or 12, 14, 15, 16 and 18"),
            std::string::npos);
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
    EXPECT_NE(message(good.substr(0, static_cast<std::size_t>(share * static_cast<double>(good.size())))), "");
  EXPECT_NE(message("1 2 3\n").find("is this a file for MBDyn?"), std::string::npos);
  EXPECT_NE(message("").find("no RECORD GROUP 1"), std::string::npos);
  EXPECT_NE(message(good + "** RECORD GROUP 5, AGAIN\n"), "x");
}

}  // namespace
}  // namespace alembert::flexible
