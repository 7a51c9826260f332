// Shapes that touch: what a contact asks of a surface, in the frame of the shape.
//
//   phi(x)     signed distance of the point x from the surface, positive outside
//   n = dphi/dx, the outward unit normal at the nearest point;   H = d2phi/dx2, H n = 0
//
// A shape is a core and a rounding r: phi = (distance from the core) - r, so that edges and corners are round and n has
// no jumps as long as nothing gets deeper than r. Inside the core phi goes on as minus the distance to its surface.
//
// Against another shape a surface is represented by features: things fixed to it that can touch phi of the other. Each
// is thick: `radius` is the distance from the feature to the surface.
//
//   Node    a point: a sphere's centre, a corner; of a mesh a node that stands for an area
//   Edge    a segment: the line of a capsule, edges of boxes and hulls; touches where phi has its minimum inside it
//   Ring    a circle: the rims of cylinders and cones, the line of a torus
//   Curve   a plane curve (profile): touches at every local minimum of phi along it
//   Oval    the surface of an ellipsoid
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "elements/curve.h"
#include "math/types.h"

namespace alembert::contact {

enum class ShapeKind { sphere, plane, box, cylinder, capsule, torus, cone, ellipsoid, hull, profile, mesh };

struct Distance {
  double value = 0.0;
  Vec3 normal = Vec3::UnitZ();
  Mat3 curvature = Mat3::Zero();  // H
};

struct Node {
  Vec3 at;
  double radius = 0.0;
  double area = 0.0;  // of a mesh's node; 0: a point by itself
};
struct Edge {
  Vec3 begin, end;
  double radius = 0.0;
};
struct Ring {
  Vec3 centre, axis;  // axis of length 1
  double size = 0.0;  // radius of the circle
  double radius = 0.0;
};
struct Oval {
  Vec3 half;  // half axes along x, y, z
};

struct Sphere {  // that bounds a shape
  Vec3 centre = Vec3::Zero();
  double radius = 0.0;  // infinite: a plane
};

// Of unit density.
struct Solid {
  double volume = 0.0;
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centre
};

class Shape {
 public:
  virtual ~Shape() = default;

  virtual ShapeKind kind() const = 0;
  // phi and n; H only where asked for.
  virtual void distance(const Vec3& x, bool curvature, Distance& out) const = 0;
  virtual Sphere bound() const = 0;
  // The smallest extent: what moves less than half of this in a step does not pass through.
  virtual double thickness() const = 0;
  // The radius of its curvature where it is likely to touch (Hertz); infinite: flat.
  virtual double contact_radius() const = 0;
  // The area of its largest flat face; 0: it has none.
  virtual double face_area() const { return 0.0; }
  // Throws Error with a sentence where it is not closed.
  virtual Solid solid() const = 0;

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Edge> edges() const { return edges_; }
  std::span<const Ring> rings() const { return rings_; }
  const Curve* curve() const { return curve_.get(); }  // null: none
  double half_length() const { return half_length_; }  // of the curve along z, to either side
  const Oval* oval() const { return oval_ ? &*oval_ : nullptr; }
  // Nodes within a sphere, by index, rising; of meshes by a tree. `out` is cleared.
  virtual void nodes_within(const Sphere& sphere, std::vector<int>& out) const;

 protected:
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Ring> rings_;
  std::unique_ptr<Curve> curve_;
  double half_length_ = std::numeric_limits<double>::infinity();
  std::optional<Oval> oval_;
};

std::string_view shape_kind_name(ShapeKind kind);

}  // namespace alembert::contact
