#include "elements/contact/shapes/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

namespace {

// Parts of the hull's size: points closer than this to a face belong to it; triangles whose corners are closer than
// this to a plane lie in it (numbers of mesh files have seven digits); hulls thinner than this are flat.
constexpr double kOnFace = 1e-10, kInPlane = 1e-7, kFlat = 1e-7;

class HullBuilder {
 public:
  // `near`: a distance, below which points count as lying on a face.
  HullBuilder(const std::vector<Vec3>& points, const std::array<int, 4>& first, double near)
      : points_(points), near_(near) {
    begin(first);
  }

  // False: rounding errors were larger than `near`.
  bool build() {
    for (std::size_t f = 0; f < facets_.size(); ++f)  // facets_ grows
      if (facets_[f].alive && !facets_[f].outside.empty() && !add_point(f)) return false;
    for (const Facet& f : facets_) {
      if (!f.alive) continue;
      for (const int next : f.next)
        for (const int v : facet(next).corners)
          if (f.height(point(v)) > 100.0 * near_) return false;
    }
    return true;
  }

  std::vector<Triangle> triangles() const {
    std::vector<Triangle> out;
    for (const Facet& f : facets_)
      if (f.alive) out.push_back(f.corners);
    return out;
  }

 private:
  struct Facet {
    Triangle corners, next;  // next[k]: the facet across the edge that begins at corner k
    Vec3 normal, at;
    std::vector<int> outside;  // points that see it, each listed at one facet
    bool alive = true;
    double height(const Vec3& x) const { return normal.dot(x - at); }
  };

  const Vec3& point(int k) const { return points_[static_cast<std::size_t>(k)]; }
  Facet& facet(int k) { return facets_[static_cast<std::size_t>(k)]; }

  int make_facet(int a, int b, int c) {
    const Vec3 normal = (point(b) - point(a)).cross(point(c) - point(a)).normalized();
    facets_.push_back({{a, b, c}, {-1, -1, -1}, normal, point(a), {}, true});
    return static_cast<int>(facets_.size()) - 1;
  }

  void begin(std::array<int, 4> v) {
    const Vec3 base = (point(v[1]) - point(v[0])).cross(point(v[2]) - point(v[0]));
    if (base.dot(point(v[3]) - point(v[0])) > 0.0) std::swap(v[1], v[2]);
    make_facet(v[0], v[1], v[2]);
    make_facet(v[0], v[3], v[1]);
    make_facet(v[1], v[3], v[2]);
    make_facet(v[2], v[3], v[0]);
    facets_[0].next = {1, 2, 3};
    facets_[1].next = {3, 2, 0};
    facets_[2].next = {1, 3, 0};
    facets_[3].next = {2, 1, 0};
    std::vector<int> all(points_.size());
    std::iota(all.begin(), all.end(), 0);
    share(all, 0);
  }

  // Gives each point to the facet, of those from `first` on, that it is highest above.
  void share(const std::vector<int>& which, std::size_t first) {
    for (const int p : which) {
      double highest = near_;
      Facet* best = nullptr;
      for (std::size_t f = first; f < facets_.size(); ++f)
        if (const double height = facets_[f].height(point(p)); height > highest) {
          highest = height;
          best = &facets_[f];
        }
      if (best) best->outside.push_back(p);
    }
  }

  // Replaces all facets that the highest point above facet f sees by those from the border of them to the point.
  bool add_point(std::size_t f) {
    const Facet& from = facets_[f];
    const int apex = *std::max_element(from.outside.begin(), from.outside.end(),
                                       [&](int a, int b) { return from.height(point(a)) < from.height(point(b)); });
    std::vector<int> seen{static_cast<int>(f)}, homeless;
    struct Border {
      int begin, end, facet;  // the facet that stays
    };
    std::vector<Border> border;
    facets_[f].alive = false;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const Facet& here = facet(seen[k]);
      for (std::size_t side = 0; side < 3; ++side) {
        Facet& other = facet(here.next[side]);
        if (!other.alive) continue;
        if (other.height(point(apex)) > near_) {
          other.alive = false;
          seen.push_back(here.next[side]);
        } else {
          border.push_back({here.corners[side], here.corners[(side + 1) % 3], here.next[side]});
        }
      }
    }
    for (const int k : seen) {
      homeless.insert(homeless.end(), facet(k).outside.begin(), facet(k).outside.end());
      facet(k).outside = {};
    }
    const std::size_t first = facets_.size();
    std::map<int, int> by_begin;  // new facets
    for (const Border& b : border) {
      const int made = make_facet(b.begin, b.end, apex);
      facet(made).next[0] = b.facet;
      Facet& other = facet(b.facet);
      for (std::size_t side = 0; side < 3; ++side)
        if (other.corners[side] == b.end && other.corners[(side + 1) % 3] == b.begin) other.next[side] = made;
      if (!by_begin.emplace(b.begin, made).second) return false;  // the border is no simple loop
    }
    for (const auto& [begin, made] : by_begin) {
      const auto next = by_begin.find(facet(made).corners[1]);
      if (next == by_begin.end()) return false;
      facet(made).next[1] = next->second;
      facet(next->second).next[2] = made;
    }
    std::erase(homeless, apex);
    share(homeless, first);
    return true;
  }

