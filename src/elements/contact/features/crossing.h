// An edge against an edge, where they cross: of boxes and hulls. It touches at the points x, y of the two lines that
// are nearest to each other.
//
//   n = +-(e x g)/|e x g|,   gap = n.(x - y) - radius_f - radius_s
//
// It fades out near the ends of either edge, where nodes do the work; where the edges are parallel; and where n is not
// a normal of both edges: the directions b into the faces at an edge have n.b <= 0, up to kLean; and where the lines
// come close to passing each other.
//
// As a surface, the other edge is the line along g: H = (1 - n n^T - g g^T)/d with the distance d of the lines.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "elements/contact/features/edge.h"

namespace alembert::contact {

// An edge of a convex shape and the directions into its two faces, square to it.
struct FacedEdge {
  Vec3 begin, e;
  double length = 0.0, radius = 0.0;
  std::array<Vec3, 2> into;
};

// Of a convex shape: its faces at an edge are where the other corners are seen under the widest angle.
std::vector<FacedEdge> faced_edges(const Shape& shape);

// Both in the frame of the surface.
inline void touch_crossing(const FacedEdge& edge, const FacedEdge& other, int feature, const Search& search) {
  constexpr double kParallel = 0.01;  // sin^2 of the angle
  constexpr double kLean = 0.2;
  const Vec3 w = edge.begin - other.begin;
  const Vec3 &e = edge.e, &g = other.e;
  const double c = e.dot(g), sine2 = 1.0 - c * c;
  if (sine2 < 1e-9) return;
  const double we = w.dot(e), wg = w.dot(g);
  const double s = (c * wg - we) / sine2, t = (wg - c * we) / sine2;
  if (s <= 0.0 || s >= edge.length || t <= 0.0 || t >= other.length) return;
  const Vec3 apart = w + s * e - t * g;
  Vec3 n = e.cross(g) / std::sqrt(sine2);
  // Away from the surface's shape: into its faces n falls.
  if (n.dot(other.into[0] + other.into[1]) > 0.0) n = -n;
  const double distance = n.dot(apart);
  // Lines that have passed each other are those of far sides.
  if (!(distance - edge.radius - other.radius < search.reach) || distance <= 0.0) return;
  double weight = fade(4.0 * distance / (edge.radius + other.radius)) *
                  fade(std::min(s, edge.length - s) / (kEnds * edge.length)) *
                  fade(std::min(t, other.length - t) / (kEnds * other.length)) * fade(sine2 / kParallel);
  for (std::size_t k = 0; k < 2; ++k)
    weight *= fade((kLean - n.dot(other.into[k])) / kLean) * fade((kLean + n.dot(edge.into[k])) / kLean);
  if (weight == 0.0) return;
  const Distance line{distance - other.radius, n,
                      (Mat3::Identity() - n * n.transpose() - g * g.transpose()) / distance};
  Touch& out = add_touch(search, feature, edge.begin + s * e, line, edge.radius, weight);
  out.free = 1;
  out.E[0] = e;
}

}  // namespace alembert::contact
