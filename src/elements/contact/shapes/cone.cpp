#include "elements/contact/shapes/cone.h"

#include <cmath>
#include <numbers>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

ConeShape::ConeShape(double radius, double length, std::optional<double> rounding) : radius_(radius), length_(length) {
  require_size(radius, "the radius of a cone");
  require_size(length, "the length of a cone");
  const double r = rounding_in_use(rounding, thickness(), "cone"), slope = std::hypot(radius, length);
  const auto point = [&](double inset) { return 0.5 * length - inset * slope / radius; };
  const auto base = [&](double inset) { return (radius * (length - inset) - inset * slope) / length; };
  const double foot = -0.5 * length + r;
  core_ = TurnedPolygon({{0.0, foot}, {base(r), foot}, {0.0, point(r)}}, r);
  const double inset = rounding.value_or(0.0);
  nodes_.push_back({Vec3(0.0, 0.0, point(inset)), inset});
  rings_.push_back({Vec3(0.0, 0.0, -0.5 * length + inset), Vec3::UnitZ(), base(inset), inset});
}

void ConeShape::distance(const Vec3& x, bool curvature, Distance& out) const { core_.distance(x, curvature, out); }

// Through the point and the rim, or about the base where the cone is blunt.
Sphere ConeShape::bound() const {
  if (length_ <= radius_) return {Vec3(0.0, 0.0, -0.5 * length_), radius_};
  const double size = (radius_ * radius_ + length_ * length_) / (2.0 * length_);
  return {Vec3(0.0, 0.0, 0.5 * length_ - size), size};
}

double ConeShape::thickness() const { return 2.0 * radius_ * length_ / (radius_ + std::hypot(radius_, length_)); }

double ConeShape::contact_radius() const { return kEndless; }

double ConeShape::face_area() const { return std::numbers::pi * radius_ * radius_; }

Solid ConeShape::solid() const {
  const double square = radius_ * radius_, volume = std::numbers::pi / 3.0 * square * length_;
  const double across = volume * (0.15 * square + 0.0375 * length_ * length_);
  return {volume, Vec3(0.0, 0.0, -0.25 * length_), Vec3(across, across, 0.3 * volume * square).asDiagonal()};
}

}  // namespace alembert::contact
