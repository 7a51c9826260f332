// A closed surface of triangles, their corners against the clock seen from outside. The nearest point p of x lies
// inside a triangle, on an edge or in a vertex:
//
//   triangle   phi = n.(x - p),   n its normal,   H = 0
//   edge       phi = +-|x - p|,   n = (x - p)/phi,   H = (1 - n n^T - t t^T)/phi,   t along the edge
//   vertex     phi = +-|x - p|,   n = (x - p)/phi,   H = (1 - n n^T)/phi
//
// The sign is that of (x - p).m, with m the sum of the two triangles' normals at an edge, and of all weighted by their
// angles at a vertex (J. A. Baerentzen, H. Aanaes, "Signed distance computation using the angle weighted pseudonormal",
// 2005, which proves it).
#pragma once

#include <array>
#include <vector>

#include "elements/contact/mesh_file.h"
#include "elements/contact/shape.h"
#include "elements/contact/shapes/box_tree.h"
#include "math/dual.h"

namespace alembert::contact {

class TriangleSurface {
 public:
  TriangleSurface() = default;
  TriangleSurface(std::vector<Vec3> vertices, std::vector<Triangle> triangles);

  void distance(const Vec3& x, bool curvature, Distance& out) const;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    using std::sqrt;
    const Place at = place(Vec3(value_of(x[0]), value_of(x[1]), value_of(x[2])));
    const S from[3] = {x[0] - at.base[0], x[1] - at.base[1], x[2] - at.base[2]};
    S along = 0.0, square = 0.0;
    for (int k = 0; k < 3; ++k) along = along + at.direction[k] * from[k];
    if (at.part == Part::face) return along;
    for (int k = 0; k < 3; ++k) {
      const S across = from[k] - at.direction[k] * along;
      square = square + across * across;
    }
    return at.side * sqrt(square);
  }

 private:
  enum class Part { face, edge, vertex };
  struct Place {
    Part part;
    std::size_t triangle, corner;  // an edge begins at the corner, a vertex is it
    Vec3 base;                     // a point of the triangle or edge; the vertex
    Vec3 direction;                // normal of the triangle, direction of the edge; 0
    Vec3 mean;                     // m
    double side;                   // +1 outside, -1 inside; 0: a triangle
  };
  struct OnFacet {
    double square;  // of the distance
    Part part;
    std::size_t corner;
  };
  struct Facet {
    Vec3 a, ab, ac;
    OnFacet nearest(const Vec3& x) const;
  };

  Place place(const Vec3& x) const;
  Mat3 bent(const Place& at, const Vec3& normal) const;  // phi H of edges and vertices
  void find_neighbours();
  std::size_t beyond(std::size_t triangle, std::size_t corner) const;
  Vec3 edge(std::size_t triangle, std::size_t corner) const;
  const Vec3& vertex(int k) const { return vertices_[static_cast<std::size_t>(k)]; }

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3> normals_;         // of triangles; 0: no area
  std::vector<Vec3> vertex_normals_;  // m of vertices
  std::vector<Triangle> neighbours_;  // of a triangle across the edge that begins at each corner
  std::vector<int> around_first_;     // of each vertex, into around_
  std::vector<int> around_;           // triangles at a vertex
  std::vector<Facet> facets_;         // those with an area, in the order of the tree
  std::vector<int> facet_triangles_;  // which they are
  BoxTree tree_;
  double size_ = 0.0;
};

// Edges at which the triangles of a surface do not fit.
struct EdgeFaults {
  int open = 0;      // edges of one triangle
  int inverted = 0;  // edges that two triangles pass in the same direction
};
EdgeFaults edge_faults(const std::vector<Triangle>& triangles);

// By the theorem of Gauss: the sum of tetrahedra from a point to all triangles.
Solid solid_within(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

}  // namespace alembert::contact
