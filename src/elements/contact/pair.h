// A pair of shapes: which features of either are put against the surface of the other.
//
//   with a plane        nodes, rings, ovals and curves of the other against it
//   with a sphere       its centre against the surface of the other; of profiles and meshes their curve and nodes
//                       against the sphere
//   with a mesh         its nodes against the surface of the other; two meshes: both, with half the areas
//   with a profile      its curve against the surface of the other, and the other's nodes against the profile
//   boxes and hulls     nodes of either against the other, and edges where they cross
//   all others          nodes, rings and ovals of either against the other; edges of boxes and hulls against the round
//                       one; of two round ones the first's edges
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/contact/features/crossing.h"
#include "elements/contact/features/curve.h"
#include "elements/contact/touch.h"

namespace alembert::contact {

// A shape and what is prepared to search with it; shared by its pairs.
struct PreparedShape {
  explicit PreparedShape(std::shared_ptr<const Shape> of);
  std::shared_ptr<const Shape> shape;
  std::vector<FacedEdge> faced;     // of boxes and hulls
  std::unique_ptr<CurveTree> tree;  // of profiles
  Sphere bound;
};

// Which features of one shape are put against the surface of the other.
struct Features {
  bool nodes = false, edges = false, rings = false, oval = false, curve = false;
  double share = 1.0;  // of nodes' areas
  int first = 0;       // numbers of its features begin here
};

struct PairPlan {
  Features first, second;  // features of the first against the second's surface, and the other way round
  bool crossings = false;
};

// Why the pair cannot be; empty: it can.
std::string pair_problem(ShapeKind a, ShapeKind b);
PairPlan plan_pair(const Shape& a, const Shape& b);
// The kernels that serve a pair, as the docs list them: "node on surface, crossing edges".
std::string pair_kernels(ShapeKind a, ShapeKind b);

// Scratch of a search.
struct PairScratch {
  std::vector<int> nodes;
  std::vector<FacedEdge> edges;
};

// All touches with gaps below `reach`; x, n, E and H in ground axes.
void find_touches(const PreparedShape& a, const Pose& pose_a, const PreparedShape& b, const Pose& pose_b,
                  const PairPlan& plan, double reach, bool derivatives, PairScratch& scratch, std::vector<Touch>& out);

// The stiffness and exponent of materials with the common modulus E* on a touch of the pair; of meshes per area.
//
//   round on round or flat   k = 4/3 E* sqrt(R),  1/R = 1/R_a + 1/R_b,  e = 3/2     (Hertz)
//   cylinder on flat         k = pi/4 E* length/2 at either rim,        e = 1       (two lines)
//   flat on flat             k = 2 E* sqrt(A/pi)/4 at each corner,      e = 1       (a flat punch)
//   mesh                     k = E*/layer                               e = 1       (elastic foundation)
struct Stiffness {
  double k = 0.0, exponent = 1.5;
};
Stiffness material_stiffness(const Shape& a, const Shape& b, double modulus, double layer);

}  // namespace alembert::contact
