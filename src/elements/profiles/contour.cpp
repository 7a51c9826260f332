#include "elements/profiles/contour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace alembert::profiles {
namespace {

// Of arcs: the spline leaves an arc of radius r by less than r (0.12)^4/384 = 5e-7 r.
constexpr double kAngle = 0.12;
// By which distances of points grow from where pieces join.
constexpr double kGrowth = 1.3;
// Points in w, beside the joints.
constexpr double kStepsInWidth = 4.0;

// Places along a piece, from 0 to its end, which begin and end with the given steps.
std::vector<double> places(const Piece& piece, double first, double last) {
  std::vector<double> from_begin, from_end;
  const double most = std::min(piece.spacing, 0.5 * piece.length);
  double a = std::min(first, most), b = std::min(last, most), sum = 0.0;
  while (sum < piece.length || from_begin.empty()) {
    double& step = a <= b ? a : b;
    (a <= b ? from_begin : from_end).push_back(step);
    sum += step;
    step = std::min(step * kGrowth, most);
  }
  from_begin.insert(from_begin.end(), from_end.rbegin(), from_end.rend());
  std::vector<double> out{0.0};
  for (const double step : from_begin) out.push_back(out.back() + step * piece.length / sum);
  return out;
}

// Half of a part, which goes on at both ends as its mirror image.
class Half {
 public:
  Half(std::vector<Piece> pieces, int parts, double w) : pieces_(std::move(pieces)), end_(kPi / parts), w_(w) {
    joints_.push_back(0.0);
    for (const Piece& piece : pieces_) joints_.push_back(joints_.back() + piece.length);
  }

  // Q at a length s.
  Point smoothed(double s) const {
    std::vector<double> borders{s - w_, s, s + w_};  // of parts in which the integrand is smooth
    const double length = joints_.back();
    for (const double joint : joints_)
      for (const double at : {joint, -joint, 2.0 * length - joint})
        if (at > s - w_ && at < s + w_) borders.push_back(at);
    std::sort(borders.begin(), borders.end());
    Point out = Point::Zero();
    for (std::size_t k = 0; k + 1 < borders.size(); ++k) {
      const double middle = 0.5 * (borders[k] + borders[k + 1]), half = 0.5 * (borders[k + 1] - borders[k]);
      for (std::size_t g = 0; g < kNodes.size(); ++g)
        for (const double at : {middle - half * kNodes[g], middle + half * kNodes[g]})
          out += kWeights[g] * half * (w_ - std::abs(at - s)) / (w_ * w_) * position(at);
    }
    return out;
  }

  std::vector<Point> points() const {
    std::vector<Point> out{smoothed(0.0)};
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      const bool first = k == 0, last = k + 1 == pieces_.size();
      const double step = w_ / kStepsInWidth;
      for (const double along : places(pieces_[k], first ? pieces_[k].spacing : step, last ? pieces_[k].spacing : step))
        if (along > 0.0) out.push_back(smoothed(joints_[k] + along));
    }
    return out;
  }

 private:
  // Gauss's rule of 8 points, one half of it.
  static constexpr std::array kNodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  static constexpr std::array kWeights{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};

  Point position(double s) const {
    const double length = joints_.back();
    if (s < 0.0) {
      const Point p = position(-s);
      return {p.x(), -p.y()};
    }
    if (s > length) {
      const Point p = position(2.0 * length - s), axis = polar(1.0, end_);
      return 2.0 * p.dot(axis) * axis - p;
    }
    std::size_t k = pieces_.size() - 1;
    while (k > 0 && joints_[k] > s) --k;
    return pieces_[k].at(s - joints_[k]);
  }

  std::vector<Piece> pieces_;
  std::vector<double> joints_;  // s where pieces begin, and where the last one ends
  double end_, w_;
};

}  // namespace

Point polar(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

double angle_of(const Point& p) { return std::atan2(p.y(), p.x()); }

Piece arc(const Point& centre, double radius, double from, double to) {
  const double length = radius * std::abs(to - from);
  return {length, kAngle * radius,
          [=](double along) { return Point(centre + polar(radius, from + (to - from) * along / length)); }};
}

Piece line(const Point& from, const Point& to, double spacing) {
  const double length = (to - from).norm();
  return {length, spacing, [=](double along) { return Point(from + (to - from) * along / length); }};
}

std::vector<Vec3> contour_of(const std::vector<Piece>& half, int parts, double w) {
  std::vector<Piece> pieces;
  double whole = 0.0;
  for (const Piece& piece : half) whole += piece.length;
  // Pieces that rounding has left of nothing would repeat a point.
  std::copy_if(half.begin(), half.end(), std::back_inserter(pieces),
               [&](const Piece& piece) { return piece.length > 1e-6 * whole; });
  const std::vector<Point> points = Half(std::move(pieces), parts, w).points();
  std::vector<Vec3> out;
  for (int part = 0; part < parts; ++part) {
    const double angle = 2.0 * kPi * part / parts, c = std::cos(angle), s = std::sin(angle);
    const auto add = [&](double x, double y) { out.emplace_back(c * x - s * y, s * x + c * y, 0.0); };
    for (std::size_t k = points.size() - 1; k-- > 1;) add(points[k].x(), -points[k].y());
    for (const Point& p : points) add(p.x(), p.y());
  }
  return out;
}

double smoothed_radius(double radius, double w) {
  const double x = w / (2.0 * radius), factor = std::sin(x) / x;
  return radius * factor * factor;
}

double root_between(double low, double high, const std::function<double(double)>& f) {
  const bool rising = f(high) > 0.0;
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    ((f(middle) > 0.0) == rising ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace alembert::profiles
