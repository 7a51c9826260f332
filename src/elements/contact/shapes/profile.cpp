#include "elements/contact/shapes/profile.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

namespace {

// Angle in rad that a part turns at most, and how often a piece of the curve is halved for that at most.
constexpr double kTurn = 0.3;
constexpr int kHalvings = 10;

// Gauss's rule of six points on -1..1: exact for polynomials of degree 11.
constexpr double kGauss[3][2] = {{0.2386191860831969, 0.4679139345726910},
                                 {0.6612093864662645, 0.3607615730481386},
                                 {0.9324695142031521, 0.1713244923791704}};

// The area within a closed curve, with its moments, as integrals along it (Green); negative where it runs clockwise.
//
//   A = 1/2 int x dy - y dx,   int x = 1/2 int x^2 dy,   int x^2 = 1/3 int x^3 dy,   int x y = 1/2 int x^2 y dy,  ...
Solid slice_within(const Curve& curve) {
  double area = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  std::vector<double> knots = curve.samples(1);
  knots.push_back(curve.length());
  Vec3 c, d, unused;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double half = 0.5 * (knots[k + 1] - knots[k]), middle = 0.5 * (knots[k + 1] + knots[k]);
    for (const auto& [at, weight] : kGauss)
      for (const double u : {-at, at}) {
        curve.at<double>(middle + half * u, c, d, unused);
        const double x = c[0], y = c[1], dx = weight * half * d[0], dy = weight * half * d[1];
        area += 0.5 * (x * dy - y * dx);
        first += Vec3(0.5 * x * x * dy, -0.5 * y * y * dx, 0.0);
        second(0, 0) += x * x * x * dy / 3.0;
        second(1, 1) -= y * y * y * dx / 3.0;
        second(0, 1) += 0.5 * x * x * y * dy;
      }
  }
  second(1, 0) = second(0, 1);
  Solid out{area, first / area, Mat3::Zero()};
  second -= area * out.centre * out.centre.transpose();
  out.inertia = second.trace() * Mat3::Identity() - second;
  out.centre[2] = c[2];
  return out;
}

}  // namespace

ProfileShape::ProfileShape(Curve curve, std::optional<double> thickness) : thickness_(thickness) {
  if (thickness) {
    require_size(*thickness, "the thickness of a profile");
    half_length_ = 0.5 * *thickness;
  }
  if (!curve.planar() || std::abs(curve.normal()[2]) < 1.0 - 1e-9)
    refuse_shape("the curve of a profile must lie in the plane of x and y");
  curve_ = std::make_unique<Curve>(std::move(curve));
  if (curve_->closed()) {
    area_ = slice_within(*curve_);
    if (area_.volume < 0.0) {
      side_ = -1.0;
      area_.volume = -area_.volume;
      area_.inertia = -area_.inertia;
    }
    if (!(area_.volume > 1e-12 * curve_->length() * curve_->length()))
      refuse_shape("the curve of a profile must surround an area");
  }
  std::vector<double> knots = curve_->samples(1);
  if (curve_->closed()) knots.push_back(curve_->length());
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) add_parts(knots[k], knots[k + 1], kHalvings);
  width_ = least_width();
  std::vector<Bounds> boxes;
  std::vector<Vec3> all;
  for (const Part& p : parts_) {
    const std::vector<Vec3> points = p.control_points();
    boxes.push_back(bounds_of(points));
    all.insert(all.end(), points.begin(), points.end());
  }
  bound_ = {Vec3::Zero(), kEndless};
  if (curve_->closed() && thickness) {
    bound_ = ball_around(all);
    bound_.centre[2] = area_.centre[2];
    bound_.radius = std::hypot(bound_.radius, 0.5 * *thickness);
  }
  tree_ = BoxTree(boxes);
  std::vector<Part> sorted;
  for (const int k : tree_.order()) sorted.push_back(parts_[static_cast<std::size_t>(k)]);
  parts_ = std::move(sorted);
}

void ProfileShape::add_parts(double begin, double end, int depth) {
  Vec3 c0, d0, e0, c1, d1, e1;
  curve_->at<double>(begin, c0, d0, e0);
  curve_->at<double>(end, c1, d1, e1);
  const Vec3 mean = (c1 - c0) / (end - begin);
  const auto turned = [&](const Vec3& d) { return std::atan2(d.cross(mean).norm(), d.dot(mean)) > 0.5 * kTurn; };
  if (depth > 0 && (turned(d0) || turned(d1))) {
    add_parts(begin, 0.5 * (begin + end), depth - 1);
    add_parts(0.5 * (begin + end), end, depth - 1);
    return;
  }
  const double h = end - begin;
  const Vec2 k1 = d0.head<2>(), rise = (c1 - c0).head<2>() / h, last = d1.head<2>();
  parts_.push_back(
      {begin, h, c0.head<2>(), k1, (3.0 * rise - 2.0 * k1 - last) / h, (k1 + last - 2.0 * rise) / (h * h)});
}

