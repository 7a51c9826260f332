#include "flexible/solid_shapes.h"

#include <Eigen/LU>
#include <cmath>

namespace alembert::flexible {
namespace {

bool is_tetrahedron(SolidKind kind) { return kind == SolidKind::C3D4 || kind == SolidKind::C3D10; }

constexpr int tetrahedron_edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
constexpr int corner_signs[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                    {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
// Middles of edges 1-2 2-3 3-4 4-1, 5-6 6-7 7-8 8-5, 1-5 2-6 3-7 4-8: 0 along the edge.
constexpr int edge_signs[12][3] = {{0, -1, -1}, {1, 0, -1}, {0, 1, -1},  {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
                                   {0, 1, 1},   {-1, 0, 1}, {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},  {-1, 1, 0}};

ShapeValues tetrahedron_values(bool middles, const Vec3& at) {
  const double L[4] = {1.0 - at.sum(), at[0], at[1], at[2]};
  Eigen::Matrix<double, 3, 4> dL;
  dL << -1, 1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1;
  ShapeValues out{Eigen::VectorXd(middles ? 10 : 4), Eigen::Matrix3Xd(3, middles ? 10 : 4)};
  for (int a = 0; a < 4; ++a) {
    out.N[a] = middles ? L[a] * (2.0 * L[a] - 1.0) : L[a];
    out.dN.col(a) = (middles ? 4.0 * L[a] - 1.0 : 1.0) * dL.col(a);
  }
  for (int e = 0; middles && e < 6; ++e) {
    const int a = tetrahedron_edges[e][0], b = tetrahedron_edges[e][1];
    out.N[4 + e] = 4.0 * L[a] * L[b];
    out.dN.col(4 + e) = 4.0 * (L[a] * dL.col(b) + L[b] * dL.col(a));
  }
  return out;
}

// 1 + r r_a, and its slope, along each direction.
struct Factors {
  Vec3 value, slope;
};

ShapeValues hexahedron_values(bool middles, const Vec3& at) {
  ShapeValues out{Eigen::VectorXd(middles ? 20 : 8), Eigen::Matrix3Xd(3, middles ? 20 : 8)};
  for (int a = 0; a < 8; ++a) {
    const Vec3 sign(corner_signs[a][0], corner_signs[a][1], corner_signs[a][2]);
    const Vec3 f = Vec3::Ones() + at.cwiseProduct(sign);
    const double product = f.prod() / 8.0, more = at.dot(sign) - 2.0;
    out.N[a] = middles ? product * more : product;
    for (int c = 0; c < 3; ++c) {
      const double slope = sign[c] * f[(c + 1) % 3] * f[(c + 2) % 3] / 8.0;
      out.dN(c, a) = middles ? slope * more + product * sign[c] : slope;
    }
  }
  for (int e = 0; middles && e < 12; ++e) {
    Factors f;
    for (int c = 0; c < 3; ++c) {
      const int sign = edge_signs[e][c];
      f.value[c] = sign == 0 ? 1.0 - at[c] * at[c] : 1.0 + sign * at[c];
      f.slope[c] = sign == 0 ? -2.0 * at[c] : sign;
    }
    out.N[8 + e] = f.value.prod() / 4.0;
    for (int c = 0; c < 3; ++c) out.dN(c, 8 + e) = f.slope[c] * f.value[(c + 1) % 3] * f.value[(c + 2) % 3] / 4.0;
  }
  return out;
}

Rule gauss_rule(int count) {
  const std::vector<double> at = count == 2 ? std::vector<double>{-1.0 / std::sqrt(3.0), 1.0 / std::sqrt(3.0)}
                                            : std::vector<double>{-std::sqrt(0.6), 0.0, std::sqrt(0.6)};
  const std::vector<double> weight =
      count == 2 ? std::vector<double>{1.0, 1.0} : std::vector<double>{5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
  Rule out;
  const auto n = static_cast<std::size_t>(count);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) out.push_back({{at[i], at[j], at[k]}, weight[i] * weight[j] * weight[k]});
  return out;
}

Rule four_points() {
  const double a = (5.0 - std::sqrt(5.0)) / 20.0, b = (5.0 + 3.0 * std::sqrt(5.0)) / 20.0, w = 1.0 / 24.0;
  return {{{a, a, a}, w}, {{b, a, a}, w}, {{a, b, a}, w}, {{a, a, b}, w}};
}

Rule fifteen_points() {
  const double root = std::sqrt(15.0);
  Rule out = {{Vec3::Constant(0.25), 16.0 / 135.0 / 6.0}};
  for (const double sign : {1.0, -1.0}) {
    const double a = (7.0 - sign * root) / 34.0, b = (13.0 + 3.0 * sign * root) / 34.0;
    const double w = (2665.0 + 14.0 * sign * root) / 37800.0 / 6.0;
    for (const Vec3& at : {Vec3(a, a, a), Vec3(b, a, a), Vec3(a, b, a), Vec3(a, a, b)}) out.push_back({at, w});
  }
  const double a = (5.0 - root) / 20.0, b = (5.0 + root) / 20.0, w = 10.0 / 189.0 / 6.0;
  for (const Vec3& at : {Vec3(a, a, b), Vec3(a, b, a), Vec3(b, a, a), Vec3(b, b, a), Vec3(b, a, b), Vec3(a, b, b)})
    out.push_back({at, w});
  return out;
}

const Rule& one() {
  static const Rule rule = {{Vec3::Constant(0.25), 1.0 / 6.0}};
  return rule;
}
const Rule& four() {
  static const Rule rule = four_points();
  return rule;
}
const Rule& fifteen() {
  static const Rule rule = fifteen_points();
  return rule;
}
const Rule& eight() {
  static const Rule rule = gauss_rule(2);
  return rule;
}
const Rule& twenty_seven() {
  static const Rule rule = gauss_rule(3);
  return rule;
}

Eigen::MatrixXd make_extrapolation(SolidKind kind) {
  const int nodes = node_count_of(kind);
  if (kind == SolidKind::C3D4) return Eigen::MatrixXd::Ones(nodes, 1);
  const SolidKind linear = is_tetrahedron(kind) ? SolidKind::C3D4 : SolidKind::C3D8;
  const int corners = node_count_of(linear);
  // Corner values c give V c at the points; those at nodes are N_linear(node) c.
  Eigen::MatrixXd V(corners, corners), out(nodes, corners);
  const Rule& rule = stress_rule(kind);
  for (int p = 0; p < corners; ++p) V.row(p) = shape_values(linear, rule[static_cast<std::size_t>(p)].at).N.transpose();
  for (int a = 0; a < nodes; ++a) {
    Vec3 at = Vec3::Zero();
    if (is_tetrahedron(kind)) {
      const auto corner = [](int c) -> Vec3 { return c == 0 ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(c - 1)); };
      at = a < 4 ? corner(a) : Vec3(0.5 * (corner(tetrahedron_edges[a - 4][0]) + corner(tetrahedron_edges[a - 4][1])));
    } else {
      for (int c = 0; c < 3; ++c) at[c] = a < 8 ? corner_signs[a][c] : edge_signs[a - 8][c];
    }
    out.row(a) = shape_values(linear, at).N.transpose();
  }
  return out * V.inverse();
}

}  // namespace

ShapeValues shape_values(SolidKind kind, const Vec3& at) {
  const bool middles = kind != SolidKind::C3D4 && kind != SolidKind::C3D8;
  return is_tetrahedron(kind) ? tetrahedron_values(middles, at) : hexahedron_values(middles, at);
}

const Rule& stiffness_rule(SolidKind kind) {
  switch (kind) {
    case SolidKind::C3D4:
      return one();
    case SolidKind::C3D10:
      return four();
    case SolidKind::C3D20:
      return twenty_seven();
    default:
      return eight();
  }
}

const Rule& mass_rule(SolidKind kind) {
  switch (kind) {
    case SolidKind::C3D4:
      return four();
    case SolidKind::C3D10:
      return fifteen();
    case SolidKind::C3D8:
      return eight();
    default:
      return twenty_seven();
  }
}

const Rule& stress_rule(SolidKind kind) { return kind == SolidKind::C3D20 ? eight() : stiffness_rule(kind); }

const Eigen::MatrixXd& extrapolation(SolidKind kind) {
  static const std::array<Eigen::MatrixXd, 5> made = {
      make_extrapolation(SolidKind::C3D4), make_extrapolation(SolidKind::C3D8), make_extrapolation(SolidKind::C3D10),
      make_extrapolation(SolidKind::C3D20), make_extrapolation(SolidKind::C3D20R)};
  return made[static_cast<std::size_t>(kind)];
}

}  // namespace alembert::flexible
