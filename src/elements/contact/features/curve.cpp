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
constexpr double kRounding = 1e-9;
constexpr double kLastDigits = 1e-15;
constexpr double kBorn = 0.05;  // rise times size at which a minimum acts in full

int samples_a_piece(const Curve& curve) {
  const std::size_t pieces = std::max<std::size_t>(1, curve.samples(1).size());
  return std::clamp(static_cast<int>(kSamples / pieces), 1, kSamplesAPiece);
}

// Whether n.d keeps its sign within a radius of a point that is `value` away from the surface, where it is `slope`: d
// turns by an angle with this sine and cosine, n by asin(radius/(distance from the centre)) beside a sphere, not at all
// on a plane, and nobody knows elsewhere.
bool keeps_sign(const Shape& surface, double value, double radius, double slope, double sine, double cosine) {
  if (surface.kind() == ShapeKind::sphere) {
    const double size = surface.bound().radius, away = value + size;
    if (!std::isfinite(size) || !(radius < away)) return false;
    const double s = radius / away, c = std::sqrt(1.0 - s * s), turned = sine * c + cosine * s;
    cosine = cosine * c - sine * s;
    sine = turned;
  } else if (surface.kind() != ShapeKind::plane) {
    return false;
  }
  return cosine > 0.0 && std::abs(slope) > sine;
}

}  // namespace

CurveTree::CurveTree(const Curve& curve, double half_length)
    : curve_(curve), half_length_(half_length), samples_(curve.samples(samples_a_piece(curve))) {
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
  double spread = 0.0;
  for (int k = first; k <= last; ++k) {
    const Vec3& tangent = tangents_[static_cast<std::size_t>(k)];
    spread =
        std::max(spread, std::atan2(circle.direction.cross(tangent).norm(), circle.direction.dot(tangent)) + kRounding);
  }
  circle.sine = std::sin(std::min(spread, 0.5 * std::numbers::pi));
  circle.cosine = std::cos(std::min(spread, 0.5 * std::numbers::pi));
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
  const bool ball = surface.kind() == ShapeKind::sphere && std::isfinite(surface.bound().radius);  // not a hollow
  if (!ball) return visit(0, {pose, false, feature, surface, search});
  const Vec3 e = pose.R.col(2);
  const double beside = -e.dot(pose.p), at = std::clamp(beside, -half_length_, half_length_);  // its centre is at 0
  visit(0, {{pose.p + at * e, pose.R}, at == beside, feature, surface, search});
}

double CurveTree::slope(int sample, const Slice& slice) const {
  const auto k = static_cast<std::size_t>(sample);
  Distance d;
  slice.surface.distance(slice.pose.p + slice.pose.R * points_[k], false, d);
  return d.normal.dot(slice.pose.R * tangents_[k]);
}

void CurveTree::visit(int index, const Slice& slice) const {
  const Circle& circle = circles_[static_cast<std::size_t>(index)];
  Distance d;
  slice.surface.distance(slice.pose.p + slice.pose.R * circle.centre, false, d);
  if (d.value - circle.radius > slice.search.reach) return;
  if (keeps_sign(slice.surface, d.value, circle.radius, d.normal.dot(slice.pose.R * circle.direction), circle.sine,
                 circle.cosine))
    return;
  if (circle.left >= 0) {
    visit(circle.left, slice);
    visit(circle.right, slice);
    return;
  }
  double before = slope(circle.first, slice);
  for (int k = circle.first; k < circle.last; ++k) {
    const double after = slope(k + 1, slice);
    if (before < 0.0 && after >= 0.0) refine(k, before, after, slice);
    before = after;
  }
}

void CurveTree::refine(int interval, double before, double after, const Slice& slice) const {
  const double low = samples_[static_cast<std::size_t>(interval)],
               high = samples_[static_cast<std::size_t>(interval) + 1],
               close = 1e-14 * (high - low) + kLastDigits * high;
  double rise = 0.0;
  Vec3 c, d1, d2;
  Distance d;
  const double s =
      find_minimum(low, high, low + (high - low) * before / (before - after), close, [&](double there) -> SlopeAndRise {
        curve_.at(there, c, d1, d2);
        c = slice.pose.p + slice.pose.R * c;
        d1 = slice.pose.R * d1;
        d2 = slice.pose.R * d2;
        slice.surface.distance(c, true, d);
        rise = d1.dot(d.curvature * d1) + d.normal.dot(d2);
        return {d.normal.dot(d1), rise};
      });
  if (!(d.value < slice.search.reach)) return;
  const double weight = fade(rise * size_ / kBorn);
  if (weight == 0.0) return;
  Touch& out = add_touch(slice.search, slice.feature, c, d, 0.0, weight);
  out.place = s;
  out.free = 1;
  out.E[0] = d1;
  out.kappa(0, 0) = d.normal.dot(d2);
  if (!slice.free) return;
  out.free = 2;
  out.E[1] = slice.pose.R.col(2);
}

}  // namespace alembert::contact
