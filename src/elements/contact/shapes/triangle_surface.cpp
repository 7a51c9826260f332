#include "elements/contact/shapes/triangle_surface.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace alembert::contact {

namespace {

// Part of the surface's size below which a point counts as lying on an edge or vertex, and sine of the angle up to
// which a direction counts as that of a neighbour: rounding errors.
constexpr double kOnSurface = 1e-13, kAligned = 1e-9;

// An edge as one number, the same in both directions, with the direction in the last bit.
std::uint64_t edge_key(int from, int to) {
  const auto low = static_cast<std::uint64_t>(std::min(from, to)),
             high = static_cast<std::uint64_t>(std::max(from, to));
  return (low << 32) | (high << 1) | (from < to ? 0U : 1U);
}

struct EdgeUse {
  std::uint64_t key;
  int triangle, corner;
  bool operator<(const EdgeUse& b) const { return key != b.key ? key < b.key : triangle < b.triangle; }
  std::uint64_t edge() const { return key >> 1; }
  bool backward() const { return (key & 1U) != 0; }
};

// All edges of all triangles, those of the same edge in a row, forward ones first.
std::vector<EdgeUse> sorted_edges(const std::vector<Triangle>& triangles) {
  std::vector<EdgeUse> out;
  out.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      out.push_back({edge_key(triangles[t][k], triangles[t][(k + 1) % 3]), static_cast<int>(t), static_cast<int>(k)});
  std::sort(out.begin(), out.end());
  return out;
}

// Calls visit(begin, middle, end) for each edge: forward uses are [begin, middle), backward ones [middle, end).
template <class Visit>
void each_edge(const std::vector<EdgeUse>& uses, Visit&& visit) {
  for (std::size_t begin = 0; begin < uses.size();) {
    std::size_t middle = begin, end = begin;
    while (end < uses.size() && uses[end].edge() == uses[begin].edge()) {
      if (!uses[end].backward()) middle = end + 1;
      ++end;
    }
    visit(begin, middle, end);
    begin = end;
  }
}

}  // namespace

// C. Ericson, "Real-time collision detection", 2005, section 5.1.5: in which of the seven regions of a triangle x is.
TriangleSurface::OnFacet TriangleSurface::Facet::nearest(const Vec3& x) const {
  const Vec3 ap = x - a;
  const auto at = [&](double v, double w, Part part, std::size_t corner) {
    return OnFacet{(ap - v * ab - w * ac).squaredNorm(), part, corner};
  };
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0.0 && d2 <= 0.0) return at(0.0, 0.0, Part::vertex, 0);
  const double bb = ab.squaredNorm(), bc = ab.dot(ac), cc = ac.squaredNorm();
  const double d3 = d1 - bb, d4 = d2 - bc;
  if (d3 >= 0.0 && d4 <= d3) return at(1.0, 0.0, Part::vertex, 1);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return at(d1 / bb, 0.0, Part::edge, 0);
  const double d5 = d1 - bc, d6 = d2 - cc;
  if (d6 >= 0.0 && d5 <= d6) return at(0.0, 1.0, Part::vertex, 2);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return at(0.0, d2 / cc, Part::edge, 2);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return at(1.0 - w, w, Part::edge, 1);
  }
  return at(vb / (va + vb + vc), vc / (va + vb + vc), Part::face, 0);
}

TriangleSurface::TriangleSurface(std::vector<Vec3> vertices, std::vector<Triangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)), normals_(triangles_.size(), Vec3::Zero()) {
  const Bounds all = bounds_of(vertices_);
  size_ = (all.high - all.low).norm();
  vertex_normals_.assign(vertices_.size(), Vec3::Zero());
  std::vector<Bounds> boxes;
  std::vector<int> with_area;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Vec3 &a = vertex(triangles_[t][0]), &b = vertex(triangles_[t][1]), &c = vertex(triangles_[t][2]);
    const Vec3 cross = (b - a).cross(c - a);
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    if (cross.norm() <= kAligned * longest) continue;  // no area: its edges are those of its neighbours
    normals_[t] = cross.normalized();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 one = edge(t, k), two = -edge(t, (k + 2) % 3);
      const double angle = std::atan2(one.cross(two).norm(), one.dot(two));
      vertex_normals_[static_cast<std::size_t>(triangles_[t][k])] += angle * normals_[t];
    }
    Bounds box{a, a};
    box.add({b, b});
    box.add({c, c});
    boxes.push_back(box);
    with_area.push_back(static_cast<int>(t));
  }
  for (Vec3& m : vertex_normals_)
    if (m.norm() > 0.0) m.normalize();
  tree_ = BoxTree(boxes);
  for (const int item : tree_.order()) {
    const int t = with_area[static_cast<std::size_t>(item)];
    const Triangle& corners = triangles_[static_cast<std::size_t>(t)];
    const Vec3& a = vertex(corners[0]);
    facets_.push_back({a, vertex(corners[1]) - a, vertex(corners[2]) - a});
    facet_triangles_.push_back(t);
  }
  find_neighbours();
}

void TriangleSurface::find_neighbours() {
  neighbours_.assign(triangles_.size(), {-1, -1, -1});
  const std::vector<EdgeUse> uses = sorted_edges(triangles_);
  each_edge(uses, [&](std::size_t begin, std::size_t middle, std::size_t end) {
    for (std::size_t k = 0; begin + k < middle && middle + k < end; ++k) {
      const EdgeUse &one = uses[begin + k], &two = uses[middle + k];
      neighbours_[static_cast<std::size_t>(one.triangle)][static_cast<std::size_t>(one.corner)] = two.triangle;
      neighbours_[static_cast<std::size_t>(two.triangle)][static_cast<std::size_t>(two.corner)] = one.triangle;
    }
  });
  around_first_.assign(vertices_.size() + 1, 0);
  for (const Triangle& t : triangles_)
    for (const int k : t) ++around_first_[static_cast<std::size_t>(k) + 1];
  for (std::size_t k = 1; k < around_first_.size(); ++k) around_first_[k] += around_first_[k - 1];
  around_.resize(3 * triangles_.size());
  std::vector<int> next(around_first_.begin(), around_first_.end() - 1);
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const int k : triangles_[t])
      around_[static_cast<std::size_t>(next[static_cast<std::size_t>(k)]++)] = static_cast<int>(t);
}

