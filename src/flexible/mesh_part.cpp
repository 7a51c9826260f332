// From a mesh of solids to a discrete part: assembly, what is drawn, stresses at nodes, pressures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "base/error.h"
#include "flexible/mesh.h"
#include "flexible/solid_elements.h"
#include "flexible/solid_shapes.h"

namespace alembert::flexible {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

// Faces that belong to one element alone, as triangles that look outwards.
std::vector<std::array<int, 3>> outer_triangles(const Mesh& mesh) {
  std::map<std::array<int, 3>, std::vector<int>> faces;  // by the three lowest corners, which no two faces share
  for (const SolidElement& e : mesh.elements)
    for (int f = 0; f < face_count_of(e.kind); ++f) {
      std::vector<int> nodes = nodes_of_face(e, f);
      std::vector<int> corners(nodes.begin(), nodes.begin() + corner_count_of_face(e.kind, f));
      std::sort(corners.begin(), corners.end());
      const auto [place, is_new] = faces.try_emplace({corners[0], corners[1], corners[2]}, std::move(nodes));
      if (!is_new) place->second.clear();
    }
  std::vector<std::array<int, 3>> out;
  for (const auto& [key, n] : faces) {
    const auto add = [&, &face = n](std::size_t a, std::size_t b, std::size_t c) {
      out.push_back({face[c], face[b], face[a]});
    };
    if (n.size() == 3) {
      add(0, 1, 2);
    } else if (n.size() == 4) {
      add(0, 1, 2);
      add(0, 2, 3);
    } else if (n.size() == 6) {
      add(0, 3, 5);
      add(3, 1, 4);
      add(5, 4, 2);
      add(3, 4, 5);
    } else if (n.size() == 8) {
      add(0, 4, 7);
      add(4, 1, 5);
      add(5, 2, 6);
      add(6, 3, 7);
      add(4, 5, 6);
      add(4, 6, 7);
    }
  }
  return out;
}

// Stresses at nodes: from the points of each element, averaged over the elements of one material.
StressShapes solid_stress(const Mesh& mesh, const Eigen::MatrixXd& q) {
  std::map<std::pair<int, int>, int> points;  // node, material
  std::vector<int> shares;
  StressShapes out;
  for (const SolidElement& e : mesh.elements)
    for (int a = 0; a < node_count_of(e.kind); ++a) {
      const int node = e.nodes[static_cast<std::size_t>(a)];
      const auto [place, is_new] = points.try_emplace({node, e.material}, static_cast<int>(shares.size()));
      if (is_new) {
        shares.push_back(0);
        out.node.push_back(node);
        if (mesh.materials.size() > 1) out.place.push_back(mesh.materials[static_cast<std::size_t>(e.material)].name);
      }
      ++shares[static_cast<std::size_t>(place->second)];
    }
  Eigen::MatrixXf& sum = out.shapes;
  sum.setZero(static_cast<Eigen::Index>(6 * shares.size()), q.cols());
  Eigen::MatrixXd u;
  for (const SolidElement& e : mesh.elements) {
    const int nodes = node_count_of(e.kind);
    u.resize(3 * nodes, q.cols());
    for (int a = 0; a < nodes; ++a) u.middleRows<3>(3 * a) = q.middleRows<3>(3 * e.nodes[static_cast<std::size_t>(a)]);
    const Eigen::MatrixXd at_points = stress_matrix(mesh, e) * u, &E = extrapolation(e.kind);
    for (int a = 0; a < nodes; ++a) {
      const int point = points.at({e.nodes[static_cast<std::size_t>(a)], e.material});
      const double share = 1.0 / shares[static_cast<std::size_t>(point)];
      for (Eigen::Index p = 0; p < E.cols(); ++p)
        sum.middleRows<6>(6 * point) += (share * E(a, p) * at_points.middleRows<6>(6 * p)).cast<float>();
    }
  }
  return out;
}

// Integration over a face: shape functions of three, four, six or eight nodes.
struct FacePoint {
  Eigen::VectorXd N;
  Eigen::Matrix2Xd dN;
  double weight = 0.0;
};

Eigen::VectorXd triangle_shapes(bool middles, double r, double s, Eigen::Matrix2Xd& dN) {
  const double L[3] = {1.0 - r - s, r, s};
  Eigen::Matrix<double, 2, 3> dL;
  dL << -1, 1, 0, -1, 0, 1;
  Eigen::VectorXd N(middles ? 6 : 3);
  dN.resize(2, N.size());
  for (int a = 0; a < 3; ++a) {
    N[a] = middles ? L[a] * (2.0 * L[a] - 1.0) : L[a];
    dN.col(a) = (middles ? 4.0 * L[a] - 1.0 : 1.0) * dL.col(a);
    if (!middles) continue;
    const int b = (a + 1) % 3;
    N[3 + a] = 4.0 * L[a] * L[b];
    dN.col(3 + a) = 4.0 * (L[a] * dL.col(b) + L[b] * dL.col(a));
  }
  return N;
}

// A quadrilateral is the face t = -1 of a hexahedron.
Eigen::VectorXd quadrilateral_shapes(bool middles, double r, double s, Eigen::Matrix2Xd& dN) {
  const ShapeValues shape = shape_values(middles ? SolidKind::C3D20 : SolidKind::C3D8, {r, s, -1.0});
  Eigen::VectorXd N(middles ? 8 : 4);
  dN.resize(2, N.size());
  for (int a = 0; a < N.size(); ++a) {
    const int of_solid = a < 4 ? a : a + 4;
    N[a] = shape.N[of_solid];
    dN.col(a) = shape.dN.col(of_solid).head<2>();
  }
  return N;
}

// Seven points for triangles (Radon, degree 5), 3 x 3 Gauss points for quadrilaterals.
std::vector<FacePoint> face_points(std::size_t nodes) {
  std::vector<FacePoint> out;
  const auto add = [&](double r, double s, double weight) {
    FacePoint p;
    p.weight = weight;
    p.N = nodes % 3 == 0 ? triangle_shapes(nodes == 6, r, s, p.dN) : quadrilateral_shapes(nodes == 8, r, s, p.dN);
    out.push_back(std::move(p));
  };
  if (nodes % 3 == 0) {
    add(1.0 / 3.0, 1.0 / 3.0, 9.0 / 80.0);
    for (const double sign : {1.0, -1.0}) {
      const double root = sign * std::sqrt(15.0), a = (6.0 + root) / 21.0, b = 1.0 - 2.0 * a,
                   w = (155.0 + root) / 2400.0;
      add(a, a, w);
      add(a, b, w);
      add(b, a, w);
    }
    return out;
  }
  const double at[3] = {-std::sqrt(0.6), 0.0, std::sqrt(0.6)}, weight[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) add(at[i], at[j], weight[i] * weight[j]);
  return out;
}

void check_copies(const Mesh& mesh) {
  std::map<std::vector<int>, const SolidElement*> seen;
  for (const SolidElement& e : mesh.elements) {
    std::vector<int> nodes(e.nodes.begin(), e.nodes.begin() + node_count_of(e.kind));
    std::sort(nodes.begin(), nodes.end());
    if (std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end())
      throw ModelError({mesh.file, e.line, 0}, fmt::format("element {} has the same node twice", e.label));
    const auto [place, is_new] = seen.try_emplace(std::move(nodes), &e);
    if (!is_new)
      throw ModelError({mesh.file, e.line, 0},
                       fmt::format("element {} has the nodes of element {}: one of them is too many", e.label,
                                   place->second->label));
  }
}

}  // namespace

