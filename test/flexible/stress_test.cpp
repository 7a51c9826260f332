#include "flexible/stress.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

namespace alembert::flexible {
namespace {

// Points on a line, one a node, with random stress shapes.
Part random_part(int points, int modes, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> value(0.0F, 1e8F);
  Part out;
  out.nodes.setZero(3, points);
  out.omega.setOnes(modes);
  out.stress.shapes.resize(6 * points, modes);
  for (int p = 0; p < points; ++p) {
    out.nodes(0, p) = 0.1 * p;
    out.labels.push_back(100 + p);
    out.stress.node.push_back(p);
  }
  for (float& x : out.stress.shapes.reshaped()) x = value(random);
  return out;
}

Coordinates random_coordinates(int modes, int instants, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> value(0.0, 1e-3);
  Coordinates out(modes, instants);
  for (double& x : out.reshaped()) x = value(random);
  return out;
}

// Written out as textbooks do, from the principal stresses.
double from_principal(const Eigen::Matrix<double, 6, 1>& s) {
  Mat3 sigma;
  sigma << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  const Vec3 p = Eigen::SelfAdjointEigenSolver<Mat3>(sigma).eigenvalues();
  return std::sqrt(0.5 * (std::pow(p[0] - p[1], 2) + std::pow(p[1] - p[2], 2) + std::pow(p[2] - p[0], 2)));
}

TEST(VonMises, IsThatOfThePrincipalStresses) {
  std::mt19937 random(1);
  std::normal_distribution<double> value(0.0, 1e8);
  for (int k = 0; k < 100; ++k) {
    Eigen::Matrix<double, 6, 1> s;
    for (double& x : s) x = value(random);
    EXPECT_NEAR(von_mises(std::span<const double, 6>(s.data(), 6)), from_principal(s), 1e-6 * s.norm());
  }
}

TEST(VonMises, KnowsTensionPressureAndShear) {
  const std::array<double, 6> tension{5, 0, 0, 0, 0, 0}, pressure{-7, -7, -7, 0, 0, 0}, shear{0, 0, 0, 0, 2, 0};
  EXPECT_DOUBLE_EQ(von_mises(tension), 5.0);
  EXPECT_DOUBLE_EQ(von_mises(pressure), 0.0);
  EXPECT_DOUBLE_EQ(von_mises(shear), 2.0 * std::sqrt(3.0));
}

TEST(VonMises, IsTheNormOfFiveLinearRows) {
  const Part part = random_part(7, 4, 2);
  const Coordinates xi = random_coordinates(4, 1, 3);
  const Eigen::VectorXd rows = von_mises_rows(part.stress).cast<double>() * xi;
  for (int p = 0; p < 7; ++p) {
    const double exact = history_of(part.stress, p, xi)(6, 0);
    EXPECT_NEAR(rows.segment<5>(5 * p).norm(), exact, 1e-6 * exact);  // rounded to single precision
  }
}

// More points and instants than a block has, and not a multiple of it.
TEST(Stress, PeaksAreThoseOfTheHistories) {
  const Part part = random_part(150, 9, 4);
  const Coordinates xi = random_coordinates(9, 700, 5);
  const std::vector<Peak> peaks = peaks_of(part.stress, xi);
  ASSERT_EQ(peaks.size(), 150U);
  for (int p = 0; p < 150; ++p) {
    const Eigen::VectorXd history = history_of(part.stress, p, xi).row(6);
    const Peak& peak = peaks[static_cast<std::size_t>(p)];
    EXPECT_NEAR(peak.von_mises, history.maxCoeff(), 1e-5 * history.maxCoeff());  // single precision, nine terms
    EXPECT_NEAR(history[peak.instant], history.maxCoeff(), 1e-5 * history.maxCoeff());
  }
}

// Two modes, each with the same von Mises stress, that cancel: a sum of von Mises stresses would be 2, the truth is 0.
TEST(Stress, IsFormedAfterSuperposition) {
  Part part = random_part(1, 2, 6);
  part.stress.shapes.setZero();
  part.stress.shapes(0, 0) = 1.0F;
  part.stress.shapes(0, 1) = -1.0F;
  EXPECT_EQ(peaks_of(part.stress, Coordinates::Ones(2, 1))[0].von_mises, 0.0);
}

TEST(HotSpots, AreGreedyAndApart) {
  Part part = random_part(11, 1, 7);  // 0.1 m apart
  part.stress.shapes.setZero();
  const float heights[] = {1, 2, 9, 8, 7, 3, 4, 8.5F, 4, 2, 6};
  for (int p = 0; p < 11; ++p) part.stress.shapes(6 * p, 0) = heights[p];
  const Coordinates xi = Coordinates::Ones(1, 1);
  const std::vector<HotSpot> spots = hot_spots(part, peaks_of(part.stress, xi), xi, 10, 0.25);
  std::vector<int> points;
  for (const HotSpot& s : spots) points.push_back(s.point);
  EXPECT_EQ(points, (std::vector<int>{2, 7, 10}));  // 3 and 4 are near 2, 5 and 6 near 7; 0 is 0.2 m from 2
  EXPECT_DOUBLE_EQ(spots[1].von_mises, 8.5);
  EXPECT_EQ(hot_spots(part, peaks_of(part.stress, xi), xi, 2, 0.0).size(), 2U);
}

TEST(HotSpots, NameANodeOnce) {
  Part part = random_part(4, 1, 8);
  part.stress.node = {1, 1, 1, 3};
  part.stress.place = {"a", "b", "c", "d"};
  const Coordinates xi = Coordinates::Ones(1, 1);
  const std::vector<Peak> peaks = peaks_of(part.stress, xi);
  EXPECT_EQ(hot_spots(part, peaks, xi, 10, 0.0).size(), 2U);
  EXPECT_EQ(points_of(part.stress, 1), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(worst_point(part.stress, 0, peaks), -1);
  EXPECT_EQ(worst_point(part.stress, 3, peaks), 3);
  EXPECT_EQ(place_of(part.stress, 3), "d");
}

}  // namespace
}  // namespace alembert::flexible
