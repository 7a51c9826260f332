#include "flexible/reduction.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <fstream>
#include <numbers>
#include <sstream>

#include "base/error.h"
#include "flexible/invariants.h"
#include "flexible/meshes.h"
#include "flexible/part_file.h"
#include "flexible/read_inp.h"
#include "flexible/solid_elements.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

const SolidMaterial block_steel{"steel", 2e11, 0.3, 7800.0};

Mesh bar(SolidKind kind = SolidKind::C3D20) {
  return box_mesh(
      kind, 4, 1, 1,
      [](const Vec3& x) -> Vec3 {
        return {x[0] + 3.0, 0.5 * x[1] + 1.0, x[2]};
      },
      block_steel);
}

std::vector<Interface> both_ends(const Mesh& mesh, Interface::Kind kind) {
  return {{"left", nodes_where(mesh, [](const Vec3& x) { return x[0] < 3.0 + 1e-9; }), kind},
          {"right", nodes_where(mesh, [](const Vec3& x) { return x[0] > 7.0 - 1e-9; }), kind}};
}

ReductionOptions fixed_modes(int count) {
  ReductionOptions out;
  out.fixed = count;
  return out;
}

TEST(Reduction, KeepsMeanAxes) {
  const Mesh mesh = bar();
  const DiscretePart discrete = assemble(mesh);
  for (const Interface::Kind kind : {Interface::Kind::rigid, Interface::Kind::average}) {
    const Part part = reduce(discrete, both_ends(mesh, kind), {}, {}, fixed_modes(6));
    ASSERT_EQ(part.modes(), 12 + 6 - 6);
    EXPECT_EQ(problem_of(part), "");
    EXPECT_LT(asymmetry_of_P1(part), 1e-10);
    // Momentum and angular momentum of modes are 0; masses of modes are the traces of P2.
    const Sparse M = mass_matrix(discrete);
    Eigen::MatrixXd Phi(discrete.coordinates(), part.modes());
    Phi = part.shapes;  // three coordinates a node, in order
    const Eigen::MatrixXd D = rigid_shapes(discrete, part.centre), momenta = D.transpose() * (M * Phi);
    EXPECT_LT(momenta.cwiseAbs().maxCoeff(), 1e-9 * part.mass);
    const Eigen::MatrixXd mass = Phi.transpose() * (M * Phi), stiffness = Phi.transpose() * (discrete.K * Phi);
    for (int k = 0; k < part.modes(); ++k) {
      EXPECT_NEAR(mass(k, k), part.mu[k], 1e-10 * part.mu[k]);
      EXPECT_NEAR(stiffness(k, k), part.mu[k] * part.omega[k] * part.omega[k], 1e-7 * stiffness(k, k));
      for (int l = 0; l < k; ++l) {
        EXPECT_LT(std::abs(mass(k, l)), 1e-9 * std::sqrt(part.mu[k] * part.mu[l]));
        EXPECT_LT(std::abs(stiffness(k, l)), 1e-7 * std::sqrt(stiffness(k, k) * stiffness(l, l)));
      }
      EXPECT_NEAR(Eigen::Map<const Eigen::Matrix3Xd>(part.shapes.col(k).data(), 3, part.nodes.cols())
                      .colwise()
                      .norm()
                      .maxCoeff(),
                  1.0, 1e-12);
    }
  }
}

TEST(Reduction, InvariantsAreSumsOverParticles) {
  const DiscretePart discrete = assemble(bar(SolidKind::C3D8));  // masses at the nodes alone
  ReductionOptions options;
  options.of_free = true;
  options.free = 4;
  const Part part = reduce(discrete, {}, {}, {}, options);
  Mat3 P1 = Mat3::Zero(), P2 = Mat3::Zero(), J = Mat3::Zero();
  for (int i = 0; i < discrete.node_count(); ++i) {
    const double m = discrete.masses.mu.coeff(i, i);
    const Vec3 X = part.nodes.col(i), u1 = part.shapes.col(1).segment<3>(3 * i),
               u3 = part.shapes.col(3).segment<3>(3 * i);
    P1 += m * u1 * X.transpose();
    P2 += m * u1 * u3.transpose();
    J -= m * so3::hat(X) * so3::hat(X);
  }
  EXPECT_LT((P1 - part.P1[1]).norm(), 1e-12 * part.mass);
  EXPECT_LT((P2 - part.P2[1 * 4 + 3]).norm(), 1e-12 * part.mass);
  EXPECT_LT((J - part.J0).norm(), 1e-12 * J.norm());
}

// Static answer of the reduced part to wrenches in equilibrium: right by (F, T), left by their opposite about the left.
Eigen::VectorXd static_answer(const Part& part, const Vec3& F, const Vec3& T) {
  const PartFrame &left = part.frames[0], &right = part.frames[1];
  const Vec3 T_left = -T - (right.at - left.at).cross(F);
  const Eigen::VectorXd p = right.Phi.transpose() * F + right.Theta.transpose() * T - left.Phi.transpose() * F +
                            left.Theta.transpose() * T_left;
  return p.cwiseQuotient(part.mu.cwiseProduct(part.omega.cwiseAbs2()));
}

