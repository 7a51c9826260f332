#include "elements/contact/features/curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/contact/features/minimum.h"

namespace alembert::contact {

namespace {

// Minima are looked for between samples: some of each piece of the curve, fewer where its pieces are small already.
constexpr std::size_t kSamples = 5000;
constexpr int kSamplesAPiece = 6;
constexpr int kLeaf = 4;  // intervals
constexpr double kQuarter = 0.5 * std::numbers::pi;
constexpr double kRounding = 1e-9;
constexpr double kLastDigits = 1e-15;
constexpr double kBorn = 0.05;  // rise times size at which a minimum acts in full

int samples_a_piece(const Curve& curve) {
  const std::size_t pieces = std::max<std::size_t>(1, curve.samples(1).size());
  return std::clamp(static_cast<int>(kSamples / pieces), 1, kSamplesAPiece);
}

// How far n turns within a radius of a point that is `value` away from the surface.
double turning(const Shape& surface, double value, double radius) {
  if (surface.kind() == ShapeKind::plane) return 0.0;
  if (surface.kind() != ShapeKind::sphere) return std::numbers::pi;
  const double size = surface.bound().radius, away = value + size;  // from its centre
  return std::isfinite(size) && radius < away ? std::asin(radius / away) : std::numbers::pi;
}

}  // namespace

CurveTree::CurveTree(const Curve& curve) : curve_(curve), samples_(curve.samples(samples_a_piece(curve))) {
  if (curve.closed()) samples_.push_back(samples_.front() + curve.length());
  Vec3 c, d1, d2;
  for (const double s : samples_) {
    curve.at(s, c, d1, d2);
    points_.push_back(c);
    tangents_.push_back(d1);
  }
  build(0, static_cast<int>(samples_.size()) - 1);
  size_ = circles_.front().radius;
}

int CurveTree::build(int first, int last) {
  const int index = static_cast<int>(circles_.size());
  Circle circle;
  circle.first = first;
  circle.last = last;
  circle.centre = Vec3::Zero();
  for (int k = first; k <= last; ++k) circle.centre += points_[static_cast<std::size_t>(k)] / (last - first + 1.0);
  for (int k = first; k <= last; ++k) {
    const auto i = static_cast<std::size_t>(k);
    circle.radius = std::max(circle.radius, (points_[i] - circle.centre).norm());
  }
  // Between samples the curve may bulge: by less than half their distance.
  double widest = 0.0;
  for (int k = first; k < last; ++k)
    widest = std::max(widest, (points_[static_cast<std::size_t>(k) + 1] - points_[static_cast<std::size_t>(k)]).norm());
  circle.radius += 0.5 * widest;
  circle.direction = tangents_[static_cast<std::size_t>((first + last) / 2)].normalized();
  for (int k = first; k <= last; ++k) {
    const Vec3& tangent = tangents_[static_cast<std::size_t>(k)];
    circle.spread = std::max(
        circle.spread, std::atan2(circle.direction.cross(tangent).norm(), circle.direction.dot(tangent)) + kRounding);
  }
  circles_.push_back(circle);
  if (last - first > kLeaf) {
    const int middle = (first + last) / 2;
    const int left = build(first, middle), right = build(middle, last);
    circles_[static_cast<std::size_t>(index)].left = left;
    circles_[static_cast<std::size_t>(index)].right = right;
  }
  return index;
}

void CurveTree::touch(const Pose& pose, int feature, const Shape& surface, const Search& search) const {
  visit(0, pose, feature, surface, search);
}

double CurveTree::slope(int sample, const Pose& pose, const Shape& surface) const {
  const auto k = static_cast<std::size_t>(sample);
  Distance d;
  surface.distance(pose.p + pose.R * points_[k], false, d);
  return d.normal.dot(pose.R * tangents_[k]);
}

void CurveTree::visit(int index, const Pose& pose, int feature, const Shape& surface, const Search& search) const {
  const Circle& circle = circles_[static_cast<std::size_t>(index)];
  Distance d;
  surface.distance(pose.p + pose.R * circle.centre, false, d);
  if (d.value - circle.radius > search.reach) return;
  const double turns = circle.spread + turning(surface, d.value, circle.radius);
  if (turns < kQuarter && std::abs(d.normal.dot(pose.R * circle.direction)) > std::sin(turns)) return;
  if (circle.left >= 0) {
    visit(circle.left, pose, feature, surface, search);
    visit(circle.right, pose, feature, surface, search);
    return;
  }
  double before = slope(circle.first, pose, surface);
  for (int k = circle.first; k < circle.last; ++k) {
    const double after = slope(k + 1, pose, surface);
    if (before < 0.0 && after >= 0.0) refine(k, pose, feature, surface, search);
    before = after;
  }
}

void CurveTree::refine(int interval, const Pose& pose, int feature, const Shape& surface, const Search& search) const {
  const double low = samples_[static_cast<std::size_t>(interval)],
               high = samples_[static_cast<std::size_t>(interval) + 1],
               close = 1e-14 * (high - low) + kLastDigits * high;
  double rise = 0.0;
  Vec3 c, d1, d2;
  Distance d;
  const double s = find_minimum(low, high, close, [&](double there) -> SlopeAndRise {
    curve_.at(there, c, d1, d2);
    c = pose.p + pose.R * c;
    d1 = pose.R * d1;
    d2 = pose.R * d2;
    surface.distance(c, true, d);
    rise = d1.dot(d.curvature * d1) + d.normal.dot(d2);
    return {d.normal.dot(d1), rise};
  });
  if (!(d.value < search.reach)) return;
  const double weight = fade(rise * size_ / kBorn);
  if (weight == 0.0) return;
  Touch& out = add_touch(search, feature, c, d, 0.0, weight);
  out.place = s;
  out.free = 1;
  out.E[0] = d1;
  out.kappa(0, 0) = d.normal.dot(d2);
}

}  // namespace alembert::contact
