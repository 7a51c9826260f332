#include "elements/contact/shapes/capsule.h"

#include <cmath>
#include <numbers>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

CapsuleShape::CapsuleShape(double radius, double length) : radius_(radius), half_(0.5 * length) {
  require_size(radius, "the radius of a capsule");
  require_size(length, "the length of a capsule");
  const Vec3 end(0.0, 0.0, half_);
  nodes_ = {{-end, radius}, {end, radius}};
  edges_.push_back({-end, end, radius});
}

void CapsuleShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  const Vec3 from = x - Vec3(0.0, 0.0, std::clamp(x[2], -half_, half_));
  const double d = from.norm();
  out.value = d - radius_;
  out.normal = d > 0.0 ? Vec3(from / d) : Vec3::UnitX();
  if (!curvature) return;
  out.curvature.setZero();
  if (d == 0.0) return;
  out.curvature = (Mat3::Identity() - out.normal * out.normal.transpose()) / d;
  if (std::abs(x[2]) <= half_) out.curvature(2, 2) = 0.0;
}

// Of the two half balls together, with centres 3/8 R beyond the ends: (2/5 - 9/64) R^2 about their own, and moved out.
Solid CapsuleShape::solid() const {
  const double square = radius_ * radius_, length = 2.0 * half_;
  const double middle = std::numbers::pi * square * length, ends = 4.0 / 3.0 * std::numbers::pi * square * radius_;
  const double centre = half_ + 0.375 * radius_;
  const double across =
      middle * (square / 4.0 + length * length / 12.0) + ends * ((0.4 - 0.375 * 0.375) * square + centre * centre);
  const double along = (0.5 * middle + 0.4 * ends) * square;
  return {middle + ends, Vec3::Zero(), Vec3(across, across, along).asDiagonal()};
}

}  // namespace alembert::contact
