#include "elements/contact/shapes/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

namespace {

constexpr int kMostNodes = 1'000'000;

// Equal vertices once; triangles that lost a corner by this, none.
TriangleMesh with_shared_vertices(const TriangleMesh& mesh) {
  TriangleMesh out;
  std::map<std::array<double, 3>, int> index;
  std::vector<int> place;
  for (const Vec3& v : mesh.vertices) {
    if (!v.allFinite()) refuse_shape("a vertex of the mesh is not finite");
    const auto [at, fresh] = index.emplace(std::array{v[0], v[1], v[2]}, static_cast<int>(out.vertices.size()));
    if (fresh) out.vertices.push_back(v);
    place.push_back(at->second);
  }
  for (const Triangle& t : mesh.triangles) {
    const Triangle made{place.at(static_cast<std::size_t>(t[0])), place.at(static_cast<std::size_t>(t[1])),
                        place.at(static_cast<std::size_t>(t[2]))};
    if (made[0] != made[1] && made[1] != made[2] && made[2] != made[0]) out.triangles.push_back(made);
  }
  return out;
}

double area_of(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3& a = mesh.vertices[static_cast<std::size_t>(t[0])];
  const Vec3 &b = mesh.vertices[static_cast<std::size_t>(t[1])], &c = mesh.vertices[static_cast<std::size_t>(t[2])];
  return 0.5 * (b - a).cross(c - a).norm();
}

// Halves all edges longer than the spacing, once. A triangle with one such edge becomes two, with two three, with three
// four. False: there were none.
bool halve_long_edges(TriangleMesh& mesh, double spacing) {
  std::unordered_map<std::uint64_t, int> middles;
  const auto at = [&](int k) -> const Vec3& { return mesh.vertices[static_cast<std::size_t>(k)]; };
  const auto middle = [&](int a, int b) {  // -1: the edge is short
    if ((at(a) - at(b)).norm() <= spacing) return -1;
    const auto key = (static_cast<std::uint64_t>(std::min(a, b)) << 32) | static_cast<std::uint64_t>(std::max(a, b));
    const auto [found, fresh] = middles.emplace(key, static_cast<int>(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back(0.5 * (at(a) + at(b)));
    return found->second;
  };
  std::vector<Triangle> out;
  for (const Triangle& t : mesh.triangles) {
    const Triangle m{middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])};
    const auto halved = std::count_if(m.begin(), m.end(), [](int k) { return k >= 0; });
    if (halved == 0) {
      out.push_back(t);
    } else if (halved == 3) {
      out.insert(out.end(), {{t[0], m[0], m[2]}, {m[0], t[1], m[1]}, {m[2], m[1], t[2]}, m});
    } else {
      std::size_t k = 0;  // one: the halved edge begins at corner k; two: they meet at corner k + 1
      while (m[k] < 0 || (halved == 2 && m[(k + 1) % 3] < 0)) ++k;
      const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3], ab = m[k], bc = m[(k + 1) % 3];
      if (halved == 1)
        out.insert(out.end(), {{a, ab, c}, {ab, b, c}});
      else if ((at(a) - at(bc)).norm() < (at(c) - at(ab)).norm())
        out.insert(out.end(), {{ab, b, bc}, {a, ab, bc}, {a, bc, c}});
      else
        out.insert(out.end(), {{ab, b, bc}, {a, ab, c}, {ab, bc, c}});
    }
  }
  mesh.triangles = std::move(out);
  return !middles.empty();
}

}  // namespace

MeshShape::MeshShape(const TriangleMesh& given, std::optional<double> spacing) {
  TriangleMesh mesh = with_shared_vertices(given);
  if (mesh.triangles.empty()) refuse_shape("the mesh has no triangles");
  if (const EdgeFaults faults = edge_faults(mesh.triangles); faults.open + faults.inverted > 0)
    refuse_shape(faults.open > 0 ? fmt::format("the mesh is not closed: it has {} open edges", faults.open)
                                 : fmt::format("some triangles of the mesh face inward, others outward: at {} edges "
                                               "they do not agree",
                                               faults.inverted));
  solid_ = solid_within(mesh.vertices, mesh.triangles);
  if (!(solid_.volume > 0.0)) refuse_shape("the triangles of the mesh face inward, all inverted");
  surface_ = TriangleSurface(mesh.vertices, mesh.triangles);
  bound_ = ball_around(mesh.vertices);
  const Bounds box = bounds_of(mesh.vertices);
  thickness_ = (box.high - box.low).minCoeff();
  if (spacing) require_size(*spacing, "the spacing of a mesh's nodes");
  const double longest = spacing.value_or((box.high - box.low).norm() / 12.0);
  double area = 0.0;
  for (const Triangle& t : mesh.triangles) area += area_of(mesh, t);
  if (area > kMostNodes * longest * longest)
    refuse_shape(fmt::format("the spacing {} makes more than {} nodes of the mesh", longest, kMostNodes));
  while (halve_long_edges(mesh, longest)) {
  }
  std::vector<double> areas(mesh.vertices.size(), 0.0);
  for (const Triangle& t : mesh.triangles)
    for (const int k : t) areas[static_cast<std::size_t>(k)] += area_of(mesh, t) / 3.0;
  std::vector<Bounds> boxes;
  for (std::size_t k = 0; k < areas.size(); ++k) {
    if (areas[k] == 0.0) continue;
    nodes_.push_back({mesh.vertices[k], 0.0, areas[k]});
    boxes.push_back({mesh.vertices[k], mesh.vertices[k]});
  }
  node_tree_ = BoxTree(boxes);
}

double MeshShape::contact_radius() const { return kEndless; }

void MeshShape::nodes_within(const Sphere& sphere, std::vector<int>& out) const {
  out.clear();
  const double square = sphere.radius * sphere.radius;
  node_tree_.within(sphere.centre, square, [&](int place) {
    const int node = node_tree_.order()[static_cast<std::size_t>(place)];
    if ((nodes_[static_cast<std::size_t>(node)].at - sphere.centre).squaredNorm() <= square) out.push_back(node);
  });
  std::sort(out.begin(), out.end());
}

}  // namespace alembert::contact