TEST(Reduction, StaticAnswersToLoadsOnInterfacesAreExact) {
  // Craig-Bampton with and without modes, attachment modes and averages: the same work of the same loads.
  const Mesh mesh = bar();
  const DiscretePart discrete = assemble(mesh);
  for (const Interface::Kind kind : {Interface::Kind::rigid, Interface::Kind::average}) {
    const std::vector<Interface> ends = both_ends(mesh, kind);
    const auto work = [&](const Part& part) {
      const Vec3 F(1e5, 2e6, -3e6), T(4e5, -5e5, 6e5);
      const Eigen::VectorXd xi = static_answer(part, F, T);
      return xi.dot(part.mu.cwiseProduct(part.omega.cwiseAbs2()).cwiseProduct(xi));
    };
    ReductionOptions free;
    free.of_free = true;
    free.free = 3;
    const double plain = work(reduce(discrete, ends, {}, {}, fixed_modes(0)));
    EXPECT_NEAR(work(reduce(discrete, ends, {}, {}, fixed_modes(8))), plain, 1e-8 * plain);
    EXPECT_NEAR(work(reduce(discrete, ends, {}, {}, free)), plain, 1e-6 * plain);
  }
}

TEST(Reduction, AWholeSetOfModesHasTheFrequenciesOfTheMesh) {
  const Mesh mesh = bar(SolidKind::C3D10);
  const DiscretePart discrete = assemble(mesh);
  ReductionOptions free;
  free.of_free = true;
  free.free = 6;
  const Part whole = reduce(discrete, {}, {}, {}, free);
  const Part reduced = reduce(discrete, both_ends(mesh, Interface::Kind::average), {}, {}, fixed_modes(30));
  for (int k = 0; k < 6; ++k) {
    EXPECT_GE(reduced.omega[k], whole.omega[k] * (1.0 - 1e-9));  // Rayleigh's quotient
    EXPECT_NEAR(reduced.omega[k], whole.omega[k], 1e-3 * whole.omega[k]);
  }
}

TEST(Reduction, UpToAFrequencyTakesAllModesBelowIt) {
  const DiscretePart discrete = assemble(bar());
  ReductionOptions many, limit;
  many.of_free = limit.of_free = true;
  many.free = 20;
  const Part twenty = reduce(discrete, {}, {}, {}, many);
  limit.up_to = 0.5 * (twenty.omega[8] + twenty.omega[9]) / (2.0 * std::numbers::pi);
  EXPECT_EQ(reduce(discrete, {}, {}, {}, limit).modes(), 9);
}

TEST(Reduction, RefusesWhatIsNotOneFreeBody) {
  const auto message = [](const DiscretePart& part, const std::vector<Interface>& interfaces,
                          int modes) -> std::string {
    try {
      reduce(part, interfaces, {}, {}, fixed_modes(modes));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const Mesh mesh = bar();
  const std::vector<Interface> ends = both_ends(mesh, Interface::Kind::rigid);
  DiscretePart held = assemble(mesh);
  held.K.coeffRef(0, 0) *= 2.0;
  EXPECT_NE(message(held, ends, 2).find("resists rigid motions"), std::string::npos);
  EXPECT_NE(message(assemble(mesh), ends, 100000).find("modes are asked for"), std::string::npos);
  std::vector<Interface> overlapping = ends;
  overlapping[1].nodes.push_back(overlapping[0].nodes[0]);
  EXPECT_NE(message(assemble(mesh), overlapping, 2).find("two rigid interfaces, `left` and `right`"),
            std::string::npos);
  Mesh two = bar();
  const Mesh other = box_mesh(
      SolidKind::C3D20, 1, 1, 1, [](const Vec3& x) -> Vec3 { return x; }, block_steel);
  const auto before = static_cast<int>(two.nodes.cols());
  two.nodes.conservativeResize(3, before + other.nodes.cols());
  two.nodes.rightCols(other.nodes.cols()) = other.nodes;
  for (std::size_t i = 0; i < other.labels.size(); ++i) two.labels.push_back(1000 + static_cast<int>(i));
  two.elements.push_back(other.elements[0]);
  for (int& node : two.elements.back().nodes) node += before;
  EXPECT_NE(message(assemble(two), ends, 2)
                .find(fmt::format("not in one piece, but in 2: {} nodes with node 1, 20 nodes "
                                  "with node 1000",
                                  before)),
            std::string::npos)
      << message(assemble(two), ends, 2);
  // A spring between two nodes that pushes where it should pull, along the line that joins them: rigid motions do not
  // meet it.
  DiscretePart pushed = assemble(mesh);
  const int a = ends[0].nodes[0], b = ends[1].nodes[0];
  const Vec3 along = (pushed.nodes.col(b) - pushed.nodes.col(a)).normalized();
  const double stiff = 10.0 * pushed.K.coeffs().cwiseAbs().maxCoeff();
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      for (const auto& [i, j] : {std::pair{a, a}, {a, b}, {b, a}, {b, b}})
        pushed.K.coeffRef(3 * i + r, 3 * j + c) += (i == j ? -stiff : stiff) * along[r] * along[c];
  pushed.K.makeCompressed();
  EXPECT_NE(message(pushed, ends, 2).find("not positive"), std::string::npos) << message(pushed, ends, 2);
  EXPECT_NE(message(assemble(mesh), {}, 0).find("no modes"), std::string::npos);
}

// A table of a .dat file of CalculiX: rows of numbers after a line with `title`, the nth such.
std::vector<std::vector<double>> dat_table(const std::string& title, int nth) {
  std::ifstream stream(other_programs() / "block_tip_loads.dat");
  std::vector<std::vector<double>> out;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.find("for set") != std::string::npos) inside = line.find(title) != std::string::npos && nth-- == 0;
    std::istringstream cells(line);
    std::vector<double> row;
    for (double value; cells >> value;) row.push_back(value);
    if (inside && row.size() > 3) out.push_back(row);
  }
  return out;
}

