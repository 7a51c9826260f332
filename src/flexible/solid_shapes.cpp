#include "flexible/solid_shapes.h"

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace alembert::flexible {
namespace {

bool is_tetrahedron(SolidKind kind) { return kind == SolidKind::C3D4 || kind == SolidKind::C3D10; }
bool is_wedge(SolidKind kind) { return kind == SolidKind::C3D6 || kind == SolidKind::C3D15; }

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

// L of a triangle, with slopes along r, s, t.
struct OfTriangle {
  double L[3];
  Vec3 dL[3] = {{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}};
};

ShapeValues wedge_values(bool middles, const Vec3& at) {
  ShapeValues out{Eigen::VectorXd(middles ? 15 : 6), Eigen::Matrix3Xd(3, middles ? 15 : 6)};
  const OfTriangle tri{{1.0 - at[0] - at[1], at[0], at[1]}};
  const double t = at[2];
  const Vec3 along = Vec3::UnitZ();
  for (int a = 0; a < 6; ++a) {
    const double L = tri.L[a % 3], sign = a < 3 ? -1.0 : 1.0, half = 0.5 * (1.0 + sign * t);
    const Vec3& dL = tri.dL[a % 3];
    out.N[a] = middles ? L * ((2.0 * L - 1.0) * half - 0.5 * (1.0 - t * t)) : L * half;
    out.dN.col(a) =
        middles
            ? Vec3(((4.0 * L - 1.0) * half - 0.5 * (1.0 - t * t)) * dL + L * (0.5 * sign * (2.0 * L - 1.0) + t) * along)
            : Vec3(half * dL + 0.5 * sign * L * along);
  }
  for (int e = 0; middles && e < 6; ++e) {
    const int a = e % 3, b = (e + 1) % 3;
    const double sign = e < 3 ? -1.0 : 1.0, both = tri.L[a] * tri.L[b];
    out.N[6 + e] = 2.0 * both * (1.0 + sign * t);
    out.dN.col(6 + e) =
        2.0 * (1.0 + sign * t) * (tri.L[a] * tri.dL[b] + tri.L[b] * tri.dL[a]) + 2.0 * sign * both * along;
  }
  for (int a = 0; middles && a < 3; ++a) {
    out.N[12 + a] = tri.L[a] * (1.0 - t * t);
    out.dN.col(12 + a) = (1.0 - t * t) * tri.dL[a] - 2.0 * t * tri.L[a] * along;
  }
  return out;
}

// Points of a triangle (1; 3 of degree 2; 7 of degree 5, Radon) times Gauss points along t.
Rule wedge_rule(int of_triangle, int along) {
  std::vector<Vec3> points;  // r, s, weight
  if (of_triangle == 1) points = {{1.0 / 3.0, 1.0 / 3.0, 0.5}};
  if (of_triangle == 3)
    points = {{1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0}, {2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0}, {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0}};
  if (of_triangle == 7) {
    points = {{1.0 / 3.0, 1.0 / 3.0, 9.0 / 80.0}};
    for (const double sign : {1.0, -1.0}) {
      const double root = sign * std::sqrt(15.0), a = (6.0 + root) / 21.0, b = 1.0 - 2.0 * a,
                   w = (155.0 + root) / 2400.0;
      for (const Vec3& p : {Vec3(a, a, w), Vec3(a, b, w), Vec3(b, a, w)}) points.push_back(p);
    }
  }
  const double root3 = 1.0 / std::sqrt(3.0), root6 = std::sqrt(0.6);
  const std::vector<std::pair<double, double>> line =
      along == 2 ? std::vector<std::pair<double, double>>{{-root3, 1.0}, {root3, 1.0}}
                 : std::vector<std::pair<double, double>>{{-root6, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {root6, 5.0 / 9.0}};
  Rule out;
  for (const auto& [t, weight] : line)
    for (const Vec3& p : points) out.push_back({{p[0], p[1], t}, p[2] * weight});
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

// Where each node is, along r, s, t.
Vec3 place_of_node(SolidKind kind, int a) {
  Vec3 at = Vec3::Zero();
  if (is_tetrahedron(kind)) {
    const auto corner = [](int c) -> Vec3 { return c == 0 ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(c - 1)); };
    return a < 4 ? corner(a) : Vec3(0.5 * (corner(tetrahedron_edges[a - 4][0]) + corner(tetrahedron_edges[a - 4][1])));
  }
  if (is_wedge(kind)) {
    const auto corner = [](int c) -> Vec3 {
      return {c % 3 == 1 ? 1.0 : 0.0, c % 3 == 2 ? 1.0 : 0.0, c < 3 ? -1.0 : 1.0};
    };
    if (a < 6) return corner(a);
    const int first = a < 9 ? a - 6 : a < 12 ? a - 6 : a - 12;
    const int second = a < 9 ? (a - 5) % 3 : a < 12 ? 3 + (a - 8) % 3 : a - 9;
    return 0.5 * (corner(first) + corner(second));
  }
  for (int c = 0; c < 3; ++c) at[c] = a < 8 ? corner_signs[a][c] : edge_signs[a - 8][c];
  return at;
}

Eigen::MatrixXd make_extrapolation(SolidKind kind) {
  const int nodes = node_count_of(kind);
  if (kind == SolidKind::C3D4) return Eigen::MatrixXd::Ones(nodes, 1);
  const Rule& rule = stress_rule(kind);
  if (kind == SolidKind::C3D6) {  // two points, one above the other
    Eigen::MatrixXd out(nodes, 2);
    for (int a = 0; a < nodes; ++a) {
      const double slope = 0.5 * place_of_node(kind, a)[2] / rule[1].at[2];
      out.row(a) << 0.5 - slope, 0.5 + slope;
    }
    return out;
  }
  const SolidKind linear = is_tetrahedron(kind) ? SolidKind::C3D4 : is_wedge(kind) ? SolidKind::C3D6 : SolidKind::C3D8;
  const int corners = node_count_of(linear);
  // Corner values c give V c at the points; those at nodes are N_linear(node) c.
  Eigen::MatrixXd V(corners, corners), out(nodes, corners);
  for (int p = 0; p < corners; ++p) V.row(p) = shape_values(linear, rule[static_cast<std::size_t>(p)].at).N.transpose();
  for (int a = 0; a < nodes; ++a) out.row(a) = shape_values(linear, place_of_node(kind, a)).N.transpose();
  return out * V.inverse();
}

enum class Purpose { stiffness, mass, stress };

Rule make_rule(SolidKind kind, Purpose purpose) {
  const bool mass = purpose == Purpose::mass, stress = purpose == Purpose::stress;
  switch (kind) {
    case SolidKind::C3D4:
      return mass ? four_points() : Rule{{Vec3::Constant(0.25), 1.0 / 6.0}};
    case SolidKind::C3D10:
      return mass ? fifteen_points() : four_points();
    case SolidKind::C3D6:
      return mass ? wedge_rule(3, 2) : wedge_rule(1, 2);
    case SolidKind::C3D15:
      return mass ? wedge_rule(7, 3) : stress ? wedge_rule(3, 2) : wedge_rule(3, 3);
    case SolidKind::C3D8:
      return gauss_rule(2);
    case SolidKind::C3D20R:
      return gauss_rule(mass ? 3 : 2);
    default:
      return gauss_rule(stress ? 2 : 3);
  }
}

const Rule& rule_of(SolidKind kind, Purpose purpose) {
  static const auto rules = [] {
    std::array<std::array<Rule, 3>, std::size(solid_kinds)> out;
    for (const SolidKind k : solid_kinds)
      for (const Purpose p : {Purpose::stiffness, Purpose::mass, Purpose::stress})
        out[static_cast<std::size_t>(k)][static_cast<std::size_t>(p)] = make_rule(k, p);
    return out;
  }();
  return rules[static_cast<std::size_t>(kind)][static_cast<std::size_t>(purpose)];
}

}  // namespace

ShapeValues shape_values(SolidKind kind, const Vec3& at) {
  const bool middles = has_middles(kind);
  if (is_wedge(kind)) return wedge_values(middles, at);
  return is_tetrahedron(kind) ? tetrahedron_values(middles, at) : hexahedron_values(middles, at);
}

const Rule& stiffness_rule(SolidKind kind) { return rule_of(kind, Purpose::stiffness); }
const Rule& mass_rule(SolidKind kind) { return rule_of(kind, Purpose::mass); }
const Rule& stress_rule(SolidKind kind) { return rule_of(kind, Purpose::stress); }

const Eigen::MatrixXd& extrapolation(SolidKind kind) {
  static const auto made = [] {
    std::array<Eigen::MatrixXd, std::size(solid_kinds)> out;
    for (const SolidKind k : solid_kinds) out[static_cast<std::size_t>(k)] = make_extrapolation(k);
    return out;
  }();
  return made[static_cast<std::size_t>(kind)];
}

}  // namespace alembert::flexible
