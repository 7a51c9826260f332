// The convex hull of points, with edges and corners rounded by r: phi = (distance from the core) - r, the core being
// the hull with all faces moved inward by r (convex_hull.h, triangle_surface.h).
//
// The rounding that is given must be less than the distance from the centre of mass to the nearest face.
#pragma once

#include "elements/contact/shape.h"
#include "elements/contact/shapes/convex_hull.h"

namespace alembert::contact {

class HullShape final : public Shape {
 public:
  explicit HullShape(const std::vector<Vec3>& points, std::optional<double> rounding = {});

  ShapeKind kind() const override { return ShapeKind::hull; }
  void distance(const Vec3& x, bool curvature, Distance& out) const override;
  Sphere bound() const override { return bound_; }
  double thickness() const override { return thickness_; }  // the least height above a face
  double contact_radius() const override;
  double face_area() const override { return face_area_; }
  Solid solid() const override { return solid_; }

  template <class S>
  S signed_distance(const Vec3T<S>& x) const {
    return core_.signed_distance(x) - rounding_;
  }

 private:
  TriangleSurface core_;
  double rounding_, thickness_, face_area_ = 0.0;
  Sphere bound_;
  Solid solid_;
};

}  // namespace alembert::contact
