#include "elements/contact/shapes/plane.h"

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

void PlaneShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  out.value = x[2];
  out.normal = Vec3::UnitZ();
  if (curvature) out.curvature.setZero();
}

Sphere PlaneShape::bound() const { return {Vec3::Zero(), kEndless}; }

double PlaneShape::thickness() const { return kEndless; }

double PlaneShape::contact_radius() const { return kEndless; }

Solid PlaneShape::solid() const { refuse_shape("a plane has no volume"); }

}  // namespace alembert::contact