  const std::vector<Vec3>& points_;
  double near_;
  std::vector<Facet> facets_;
};

// Four points that span a tetrahedron, each as far as can be from the ones before.
std::array<int, 4> spanning_points(const std::vector<Vec3>& points, double size) {
  const auto farthest = [&](auto&& measure) {
    std::size_t best = 0;
    double most = -1.0;
    for (std::size_t k = 0; k < points.size(); ++k)
      if (const double value = measure(points[k]); value > most) {
        most = value;
        best = k;
      }
    return std::pair(static_cast<int>(best), most);
  };
  const auto at = [&](int k) -> const Vec3& { return points[static_cast<std::size_t>(k)]; };
  const int a = farthest([&](const Vec3& p) { return (p - points[0]).norm(); }).first;
  const int b = farthest([&](const Vec3& p) { return (p - at(a)).norm(); }).first;
  const Vec3 along = (at(b) - at(a)).normalized();
  const auto [c, width] = farthest([&](const Vec3& p) { return (p - at(a)).cross(along).norm(); });
  const Vec3 normal = along.cross(at(c) - at(a)).normalized();
  const auto [d, height] = farthest([&](const Vec3& p) { return std::abs(normal.dot(p - at(a))); });
  if (!(std::min(width, height) > kFlat * size)) refuse_shape("the points of a hull must not lie in a plane");
  return {a, b, c, d};
}

// Which triangle passes an edge from one vertex to another.
using Owners = std::map<std::pair<int, int>, int>;
Owners owners_of_edges(const std::vector<Triangle>& triangles) {
  Owners out;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) out[{triangles[t][k], triangles[t][(k + 1) % 3]}] = static_cast<int>(t);
  return out;
}

// Finds the faces and which one each triangle belongs to: from the largest triangles on, all around that lie in the
// plane of it.
void merge_faces(Polyhedron& hull, double size) {
  const auto at = [&](int k) -> const Vec3& { return hull.vertices[static_cast<std::size_t>(k)]; };
  const Owners owner = owners_of_edges(hull.triangles);
  std::vector<Vec3> areas;
  for (const Triangle& v : hull.triangles) areas.push_back(0.5 * (at(v[1]) - at(v[0])).cross(at(v[2]) - at(v[0])));
  std::vector<int> order(areas.size()), &face = hull.face_of;
  face.assign(areas.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return areas[static_cast<std::size_t>(a)].norm() > areas[static_cast<std::size_t>(b)].norm();
  });
  for (const int seed : order) {
    if (face[static_cast<std::size_t>(seed)] >= 0) continue;
    const Vec3 normal = areas[static_cast<std::size_t>(seed)].normalized();
    const Vec3& base = at(hull.triangles[static_cast<std::size_t>(seed)][0]);
    const int self = static_cast<int>(hull.faces.size());
    Polyhedron::Face made{Vec3::Zero(), -HUGE_VAL, 0.0};
    std::vector<int> todo{seed};
    face[static_cast<std::size_t>(seed)] = self;
    for (std::size_t k = 0; k < todo.size(); ++k) {
      made.normal += areas[static_cast<std::size_t>(todo[k])];
      const Triangle& v = hull.triangles[static_cast<std::size_t>(todo[k])];
      for (std::size_t side = 0; side < 3; ++side) {
        const int next = owner.at({v[(side + 1) % 3], v[side]});
        const Triangle& w = hull.triangles[static_cast<std::size_t>(next)];
        const bool flat = std::all_of(w.begin(), w.end(),
                                      [&](int c) { return std::abs(normal.dot(at(c) - base)) <= kInPlane * size; });
        if (face[static_cast<std::size_t>(next)] >= 0 || !flat) continue;
        face[static_cast<std::size_t>(next)] = self;
        todo.push_back(next);
      }
    }
    made.area = made.normal.norm();
    made.normal /= made.area;
    for (const int t : todo)
      for (const int c : hull.triangles[static_cast<std::size_t>(t)])
        made.offset = std::max(made.offset, made.normal.dot(at(c)));
    hull.faces.push_back(made);
  }
}

