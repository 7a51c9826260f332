#include "elements/contact/shapes/sphere.h"

#include <numbers>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

SphereShape::SphereShape(double radius, bool inside) : radius_(radius), inside_(inside) {
  require_size(radius, "the radius of a sphere");
  if (!inside) nodes_.push_back({Vec3::Zero(), radius});
}

void SphereShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  const double d = x.norm(), side = inside_ ? -1.0 : 1.0;
  const Vec3 n = d > 0.0 ? Vec3(x / d) : Vec3::UnitZ();
  out.value = side * (d - radius_);
  out.normal = side * n;
  if (!curvature) return;
  out.curvature.setZero();
  if (d > 0.0) out.curvature = side / d * (Mat3::Identity() - n * n.transpose());
}

Sphere SphereShape::bound() const { return {Vec3::Zero(), inside_ ? kEndless : radius_}; }

double SphereShape::thickness() const { return inside_ ? kEndless : 2.0 * radius_; }

Solid SphereShape::solid() const {
  if (inside_) refuse_shape("a hollow has no volume");
  const double volume = 4.0 / 3.0 * std::numbers::pi * radius_ * radius_ * radius_;
  return {volume, Vec3::Zero(), 0.4 * volume * radius_ * radius_ * Mat3::Identity()};
}

}  // namespace alembert::contact
