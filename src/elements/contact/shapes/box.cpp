#include "elements/contact/shapes/box.h"

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

BoxShape::BoxShape(const Vec3& size, std::optional<double> rounding) : size_(size) {
  for (const double each : size) require_size(each, "the size of a box");
  rounding_ = rounding_in_use(rounding, size.minCoeff(), "box");
  core_ = 0.5 * size - Vec3::Constant(rounding_);
  const Vec3 corner = rounding ? core_ : Vec3(0.5 * size);
  const auto signs = [](int k) { return Vec3(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0); };
  for (int k = 0; k < 8; ++k) {
    nodes_.push_back({corner.cwiseProduct(signs(k)), rounding.value_or(0.0)});
    for (const int other : {k | 1, k | 2, k | 4})
      if (other != k) edges_.push_back({core_.cwiseProduct(signs(k)), core_.cwiseProduct(signs(other)), rounding_});
  }
}

void BoxShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  const Vec3 q = x.cwiseAbs() - core_, side = (x.array() < 0.0).select(Vec3::Constant(-1.0), Vec3::Constant(1.0));
  const Vec3 beyond = q.cwiseMax(0.0);
  const double d = beyond.norm();
  if (curvature) out.curvature.setZero();
  if (d == 0.0) {
    Eigen::Index nearest = 0;
    out.value = q.maxCoeff(&nearest) - rounding_;
    out.normal = side[nearest] * Vec3::Unit(nearest);
    return;
  }
  out.value = d - rounding_;
  out.normal = side.cwiseProduct(beyond) / d;
  if (!curvature || (q.array() > 0.0).count() == 1) return;
  out.curvature.diagonal() = (q.array() > 0.0).cast<double>() / d;
  out.curvature -= out.normal * out.normal.transpose() / d;
}

double BoxShape::contact_radius() const { return kEndless; }

double BoxShape::face_area() const { return size_.prod() / size_.minCoeff(); }

Solid BoxShape::solid() const {
  const double volume = size_.prod();
  const Vec3 squares = size_.cwiseProduct(size_);
  const Vec3 inertia = volume / 12.0 * (Vec3::Constant(squares.sum()) - squares);
  return {volume, Vec3::Zero(), inertia.asDiagonal()};
}

}  // namespace alembert::contact
