#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "flexible/beam_elements.h"
#include "flexible/part_file.h"
#include "flexible/reduction.h"
#include "model/read_part.h"

namespace alembert::flexible {
namespace {

constexpr double E_steel = 2.05e11, nu_steel = 0.29, G_steel = E_steel / (2.0 * (1.0 + nu_steel));

// A straight beam along a skew direction.
BeamFrame straight_beam(const BeamSection& section, double length, int pieces) {
  BeamFrame frame;
  frame.sections = {section};
  const Vec3 along = Vec3(2, -1, 2).normalized();
  frame.nodes.resize(3, pieces + 1);
  for (int i = 0; i <= pieces; ++i) {
    frame.nodes.col(i) = along * (length * i / pieces);
    frame.labels.push_back(i + 1);
    if (i > 0) frame.elements.push_back({i - 1, i, 0, E_steel, G_steel, 7850.0, Vec3(0, 1, 1), "beam"});
  }
  return frame;
}

TEST(Beams, ACantileverBendsAsTimoshenkoSays) {
  const BeamSection section = rectangle_section(0.04, 0.1, nu_steel);
  const BeamFrame frame = straight_beam(section, 0.5, 2);
  const DiscretePart part = assemble(frame);
  const Mat3 axes = beam_axes(frame, frame.elements[0]);
  const Eigen::MatrixXd K = Eigen::MatrixXd(part.K).bottomRightCorner(12, 12);
  for (const int c : {1, 2}) {
    Eigen::VectorXd F = Eigen::VectorXd::Zero(12);
    F.segment<3>(6) = axes.row(c).transpose() * 1000.0;
    const Eigen::VectorXd u = K.ldlt().solve(F);
    const double I = c == 1 ? section.Iz : section.Iy, A = c == 1 ? section.Ay : section.Az;
    const double expected = 1000.0 * std::pow(0.5, 3) / (3.0 * E_steel * I) + 1000.0 * 0.5 / (G_steel * A);
    EXPECT_NEAR(axes.row(c).dot(u.segment<3>(6)), expected, 1e-9 * expected);
  }
}

TEST(Beams, TheirPointsHaveMassAndInertiaOfTheSolid) {
  // A box 0.04 x 0.1 x 0.5 m.
  const MassProperties whole = mass_properties(assemble(straight_beam(rectangle_section(0.04, 0.1, nu_steel), 0.5, 3)));
  const double m = 7850.0 * 0.04 * 0.1 * 0.5;
  EXPECT_NEAR(whole.mass, m, 1e-12 * m);
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(whole.J0).eigenvalues();
  EXPECT_NEAR(moments[0], m / 12.0 * (0.04 * 0.04 + 0.1 * 0.1), 1e-12);
  EXPECT_NEAR(moments[1], m / 12.0 * (0.04 * 0.04 + 0.25), 1e-11);
  EXPECT_NEAR(moments[2], m / 12.0 * (0.1 * 0.1 + 0.25), 1e-11);
}

TEST(Beams, AFreeTubeHasTheFrequenciesOfTheTheory) {
  // Slender: Euler-Bernoulli, beta L = 4.730041, 7.853205; rods in tension and torsion n c / 2L. Shear and rotary
  // inertia, of the order (r/L)^2 = 5e-5, lower the bending ones a little.
  const double L = 2.0;
  BeamSection section = tube_section(0.03, 0.002, nu_steel);
  section.Ay = section.Az = 0.0;
  ReductionOptions options;
  options.of_free = true;
  options.free = 12;
  const Part part = reduce(assemble(straight_beam(section, L, 40)), {}, {}, {}, options);
  const double k = std::sqrt(E_steel * section.Iy / (7850.0 * section.A));
  const double bend_1 = std::pow(4.730040745 / L, 2) * k, bend_2 = std::pow(7.853204624 / L, 2) * k;
  EXPECT_NEAR(part.omega[0], bend_1, 1e-3 * bend_1);
  EXPECT_NEAR(part.omega[1], bend_1, 1e-3 * bend_1);
  EXPECT_NEAR(part.omega[2], bend_2, 2e-3 * bend_2);
  EXPECT_LT(part.omega[0], bend_1);
  const double torsion = std::numbers::pi / L * std::sqrt(G_steel / 7850.0);
  // Linear torsion over 40 elements: 1 + (pi/40)^2/24.
  EXPECT_LT(((part.omega.array() - torsion).abs() / torsion).minCoeff(), 5e-4);
}

TEST(Beams, SectionsAreThoseOfTables) {
  // Roark: a square of side a has J = 0.1406 a^4, and its largest shear stress is T / (0.208 a^3); 4:1, 0.281 and
  // 0.282.
  const BeamSection square = rectangle_section(1.0, 1.0, 0.3), flat = rectangle_section(4.0, 1.0, 0.3);
  EXPECT_NEAR(square.J, 0.1406, 5e-5);
  EXPECT_NEAR(std::abs(square.points[0].tau_z), 1.0 / 0.208, 0.02);
  EXPECT_NEAR(flat.J, 0.281 * 4.0, 0.002);
  EXPECT_NEAR(std::abs(flat.points[2].tau_y), 1.0 / (0.282 * 4.0), 0.003);
  // Cowper: a thin tube has half its area for shear, nearly; a rod 6 (1 + nu)/(7 + 6 nu).
  EXPECT_NEAR(tube_section(1.0, 1e-4, 0.3).Ay / tube_section(1.0, 1e-4, 0.3).A, 2.0 * 1.3 / (4.0 + 3.0 * 0.3), 1e-6);
  EXPECT_NEAR(rod_section(2.0, 0.3).Ay, std::numbers::pi * 6.0 * 1.3 / (7.0 + 1.8), 1e-12);
}

TEST(Beams, StressesOfACantileverAreThoseOfTheTextbook) {
  const BeamSection section = tube_section(0.05, 0.003, nu_steel);
  const BeamFrame frame = straight_beam(section, 1.0, 1);
  const DiscretePart part = assemble(frame);
  const Mat3 axes = beam_axes(frame, frame.elements[0]);
  Eigen::VectorXd F = Eigen::VectorXd::Zero(12), u = F;
  F.segment<3>(6) = axes.transpose() * Vec3(500.0, 0.0, 200.0);  // tension and bending
  F.segment<3>(9) = axes.transpose() * Vec3(30.0, 0.0, 0.0);     // torsion
  u.tail<6>() = Eigen::MatrixXd(part.K).bottomRightCorner(6, 6).ldlt().solve(F.tail<6>());
  const StressShapes stress = part.stress(u);
  // At the root, on top (z > 0, the place of 90 degrees): a force along z bends it down there.
  const Eigen::Matrix<double, 6, 1> s = stress.shapes.middleRows<6>(6 * 2).cast<double>();
  Mat3 tensor;
  tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  const Mat3 local = axes * tensor * axes.transpose();
  const double sigma = 500.0 / section.A - 200.0 * 1.0 * 0.025 / section.Iy, tau = 30.0 * 0.025 / section.J;
  EXPECT_NEAR(local(0, 0), sigma, 1e-5 * std::abs(sigma));
  EXPECT_NEAR(local(0, 1), -tau, 1e-5 * std::abs(sigma));
  EXPECT_NEAR(local(0, 2), 0.0, 1e-5 * std::abs(sigma));
  EXPECT_EQ(stress.place[2], "beam, 90 deg");
}

TEST(Beams, TheFrameOfTheAllTerrainVehicleHas134Modes) {
  const Part part = read_part(std::filesystem::path(ALEMBERT_SOURCE_DIR) / "models" / "parts" / "atv_frame.yaml");
  ASSERT_EQ(part.modes(), 134);
  EXPECT_NEAR(part.mass, 8.43, 0.005);
  EXPECT_EQ(part.labels.size(), 257u);
  EXPECT_EQ(part.stress.node.size(), 4448u);
  const auto hertz = [&](int k) { return part.omega[k] / (2.0 * std::numbers::pi); };
  // Computed independently, with the consistent mass matrix of Przemieniecki.
  const std::array expected = {56.64, 81.08, 95.37, 119.42, 129.05, 156.09};
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(hertz(k), expected[static_cast<std::size_t>(k)], 0.006);
  EXPECT_NEAR(hertz(133), 13.07e3, 10.0);
  EXPECT_EQ(problem_of(part), "");
}

}  // namespace
}  // namespace alembert::flexible
