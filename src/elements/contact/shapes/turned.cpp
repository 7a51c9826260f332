#include "elements/contact/shapes/turned.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alembert::contact {

void turn(const Vec3& x, double rho, const Meridian& m, bool curvature, Distance& out) {
  const Vec3 e = rho > 0.0 ? Vec3(x[0] / rho, x[1] / rho, 0.0) : Vec3::UnitX();
  out.value = m.value;
  out.normal = m.a * e + m.b * Vec3::UnitZ();
  if (!curvature) return;
  const Vec3 s = m.a * Vec3::UnitZ() - m.b * e, t(-e[1], e[0], 0.0);
  out.curvature = m.k * s * s.transpose() + m.around * t * t.transpose();
}

TurnedPolygon::TurnedPolygon(std::vector<Corner> corners, double rounding)
    : corners_(std::move(corners)), rounding_(rounding) {
  for (std::size_t k = 0; k + 1 < corners_.size(); ++k) {
    const Corner along = corners_[k + 1] - corners_[k];
    normals_.push_back(Corner(along[1], -along[0]).normalized());
  }
}

TurnedPolygon::Place TurnedPolygon::place(const Corner& p) const {
  Place inside{0, 0}, nearest{0, 0};
  double deepest = -HUGE_VAL, least = HUGE_VAL;
  for (std::size_t k = 0; k + 1 < corners_.size(); ++k) {
    const Corner along = corners_[k + 1] - corners_[k], from = p - corners_[k];
    if (const double depth = normals_[k].dot(from); depth > deepest) {
      deepest = depth;
      inside = {k, k};
    }
    const double part = std::clamp(along.dot(from) / along.squaredNorm(), 0.0, 1.0);
    // Ends of the polygon on the axis count as parts of their sides, unless the side is oblique there.
    const bool first = part == 0.0 && along.dot(from) < 0.0,
               last = part == 1.0 && along.dot(from) > along.squaredNorm();
    if (const double square = (from - part * along).squaredNorm(); square < least) {
      least = square;
      nearest = first ? Place{{}, k} : last ? Place{{}, k + 1} : Place{k, k};
    }
  }
  return deepest <= 0.0 ? inside : nearest;
}

void TurnedPolygon::distance(const Vec3& x, bool curvature, Distance& out) const {
  const double rho = std::hypot(x[0], x[1]);
  const Place at = place({rho, x[2]});
  const Corner& c = corners_[at.corner];
  const Corner from = Corner(rho, x[2]) - c;
  Meridian m;
  if (at.side) {
    const Corner& n = normals_[*at.side];
    m = {n.dot(from) - rounding_, n[0], n[1], 0.0, per_radius(n[0], rho)};
  } else {
    const double d = from.norm();
    m = {d - rounding_, from[0] / d, from[1] / d, 1.0 / d, c[0] == 0.0 ? 1.0 / d : per_radius(from[0] / d, rho)};
  }
  turn(x, rho, m, curvature, out);
}

}  // namespace alembert::contact