TEST(Reduction, DeflectionAndStressOfALoadedBlockAreThoseOfCalculix) {
  ALEMBERT_NEED_OTHER_PROGRAMS();
  // Left face held, right face a rigid patch with its frame at its middle (4, 0.5, 0.5). Static shapes alone.
  const Mesh all = read_inp(other_programs() / "block_tip_loads.inp");
  Mesh mesh = all;
  drop_loose_nodes(mesh);
  const DiscretePart discrete = assemble(mesh);
  const Part part = reduce(discrete,
                           {{"left", mesh.node_sets.at("LEFT")},
                            {"right", mesh.node_sets.at("RIGHT"), Interface::Kind::rigid, all.patches.at("RIGHT").at}},
                           {}, {}, fixed_modes(0));
  // First a force, then a torque about x (on its node of rotations).
  const std::array<Vec3, 2> forces = {Vec3(0, -1e6, 0), Vec3::Zero()}, torques = {Vec3::Zero(), Vec3(1e6, 0, 0)};
  for (int step = 0; step < 2; ++step) {
    const Eigen::VectorXd xi =
        static_answer(part, forces[static_cast<std::size_t>(step)], torques[static_cast<std::size_t>(step)]);
    // Displacements relative to the left face, which is held there.
    const Vec3 u0 = part.frames[0].Phi * xi, theta0 = part.frames[0].Theta * xi;
    Eigen::VectorXd q = part.shapes * xi;
    for (Eigen::Index i = 0; i < part.nodes.cols(); ++i)
      q.segment<3>(3 * i) -= u0 + theta0.cross(part.nodes.col(i) - part.frames[0].at);
    std::map<int, int> index;
    for (std::size_t i = 0; i < part.labels.size(); ++i) index[part.labels[i]] = static_cast<int>(i);
    const auto displacements = dat_table("displacements", step);
    ASSERT_GT(displacements.size(), 200u);
    const double largest = q.cwiseAbs().maxCoeff();
    for (const auto& row : displacements) {
      const auto found = index.find(static_cast<int>(row[0]));
      if (found == index.end()) continue;  // reference nodes
      const Vec3 theirs(row[1], row[2], row[3]);
      EXPECT_LT((q.segment<3>(3 * found->second) - theirs).norm(), 1e-6 * largest + 1e-6 * theirs.norm()) << row[0];
    }
    if (step == 0) {
      const Vec3 tip = part.frames[1].Phi * xi - u0 - theta0.cross(part.frames[1].at - part.frames[0].at);
      EXPECT_NEAR(tip[1], -1.293164e-3, 1e-9);
      EXPECT_NEAR((part.frames[1].Theta * xi - theta0)[2], -4.683118e-4, 1e-9);
    }
    const auto stresses = dat_table("stresses", step);
    ASSERT_EQ(stresses.size(), 4 * mesh.elements.size());
    double highest = 0.0;
    for (const auto& row : stresses)
      for (std::size_t c = 2; c < 8; ++c) highest = std::max(highest, std::abs(row[c]));
    for (const SolidElement& e : mesh.elements) {
      Eigen::VectorXd u(30);
      for (int a = 0; a < 10; ++a) u.segment<3>(3 * a) = q.segment<3>(3 * e.nodes[static_cast<std::size_t>(a)]);
      const Eigen::VectorXd s = stress_matrix(mesh, e) * u;
      for (std::size_t p = 0; p < 4; ++p) {
        const std::vector<double>& row = stresses[4 * static_cast<std::size_t>(&e - mesh.elements.data()) + p];
        ASSERT_EQ(static_cast<int>(row[0]), e.label);
        // sxx syy szz sxy sxz syz; their order of the four points is another: the nearest is meant
        Eigen::Matrix<double, 6, 1> theirs;
        theirs << row[2], row[3], row[4], row[5], row[7], row[6];
        double nearest = 1e300;
        for (int k = 0; k < 4; ++k) nearest = std::min(nearest, (s.segment<6>(6 * k) - theirs).norm());
        EXPECT_LT(nearest, 1e-5 * highest) << e.label;
      }
    }
  }
}

}  // namespace
}  // namespace alembert::flexible
