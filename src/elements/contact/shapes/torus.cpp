#include "elements/contact/shapes/torus.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "elements/contact/shapes/sizes.h"
#include "elements/contact/shapes/turned.h"

namespace alembert::contact {

TorusShape::TorusShape(double circle, double tube) : circle_(circle), tube_(tube) {
  require_size(circle, "the radius of a torus");
  require_size(tube, "the radius of a torus's tube");
  if (tube >= circle)
    refuse_shape(
        fmt::format("the tube of a torus must have a smaller radius than its circle, {}, not {}", circle, tube));
  rings_.push_back({Vec3::Zero(), Vec3::UnitZ(), circle, tube});
}

void TorusShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  const double rho = std::hypot(x[0], x[1]), d = std::hypot(rho - circle_, x[2]);
  Meridian m{-tube_, 1.0, 0.0, 0.0, 0.0};  // on the circle itself
  if (d > 0.0) {
    const double a = (rho - circle_) / d;
    m = {d - tube_, a, x[2] / d, 1.0 / d, per_radius(a, rho)};
  }
  turn(x, rho, m, curvature, out);
}

// Of the outermost circle: R + r around the axis, r across.
double TorusShape::contact_radius() const { return std::sqrt(tube_ * (circle_ + tube_)); }

Solid TorusShape::solid() const {
  const double R2 = circle_ * circle_, r2 = tube_ * tube_;
  const double volume = 2.0 * std::numbers::pi * std::numbers::pi * circle_ * r2;
  const double across = volume * (0.5 * R2 + 0.625 * r2);
  return {volume, Vec3::Zero(), Vec3(across, across, volume * (R2 + 0.75 * r2)).asDiagonal()};
}

}  // namespace alembert::contact