Vec3 TriangleSurface::edge(std::size_t triangle, std::size_t corner) const {
  return vertex(triangles_[triangle][(corner + 1) % 3]) - vertex(triangles_[triangle][corner]);
}

// The triangle across an edge; past those without area; without any, the triangle itself.
std::size_t TriangleSurface::beyond(std::size_t triangle, std::size_t corner) const {
  int from = static_cast<int>(triangle), at = neighbours_[triangle][corner];
  for (int repeat = 0; repeat < 8 && at >= 0; ++repeat) {
    if (normals_[static_cast<std::size_t>(at)] != Vec3::Zero()) return static_cast<std::size_t>(at);
    const Triangle& sides = neighbours_[static_cast<std::size_t>(at)];
    const int next = sides[0] != from ? sides[0] : sides[1];
    from = std::exchange(at, next);
  }
  return triangle;
}

TriangleSurface::Place TriangleSurface::place(const Vec3& x) const {
  double least = HUGE_VAL;
  OnFacet best{};
  std::size_t facet = 0;
  tree_.nearest(x, least, [&](int k) {
    const OnFacet found = facets_[static_cast<std::size_t>(k)].nearest(x);
    if (found.square < least) {
      best = found;
      facet = static_cast<std::size_t>(k);
    }
    return found.square;
  });
  const auto t = static_cast<std::size_t>(facet_triangles_[facet]);
  const int corner = triangles_[t][best.corner];
  Place out{best.part, t, best.corner, vertex(corner), normals_[t], normals_[t], 0.0};
  if (best.part == Part::face) return out;
  if (best.part == Part::edge) {
    out.direction = edge(t, best.corner).normalized();
    out.mean = (normals_[t] + normals_[beyond(t, best.corner)]).normalized();
  } else {
    out.direction.setZero();
    out.mean = vertex_normals_[static_cast<std::size_t>(corner)];
  }
  const Vec3 from = x - out.base;
  out.side = (from - out.direction.dot(from) * out.direction).dot(out.mean) < 0.0 ? -1.0 : 1.0;
  return out;
}

void TriangleSurface::distance(const Vec3& x, bool curvature, Distance& out) const {
  const Place at = place(x);
  const Vec3 from = x - at.base;
  if (curvature) out.curvature.setZero();
  if (at.part == Part::face) {
    out.value = at.direction.dot(from);
    out.normal = at.direction;
    return;
  }
  const Vec3 across = from - at.direction.dot(from) * at.direction;
  const double d = across.norm();
  out.value = at.side * d;
  if (d <= kOnSurface * size_) {
    out.normal = at.mean;
    return;
  }
  out.normal = across / out.value;
  if (curvature) out.curvature = bent(at, out.normal) / out.value;
}

// Where n is that of a triangle beside an edge, or square to an edge at a vertex, x is at the border of two regions:
// the flatter one counts, so that points above the seams of a flat face see it flat.
Mat3 TriangleSurface::bent(const Place& at, const Vec3& normal) const {
  Mat3 out = Mat3::Identity() - normal * normal.transpose();
  if (at.part == Part::edge) {
    for (const std::size_t t : {at.triangle, beyond(at.triangle, at.corner)})
      if (normals_[t].cross(normal).norm() < kAligned) return Mat3::Zero();
    return out - at.direction * at.direction.transpose();
  }
  const auto v = static_cast<std::size_t>(triangles_[at.triangle][at.corner]);
  Vec3 seam = Vec3::Zero();
  for (int k = around_first_[v]; k < around_first_[v + 1]; ++k) {
    const auto t = static_cast<std::size_t>(around_[static_cast<std::size_t>(k)]);
    std::size_t corner = 0;
    while (triangles_[t][corner] != static_cast<int>(v)) ++corner;
    const Vec3 along = edge(t, corner).normalized();
    if (std::abs(along.dot(normal)) >= kAligned) continue;
    if (seam != Vec3::Zero() && seam.cross(along).norm() > 1e-6) return Mat3::Zero();
    seam = along;
  }
  return out - seam * seam.transpose();
}

EdgeFaults edge_faults(const std::vector<Triangle>& triangles) {
  EdgeFaults out;
  each_edge(sorted_edges(triangles), [&](std::size_t begin, std::size_t middle, std::size_t end) {
    const std::size_t forward = middle - begin, backward = end - middle;
    if ((forward + backward) % 2 == 1)
      ++out.open;
    else if (forward != backward)
      ++out.inverted;
  });
  return out;
}

Solid solid_within(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  const Vec3 middle = ball_around(vertices).centre;
  double volume = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[static_cast<std::size_t>(t[0])] - middle,
               b = vertices[static_cast<std::size_t>(t[1])] - middle,
               c = vertices[static_cast<std::size_t>(t[2])] - middle, sum = a + b + c;
    const double part = a.dot(b.cross(c)) / 6.0;
    volume += part;
    first += part / 4.0 * sum;
    second += part / 20.0 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  const Vec3 centre = first / volume;
  second -= volume * centre * centre.transpose();
  return {volume, middle + centre, second.trace() * Mat3::Identity() - second};
}

}  // namespace alembert::contact
