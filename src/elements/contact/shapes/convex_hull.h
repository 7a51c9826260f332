// The convex hull of points (C. B. Barber et al., "The quickhull algorithm for convex hulls", 1996), and the same hull
// with all faces moved inward.
#pragma once

#include <array>
#include <vector>

#include "elements/contact/shapes/triangle_surface.h"
#include "math/types.h"

namespace alembert::contact {

// Triangles against the clock seen from outside. Those in one plane are one face; no vertex lies inside a face or edge.
struct Polyhedron {
  struct Face {
    Vec3 normal;
    double offset = 0.0;  // normal.x of its points
    double area = 0.0;
  };
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<int> face_of;  // each triangle
  std::vector<Face> faces;
  std::vector<std::array<int, 2>> edges;  // between two faces
};

// Throws Error with a sentence if there are fewer than four points, or all lie in a plane.
Polyhedron convex_hull(const std::vector<Vec3>& points);

// All x with normal.x <= offset - inset for every face. Each such plane must leave `inside` on its inner side. Its
// vertices are the faces of the dual: with c = `inside`, face (n, d) becomes the point n/(d - inset - n.c), and a face
// (m, e) of the hull of those the vertex c + m/e; the faces of the dual around a point are the corners of a face.
// Coordinates are first divided by the size of the polyhedron along each axis, so that the dual is not drawn out.
Polyhedron inset_polyhedron(const Polyhedron& from, double inset, const Vec3& inside);

}  // namespace alembert::contact