// Sides of triangles where two faces meet.
void find_edges(Polyhedron& hull) {
  const Owners owner = owners_of_edges(hull.triangles);
  for (const auto& [edge, triangle] : owner) {
    const auto& [a, b] = edge;
    const int other = owner.at({b, a});
    if (a < b && hull.face_of[static_cast<std::size_t>(triangle)] != hull.face_of[static_cast<std::size_t>(other)])
      hull.edges.push_back({a, b});
  }
}

// Faces around a vertex, against the clock seen from outside, each once; from triangle t on.
std::vector<int> corners_around(const Polyhedron& hull, const Owners& owner, int vertex, int t) {
  std::vector<int> out;
  const int first = t;
  do {
    const int face = hull.face_of[static_cast<std::size_t>(t)];
    if (out.empty() || out.back() != face) out.push_back(face);
    const Triangle& v = hull.triangles[static_cast<std::size_t>(t)];
    const std::size_t at = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    t = owner.at({vertex, v[(at + 2) % 3]});
  } while (t != first);
  if (out.size() > 1 && out.front() == out.back()) out.pop_back();
  return out;
}

// A convex face with these corners, as triangles.
void add_face(Polyhedron& to, const std::vector<int>& corners) {
  const auto at = [&](std::size_t k) -> const Vec3& { return to.vertices[static_cast<std::size_t>(corners[k])]; };
  Vec3 area = Vec3::Zero();
  for (std::size_t k = 2; k < corners.size(); ++k) {
    to.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    to.face_of.push_back(static_cast<int>(to.faces.size()));
    area += 0.5 * (at(k - 1) - at(0)).cross(at(k) - at(0));
  }
  const Vec3 normal = area.normalized();
  to.faces.push_back({normal, normal.dot(at(0)), area.norm()});
}

// Triangles of the hull of points, by index; grows the tolerance where rounding errors ask for it.
std::vector<Triangle> hull_triangles(const std::vector<Vec3>& points, double size) {
  const std::array<int, 4> first = spanning_points(points, size);
  for (const double near : {1.0, 10.0, 100.0, 1000.0}) {
    HullBuilder builder(points, first, near * kOnFace * size);
    if (builder.build()) return builder.triangles();
  }
  refuse_shape("the hull of these points cannot be found: they are too close to one another");
}

}  // namespace

Polyhedron convex_hull(const std::vector<Vec3>& points) {
  if (points.size() < 4) refuse_shape("a hull needs four points or more");
  for (const Vec3& p : points)
    if (!p.allFinite()) refuse_shape("the points of a hull must be finite");
  const Bounds box = bounds_of(points);
  const double size = (box.high - box.low).norm();
  std::vector<Vec3> candidates = points;
  // Vertices that touch fewer than three faces lie inside a face or an edge: they are left out, and it is made anew.
  for (int repeat = 0;; ++repeat) {
    Polyhedron out{candidates, hull_triangles(candidates, size), {}, {}, {}};
    merge_faces(out, size);
    std::map<int, std::set<int>> touched;
    for (std::size_t t = 0; t < out.triangles.size(); ++t)
      for (const int v : out.triangles[t]) touched[v].insert(out.face_of[t]);
    candidates.clear();
    std::vector<int> index(out.vertices.size(), -1);
    for (const auto& [v, faces] : touched) {
      if (faces.size() < 3 && repeat < 4) continue;
      index[static_cast<std::size_t>(v)] = static_cast<int>(candidates.size());
      candidates.push_back(out.vertices[static_cast<std::size_t>(v)]);
    }
    if (candidates.size() < touched.size()) continue;
    for (Triangle& t : out.triangles)
      for (int& v : t) v = index[static_cast<std::size_t>(v)];
    out.vertices = candidates;
    find_edges(out);
    return out;
  }
}

Polyhedron inset_polyhedron(const Polyhedron& from, double inset, const Vec3& inside) {
  const Bounds box = bounds_of(from.vertices);
  const Vec3 scale = box.high - box.low;
  std::vector<Vec3> points;
  for (const Polyhedron::Face& face : from.faces)
    points.push_back(scale.cwiseProduct(face.normal) / (face.offset - inset - face.normal.dot(inside)));
  const Polyhedron dual = convex_hull(points);
  const Owners owner = owners_of_edges(dual.triangles);
  Polyhedron out;
  for (const Polyhedron::Face& face : dual.faces)
    out.vertices.push_back(inside + scale.cwiseProduct(face.normal) / face.offset);
  std::vector<bool> done(dual.vertices.size(), false);
  for (std::size_t t = 0; t < dual.triangles.size(); ++t)
    for (const int v : dual.triangles[t]) {
      if (done[static_cast<std::size_t>(v)]) continue;
      done[static_cast<std::size_t>(v)] = true;
      add_face(out, corners_around(dual, owner, v, static_cast<int>(t)));
    }
  find_edges(out);
  return out;
}

}  // namespace alembert::contact