std::vector<Vec3> ProfileShape::Part::control_points() const {
  const Vec2 last = k0 + length * (k1 + length * (k2 + length * k3));
  const Vec2 slope = k1 + length * (2.0 * k2 + 3.0 * length * k3);
  std::vector<Vec3> out;
  for (const Vec2& q : {k0, Vec2(k0 + length / 3.0 * k1), Vec2(last - length / 3.0 * slope), last})
    out.emplace_back(q[0], q[1], 0.0);
  return out;
}

// Where f(u) = (C - x).C' passes from negative to positive, between the ends, by Newton's steps inside shrinking
// bounds; else one of the ends.
double ProfileShape::Part::nearest(const Vec2& x, double& square) const {
  const auto point = [&](double u) -> Vec2 { return k0 + u * (k1 + u * (k2 + u * k3)) - x; };
  const auto slope = [&](double u) -> Vec2 { return k1 + u * (2.0 * k2 + 3.0 * u * k3); };
  const Vec2 first = point(0.0), last = point(length);
  const bool falls = first.dot(k1)<0.0, rises = last.dot(slope(length))> 0.0;
  if (!falls || !rises) {
    const bool at_end = falls || (rises ? false : last.squaredNorm() < first.squaredNorm());
    square = at_end ? last.squaredNorm() : first.squaredNorm();
    return at_end ? length : 0.0;
  }
  double low = 0.0, high = length,
         u = length * std::clamp(-first.dot(last - first) / (last - first).squaredNorm(), 0.0, 1.0);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const Vec2 e = point(u), d = slope(u);
    const double f = e.dot(d);
    (f < 0.0 ? low : high) = u;
    double next = u - f / (d.squaredNorm() + e.dot(2.0 * k2 + 6.0 * u * k3));
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = std::abs(next - u);
    u = next;
    if (step <= 1e-15 * length) break;
  }
  square = point(u).squaredNorm();
  return u;
}

double ProfileShape::nearest(const Vec3& x) const {
  double least = HUGE_VAL, s = 0.0;
  const auto offer = [&](double at, double square) {
    if (square >= least) return;
    s = at;
    least = square;
  };
  if (!curve_->closed()) {
    Vec3 c, d1, d2;
    for (const double end : {0.0, curve_->length()}) {
      curve_->at<double>(end, c, d1, d2);
      const Vec2 from = x.head<2>() - c.head<2>(), along = d1.head<2>();
      const double beyond = from.dot(along) / along.squaredNorm();
      if (end == 0.0 ? beyond < 0.0 : beyond > 0.0) offer(end + beyond, (from - beyond * along).squaredNorm());
    }
  }
  tree_.nearest(Vec3(x[0], x[1], 0.0), least, [&](int k) {
    const Part& part = parts_[static_cast<std::size_t>(k)];
    double square = 0.0;
    const double u = part.nearest(x.head<2>(), square);
    if (square < least) s = part.begin + u;
    return square;
  });
  return s;
}

void ProfileShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  Vec3 c, d1, d2;
  curve_->at<double>(nearest(x), c, d1, d2);
  const double speed = d1.norm();
  const Vec3 t = d1 / speed;
  out.normal = side_ * Vec3(t[1], -t[0], 0.0);
  out.value = out.normal.dot(x - c);
  if (!curvature) return;
  const double bend = side_ * (d1[0] * d2[1] - d1[1] * d2[0]) / (speed * speed * speed);
  // At centres of curvature H is infinite and left out.
  const double stretch = 1.0 + bend * out.value;
  out.curvature.setZero();
  if (stretch > 1e-9) out.curvature = bend / stretch * t * t.transpose();
}

double ProfileShape::least_width() const {
  if (!curve_->closed()) return kEndless;
  double out = thickness_.value_or(kEndless);
  for (int degree = 0; degree < 180; ++degree) {
    const double angle = degree * std::numbers::pi / 180.0;
    const Vec2 across(std::cos(angle), std::sin(angle));
    double low = kEndless, high = -kEndless;
    for (const Part& p : parts_) {
      low = std::min(low, across.dot(p.k0));
      high = std::max(high, across.dot(p.k0));
    }
    out = std::min(out, high - low);
  }
  return out;
}

double ProfileShape::contact_radius() const { return kEndless; }

Solid ProfileShape::solid() const {
  if (!curve_->closed()) refuse_shape("a profile that is not closed has no volume");
  if (!thickness_) refuse_shape("a profile without a thickness has no volume");
  const double volume = area_.volume * *thickness_, along = volume * *thickness_ * *thickness_ / 12.0;
  Solid out{volume, area_.centre, *thickness_ * area_.inertia};
  out.inertia(0, 0) += along;
  out.inertia(1, 1) += along;
  return out;
}

}  // namespace alembert::contact
