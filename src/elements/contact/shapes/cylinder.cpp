#include "elements/contact/shapes/cylinder.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

CylinderShape::CylinderShape(double radius, double length, bool inside, std::optional<double> rounding)
    : radius_(radius), length_(length), inside_(inside) {
  require_size(radius, "the radius of a cylinder");
  require_size(length, "the length of a cylinder");
  if (inside) return;
  const double r = rounding_in_use(rounding, thickness(), "cylinder");
  const double size = radius - r, half = 0.5 * length - r;
  core_ = TurnedPolygon({{0.0, -half}, {size, -half}, {size, half}, {0.0, half}}, r);
  const double inset = rounding.value_or(0.0);
  for (const double side : {-1.0, 1.0})
    rings_.push_back({Vec3(0.0, 0.0, side * (0.5 * length - inset)), Vec3::UnitZ(), radius - inset, inset});
  edges_.push_back({Vec3(0.0, 0.0, -half), Vec3(0.0, 0.0, half), radius});
}

void CylinderShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  if (!inside_) {
    core_.distance(x, curvature, out);
    return;
  }
  const double rho = std::hypot(x[0], x[1]);
  turn(x, rho, {radius_ - rho, -1.0, 0.0, 0.0, per_radius(-1.0, rho)}, curvature, out);
}

Sphere CylinderShape::bound() const { return {Vec3::Zero(), inside_ ? kEndless : std::hypot(radius_, 0.5 * length_)}; }

double CylinderShape::thickness() const { return inside_ ? kEndless : std::min(2.0 * radius_, length_); }

double CylinderShape::face_area() const { return inside_ ? 0.0 : std::numbers::pi * radius_ * radius_; }

Solid CylinderShape::solid() const {
  if (inside_) refuse_shape("a hollow has no volume");
  const double volume = std::numbers::pi * radius_ * radius_ * length_;
  const double square = radius_ * radius_, across = volume * (square / 4.0 + length_ * length_ / 12.0);
  return {volume, Vec3::Zero(), Vec3(across, across, 0.5 * volume * square).asDiagonal()};
}

}  // namespace alembert::contact
