#include "elements/contact/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/contact/features/node.h"
#include "elements/contact/features/oval.h"
#include "elements/contact/features/ring.h"

namespace alembert::contact {

namespace {

bool has_corners(ShapeKind kind) { return kind == ShapeKind::box || kind == ShapeKind::hull; }

PairPlan plan_of_kinds(ShapeKind a, ShapeKind b) {
  using K = ShapeKind;
  PairPlan out;
  const auto one_sided = [](ShapeKind kind) {  // features of `kind` against a surface that has none
    Features f;
    f.nodes = f.rings = f.oval = f.curve = true;
    if (kind == ShapeKind::profile) f.nodes = f.rings = f.oval = false;
    return f;
  };
  if (b == K::plane) {
    out.first = one_sided(a);
  } else if (a == K::plane) {
    out.second = one_sided(b);
  } else if (a == K::mesh || b == K::mesh) {
    out.first.nodes = a == K::mesh;
    out.second.nodes = b == K::mesh;
    if (a == b) out.first.share = out.second.share = 0.5;
  } else if (a == K::profile) {
    out.first.curve = true;
    out.second.nodes = b != K::sphere && b != K::profile && b != K::capsule;
  } else if (b == K::profile) {
    out.second.curve = true;
    out.first.nodes = a != K::sphere && a != K::capsule;
  } else if (a == K::sphere) {
    out.first.nodes = true;
  } else if (b == K::sphere) {
    out.second.nodes = true;
  } else {
    out.first.nodes = out.first.rings = out.second.nodes = out.second.rings = true;
    out.first.oval = a == K::ellipsoid && (has_corners(b) || b == K::cone || b == K::ellipsoid);
    out.second.oval = b == K::ellipsoid && a != K::ellipsoid && (has_corners(a) || a == K::cone);
    out.crossings = has_corners(a) && has_corners(b);
    if (!out.crossings) {
      out.first.edges = !has_corners(b);
      out.second.edges = !has_corners(a) && has_corners(b);
      if (!has_corners(a) && !has_corners(b)) out.second.edges = a != K::capsule && a != K::cylinder;
    }
  }
  return out;
}

int feature_count(const Shape& shape) {
  return static_cast<int>(shape.nodes().size() + shape.edges().size() + 2 * shape.rings().size()) + 2;
}

// Features of `own` against `surface`, whose frame all is in.
void one_way(const PreparedShape& own, const Pose& pose, const PreparedShape& surface, const Features& features,
             PairScratch& scratch, const Search& search) {
  const Shape &shape = *own.shape, &other = *surface.shape;
  const bool plane = other.kind() == ShapeKind::plane;
  int number = features.first;
  if (features.nodes) {
    const auto nodes = shape.nodes();
    if (shape.kind() == ShapeKind::mesh && !plane) {
      const Pose back = relative(Pose{}, pose);
      Sphere near = surface.bound;
      near.centre = back.p + back.R * near.centre;
      near.radius += search.reach;
      shape.nodes_within(near, scratch.nodes);
      for (const int k : scratch.nodes) {
        const Node& node = nodes[static_cast<std::size_t>(k)];
        touch_node(node, pose.p + pose.R * node.at, number + k, features.share, other, search);
      }
    } else {
      for (std::size_t k = 0; k < nodes.size(); ++k)
        touch_node(nodes[k], pose.p + pose.R * nodes[k].at, number + static_cast<int>(k), features.share, other,
                   search);
    }
  }
  number += static_cast<int>(shape.nodes().size());
  if (features.edges)
    for (std::size_t k = 0; k < shape.edges().size(); ++k)
      touch_edge(shape.edges()[k], pose, number + static_cast<int>(k), other, search);
  number += static_cast<int>(shape.edges().size());
  if (features.rings)
    for (std::size_t k = 0; k < shape.rings().size(); ++k)
      (plane ? touch_ring_on_plane : touch_ring)(shape.rings()[k], pose, number + 2 * static_cast<int>(k), other,
                                                 search);
  number += 2 * static_cast<int>(shape.rings().size());
  if (features.oval && shape.oval()) touch_oval(*shape.oval(), pose, number, other, search);
  if (features.curve && own.tree) own.tree->touch(pose, number + 1, other, search);
}

void to_ground(const Pose& pose, Touch& touch, bool derivatives) {
  touch.x = pose.p + pose.R * touch.x;
  touch.hub = pose.p + pose.R * touch.hub;
  touch.n = pose.R * touch.n;
  if (!derivatives) return;
  touch.H = pose.R * touch.H * pose.R.transpose();
  for (Vec3& e : touch.E) e = pose.R * e;
}

}  // namespace

PreparedShape::PreparedShape(std::shared_ptr<const Shape> of) : shape(std::move(of)), bound(shape->bound()) {
  if (has_corners(shape->kind())) faced = faced_edges(*shape);
  if (shape->curve()) tree = std::make_unique<CurveTree>(*shape->curve(), shape->half_length());
}

std::string pair_problem(ShapeKind a, ShapeKind b) {
  using K = ShapeKind;
  const auto both = [&](K x, K y) { return (a == x && b == y) || (a == y && b == x); };
  if (both(K::plane, K::plane)) return "two planes cannot touch each other: give one of the bodies a box";
  if (both(K::cone, K::cone)) return "a cone does not touch another cone: write one of them as a hull";
  if (both(K::profile, K::mesh)) return "a profile does not touch a mesh";
  if (both(K::profile, K::torus)) return "a profile does not touch a torus";
  if (both(K::profile, K::cone)) return "a profile does not touch a cone";
  return "";
}

PairPlan plan_pair(const Shape& a, const Shape& b) {
  PairPlan out = plan_of_kinds(a.kind(), b.kind());
  out.second.first = feature_count(a);
  return out;
}

std::string pair_kernels(ShapeKind a, ShapeKind b) {
  const PairPlan plan = plan_of_kinds(a, b);
  std::string out;
  const auto add = [&](bool used, const char* text) {
    if (used) out += fmt::format("{}{}", out.empty() ? "" : ", ", text);
  };
  using K = ShapeKind;
  const auto any = [&](bool Features::*what, std::initializer_list<K> with) {
    const auto in = [&](K kind) { return std::find(with.begin(), with.end(), kind) != with.end(); };
    return (plan.first.*what && in(a)) || (plan.second.*what && in(b));
  };
  add(any(&Features::nodes, {K::sphere, K::box, K::hull, K::capsule, K::cone, K::mesh}), "nodes");
  add(any(&Features::rings, {K::cylinder, K::cone, K::torus}), "rings");
  add(any(&Features::oval, {K::ellipsoid}), "oval");
  add(any(&Features::curve, {K::profile}), "curve");
  add(any(&Features::edges, {K::box, K::hull, K::capsule, K::cylinder}), "edges");
  add(plan.crossings, "crossing edges");
  return out;
}

void find_touches(const PreparedShape& a, const Pose& pose_a, const PreparedShape& b, const Pose& pose_b,
                  const PairPlan& plan, double reach, bool derivatives, PairScratch& scratch, std::vector<Touch>& out) {
  const Search search{reach, derivatives, &out};
  const std::size_t before = out.size();
  const Pose a_in_b = relative(pose_a, pose_b);
  one_way(a, a_in_b, b, plan.first, scratch, search);
  if (plan.crossings) {
    const int number = plan.second.first + feature_count(*b.shape);
    scratch.edges.clear();
    for (const FacedEdge& edge : a.faced) {
      FacedEdge& moved = scratch.edges.emplace_back(edge);
      moved.begin = a_in_b.p + a_in_b.R * edge.begin;
      moved.e = a_in_b.R * edge.e;
      for (Vec3& into : moved.into) into = a_in_b.R * into;
    }
    const double near = b.bound.radius + reach;
    for (std::size_t i = 0; i < scratch.edges.size(); ++i) {
      const FacedEdge& edge = scratch.edges[i];
      // Not near the other shape at all?
      const Vec3 to = b.bound.centre - edge.begin;
      const double s = std::clamp(to.dot(edge.e), 0.0, edge.length);
      if ((to - s * edge.e).squaredNorm() > (near + edge.radius) * (near + edge.radius)) continue;
      for (std::size_t j = 0; j < b.faced.size(); ++j)
        touch_crossing(edge, b.faced[j], number + static_cast<int>(i * b.faced.size() + j), search);
    }
  }
  for (std::size_t k = before; k < out.size(); ++k) to_ground(pose_b, out[k], derivatives);
  const std::size_t middle = out.size();
  one_way(b, relative(pose_b, pose_a), a, plan.second, scratch, search);
  for (std::size_t k = middle; k < out.size(); ++k) {
    out[k].flipped = true;
    to_ground(pose_a, out[k], derivatives);
  }
}

Stiffness material_stiffness(const Shape& a, const Shape& b, double modulus, double layer) {
  if (a.kind() == ShapeKind::mesh || b.kind() == ShapeKind::mesh) return {modulus / layer, 1.0};
  const double curvature = 1.0 / a.contact_radius() + 1.0 / b.contact_radius();
  const auto cylinder = [](const Shape& s) { return s.kind() == ShapeKind::cylinder; };
  const bool flat_a = std::isinf(a.contact_radius()), flat_b = std::isinf(b.contact_radius());
  if ((cylinder(a) && flat_b) || (cylinder(b) && flat_a)) {
    const Shape& c = cylinder(a) ? a : b;
    const auto rings = c.rings();
    const double length = rings.size() == 2 ? (rings[1].centre - rings[0].centre).norm() : c.thickness();
    return {0.5 * std::numbers::pi / 4.0 * modulus * length, 1.0};
  }
  if (curvature > 0.0) return {4.0 / 3.0 * modulus / std::sqrt(curvature), 1.5};
  double area =
      std::min(a.face_area() > 0.0 ? a.face_area() : INFINITY, b.face_area() > 0.0 ? b.face_area() : INFINITY);
  if (!std::isfinite(area)) {
    const double size = std::min(a.thickness(), b.thickness());
    area = size * size;
  }
  return {0.5 * modulus * std::sqrt(area / std::numbers::pi), 1.0};
}

}  // namespace alembert::contact