DiscretePart assemble(const Mesh& mesh) {
  if (mesh.elements.empty()) throw ModelError({mesh.file, 0, 0}, "the mesh has no solid elements");
  check_copies(mesh);
  DiscretePart part;
  part.source = mesh.file;
  part.labels = mesh.labels;
  part.nodes = mesh.nodes;
  number_dofs(part, 3);
  Triplets K, mu;
  double volume = 0.0;
  int distorted = 0, first_distorted = 0;
  for (const SolidElement& e : mesh.elements) {
    const SolidMatrices m = solid_matrices(mesh, e);
    if (m.distorted && ++distorted == 1) first_distorted = e.label;
    volume += volume_of(mesh, e);
    const auto node = [&](Eigen::Index a) { return e.nodes[static_cast<std::size_t>(a)]; };
    for (Eigen::Index b = 0; b < m.mu.cols(); ++b)
      for (Eigen::Index a = 0; a < m.mu.rows(); ++a) {
        if (m.mu(a, b) != 0.0) mu.emplace_back(node(a), node(b), m.mu(a, b));
        for (int j = 0; j < 3; ++j)
          for (int i = 0; i < 3; ++i) K.emplace_back(3 * node(a) + i, 3 * node(b) + j, m.K(3 * a + i, 3 * b + j));
      }
  }
  part.K.resize(3 * part.node_count(), 3 * part.node_count());
  part.K.setFromTriplets(K.begin(), K.end());
  part.masses.points = mesh.nodes;
  part.masses.mu.resize(part.node_count(), part.node_count());
  part.masses.mu.setFromTriplets(mu.begin(), mu.end());
  part.surface.triangles = outer_triangles(mesh);
  part.notes = mesh.notes;
  part.notes.push_back(fmt::format("{} solid elements, {} nodes, {} coordinates, volume {:.6g} m^3",
                                   mesh.elements.size(), part.node_count(), part.coordinates(), volume));
  if (distorted > 0)
    part.notes.push_back(
        fmt::format("warning: {} elements are distorted, {} first: their volume is not positive everywhere", distorted,
                    first_distorted));
  for (const std::string& warning : unit_warnings(mesh)) part.notes.push_back(warning);
  const auto shared = std::make_shared<const Mesh>(mesh);
  part.stress = [shared](const Eigen::MatrixXd& q) { return solid_stress(*shared, q); };
  return part;
}

Eigen::VectorXd pressure_forces(const Mesh& mesh, const std::vector<ElementFace>& surface) {
  Eigen::VectorXd F = Eigen::VectorXd::Zero(mesh.nodes.size());
  for (const ElementFace& face : surface) {
    const std::vector<int> nodes = nodes_of_face(mesh.elements[static_cast<std::size_t>(face.element)], face.face);
    Eigen::Matrix3Xd X(3, static_cast<Eigen::Index>(nodes.size()));
    for (std::size_t a = 0; a < nodes.size(); ++a) X.col(static_cast<Eigen::Index>(a)) = mesh.nodes.col(nodes[a]);
    for (const FacePoint& p : face_points(nodes.size())) {
      const Eigen::Matrix<double, 3, 2> tangents = X * p.dN.transpose();
      const Vec3 inwards = tangents.col(0).cross(tangents.col(1));
      for (std::size_t a = 0; a < nodes.size(); ++a)
        F.segment<3>(3 * nodes[a]) += p.weight * p.N[static_cast<Eigen::Index>(a)] * inwards;
    }
  }
  return F;
}

}  // namespace alembert::flexible
