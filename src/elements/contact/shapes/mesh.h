// A closed surface of triangles, all seen against the clock from outside (triangle_surface.h). Its edges are sharp.
//
// Against others it is its nodes: the vertices of its triangles, divided at the middles of their edges until these are
// no longer than the spacing. A node stands for a third of each triangle around it.
#pragma once

#include "elements/contact/shape.h"
#include "elements/contact/shapes/triangle_surface.h"

namespace alembert::contact {

class MeshShape final : public Shape {
 public:
  // Throws Error with a sentence if it is not closed, or a triangle faces inward. `spacing`: a twelfth of the bounding
  // box's diagonal unless given.
  explicit MeshShape(const TriangleMesh& mesh, std::optional<double> spacing = {});

  ShapeKind kind() const override { return ShapeKind::mesh; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override { surface_.distance(x, curvature, out); }
  Sphere bound() const override { return bound_; }
  double thickness() const override { return thickness_; }  // the least side of its bounding box
  double contact_radius() const override;
  Solid solid() const override { return solid_; }
  void nodes_within(const Sphere& sphere, std::vector<int>& out) const override;

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    return surface_.signed_distance(x);
  }

 private:
  TriangleSurface surface_;
  BoxTree node_tree_;
  Sphere bound_;
  Solid solid_;
  double thickness_ = 0.0;
};

}  // namespace alembert::contact
