#include "report/few_shapes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/drawn_surface.h"
#include "report/vtu_series.h"

namespace alembert::report {
namespace {

// Largest difference of points of `width` rows, over the largest of them.
double relative(const Eigen::MatrixXd& exact, const Eigen::MatrixXd& other, Eigen::Index width) {
  const auto largest = [width](const Eigen::MatrixXd& a) {
    return a.reshaped(width, a.size() / width).colwise().norm().maxCoeff();
  };
  return largest(exact - other) / largest(exact);
}

// Twenty modes, of which the motion needs three directions, and a trace of a fourth.
TEST(FewShapes, AreAsManyAsTheMotionNeeds) {
  std::srand(3);
  const Eigen::MatrixXd Phi = Eigen::MatrixXd::Random(300, 20), V = 1e9 * Eigen::MatrixXd::Random(250, 20);
  const Eigen::MatrixXd directions = Eigen::MatrixXd::Random(20, 4);
  Eigen::MatrixXd a(4, 500);
  for (Eigen::Index t = 0; t < 500; ++t) {
    const double x = 0.01 * static_cast<double>(t);
    a.col(t) << 1e-3 * std::sin(x), 4e-4 * std::cos(3.0 * x), 2e-4 * std::sin(7.0 * x), 1e-8 * std::cos(11.0 * x);
  }
  const Eigen::MatrixXd xi = directions * a;
  const FewShapes few = few_shapes(Phi, V, xi, 1e-3);
  EXPECT_EQ(few.basis.cols(), 3);
  EXPECT_LT(few.displacement_error, 1e-3);
  EXPECT_LT(few.stress_error, 1e-3);
  // What a page computes of whole numbers is what it claims.
  const Eigen::MatrixXd u = rounded(Phi * few.basis).values() * few.amplitudes;
  const Eigen::MatrixXd s = rounded(V * few.basis).values() * few.amplitudes;
  EXPECT_NEAR(relative(Phi * xi, u, 3), few.displacement_error, 1e-9);
  EXPECT_NEAR(relative(V * xi, s, 5), few.stress_error, 1e-9);
}

TEST(FewShapes, OfABodyAtRestAreNone) {
  const FewShapes few =
      few_shapes(Eigen::MatrixXd::Ones(6, 2), Eigen::MatrixXd(0, 2), Eigen::MatrixXd::Zero(2, 5), 1e-3);
  EXPECT_EQ(few.basis.cols(), 0);
  EXPECT_EQ(few.amplitudes.rows(), 0);
}

TEST(FewShapes, DoWithoutStress) {
  const Eigen::MatrixXd Phi = Eigen::MatrixXd::Identity(6, 2);
  Eigen::MatrixXd xi(2, 3);
  xi << 1, 2, 3, -1, 0, 1;
  const FewShapes few = few_shapes(Phi, Eigen::MatrixXd(0, 2), xi, 1e-3);
  EXPECT_EQ(few.basis.cols(), 2);
  EXPECT_LT(few.displacement_error, 1e-4);
}

// A square grid of n x n nodes, with weight at one of them.
flexible::Part grid(int n) {
  flexible::Part out;
  out.nodes.resize(3, n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      out.nodes.col(i * n + j) << static_cast<double>(i), static_cast<double>(j), 0.0;
      out.labels.push_back(1000 + i * n + j);
    }
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < n; ++j) {
      const int k = i * n + j;
      out.surface.triangles.push_back({k, k + n, k + 1});
      out.surface.triangles.push_back({k + 1, k + n, k + n + 1});
    }
  return out;
}

TEST(DrawnSurface, IsWholeWhereItFits) {
  const flexible::Part part = grid(5);
  const DrawnSurface drawn = drawn_surface(part, std::vector<double>(25, 0.0), 100);
  EXPECT_EQ(drawn.nodes.size(), 25U);
  EXPECT_EQ(drawn.whole, 25U);
  EXPECT_EQ(drawn.triangles.size(), 32U);
}

TEST(DrawnSurface, IsThinnedButKeepsItsPeaks) {
  const flexible::Part part = grid(40);
  std::vector<double> weight(1600, 1.0);
  weight[777] = 5.0;
  const DrawnSurface drawn = drawn_surface(part, weight, 200);
  EXPECT_LE(drawn.nodes.size(), 200U);
  EXPECT_GT(drawn.nodes.size(), 100U);  // not far fewer than there is room for
  EXPECT_EQ(drawn.whole, 1600U);
  EXPECT_EQ(drawn.nodes[static_cast<std::size_t>(drawn.drawn[777])], 777);
  EXPECT_GT(drawn.triangles.size(), 100U);
  for (const auto& t : drawn.triangles) {
    EXPECT_NE(t[0], t[1]);
    EXPECT_NE(t[1], t[2]);
    for (const int v : t) EXPECT_LT(static_cast<std::size_t>(v), drawn.nodes.size());
  }
}

// Two points of stress at one node: the file shows the one that is larger at that time.
TEST(DeformedSeries, PlacesNodesAndFillsFields) {
  DeformingBody body;
  flexible::Part& part = body.part;
  part.centre = Vec3(1, 0, 0);
  part.nodes.resize(3, 2);
  part.nodes << -1, 1, 0, 0, 0, 0;
  part.labels = {7, 9};
  part.omega.setOnes(1);
  part.shapes.resize(6, 1);
  part.shapes << 0, 0, 0, 0, 1, 0;
  part.surface.lines = {{0, 1}};
  part.surface.radii = {0.01};
  part.stress.node = {0, 0};
  part.stress.place = {"top", "bottom"};
  part.stress.shapes.setZero(12, 1);
  part.stress.shapes(0, 0) = 100.0F;
  part.stress.shapes(6, 0) = -300.0F;
  body.xi = Eigen::MatrixXd::Constant(1, 1, 0.5);
  DeformedSeries series(body);
  const std::string text = series.text(0, Mat3::Identity(), Vec3(10, 0, 0));
  EXPECT_EQ(text.size(), series.bytes());
  for (const char* name : {"UnstructuredGrid", "displacement", "von_mises", "stress", "radius", "node"})
    EXPECT_NE(text.find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace alembert::report
