#include "math/wrap_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alembert {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

// A wrap below 0 by no more than rounding is 0, not a whole turn.
constexpr double kNoWrap = 1e-12;

// Part of a piece at its ends where meeting its neighbours is no crossing.
constexpr double kEnd = 1e-9;

Vec2 direction_of(double angle) { return {std::cos(angle), std::sin(angle)}; }
Vec2 left_of(double angle) { return {-std::sin(angle), std::cos(angle)}; }
double cross_product(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }
double degrees(double angle) { return angle * 180.0 / std::numbers::pi; }

// The direction of the straight part from one circle to the next.
double tangent_direction(const WrapCircle& from, const WrapCircle& to, std::size_t k, std::size_t next) {
  const Vec2 d = to.centre - from.centre;
  const double distance = d.norm();
  const double offset = to.side * to.radius - from.side * from.radius;
  if (std::abs(offset) >= distance) {
    const int blamed = static_cast<int>(next);
    if (from.side != to.side)
      throw PathError(blamed, fmt::format("no line goes between circles {} and {}, which lie on different sides of it: "
                                          "their centres are {:.6g} apart, their radii {:.6g} together",
                                          k + 1, next + 1, distance, from.radius + to.radius));
    if (distance == 0.0)
      throw PathError(blamed, fmt::format("circles {} and {} have the same centre", k + 1, next + 1));
    const bool inner = to.radius < from.radius;
    throw PathError(blamed, fmt::format("no line touches circles {} and {}: circle {} lies inside circle {}", k + 1,
                                        next + 1, (inner ? next : k) + 1, (inner ? k : next) + 1));
  }
  return std::atan2(d.y(), d.x()) - std::asin(offset / distance);
}

}  // namespace

double WrapPath::Piece::direction_at(double u) const {
  return arc && radius > 0.0 ? direction + side * u / radius : direction;
}

Vec2 WrapPath::Piece::at(double u) const {
  if (!arc) return begin + u * direction_of(direction);
  return centre - side * radius * left_of(direction_at(u));
}

double WrapPath::Piece::polar_angle_at(double u) const { return direction_at(u) - side * std::numbers::pi / 2.0; }

bool WrapPath::Piece::covers(double angle) const {
  double from_begin = std::fmod(side * (angle - polar_angle_at(0.0)), kTurn);
  if (from_begin < 0.0) from_begin += kTurn;
  return from_begin > kEnd && from_begin < length / radius - kEnd;
}

// On a circle about c, with D = |p - c| and the polar angle f counted from the direction of p,
//   |x - p|^2 = (R - D)^2 + 4 R D sin(f/2)^2.
std::optional<double> WrapPath::Piece::leaves_disc(double u, const Vec2& p, double r) const {
  double out = 0.0;
  if (!arc) {
    const Vec2 w = at(u) - p;
    const double along = w.dot(direction_of(direction)), inside = std::max(0.0, r * r - w.squaredNorm());
    const double root = std::sqrt(along * along + inside);
    out = u + (along > 0.0 ? inside / (along + root) : root - along);
  } else {
    const Vec2 d = p - centre;
    const double distance = d.norm(), most = 4.0 * radius * distance;
    const double needed = r * r - (radius - distance) * (radius - distance);
    if (!(needed < most)) return std::nullopt;
    const double half = 2.0 * std::asin(std::sqrt(std::max(0.0, needed) / most));
    const double now = std::remainder(side * (polar_angle_at(u) - std::atan2(d.y(), d.x())), kTurn);
    out = u + radius * std::max(0.0, half - now);
  }
  return out <= length ? std::optional(out) : std::nullopt;
}

WrapPath::WrapPath(const std::vector<WrapCircle>& circles) {
  const std::size_t n = circles.size();
  for (const WrapCircle& circle : circles) sides_.push_back(circle.side);
  if (n == 1) {
    const double radius = circles[0].radius, direction = circles[0].side * std::numbers::pi / 2.0;
    wraps_.push_back(kTurn);
    add({true, Vec2::Zero(), circles[0].centre, radius, circles[0].side, direction, kTurn * radius, 0.0, 0.0, 0});
    return;
  }
  for (std::size_t k = 0; k < n; ++k)
    runs_.push_back(tangent_direction(circles[k], circles[(k + 1) % n], k, (k + 1) % n));
  for (std::size_t k = 0; k < n; ++k) {
    const WrapCircle &circle = circles[k], &next = circles[(k + 1) % n];
    const double before = runs_[(k + n - 1) % n], after = runs_[k];
    double wrap = std::fmod(circle.side * (after - before), kTurn);
    if (wrap < -kNoWrap) wrap += kTurn;
    if (wrap > kTurn - kNoWrap) wrap = 0.0;
    wrap = std::max(0.0, wrap);
    wraps_.push_back(wrap);
    const int number = static_cast<int>(k);
    add({true, Vec2::Zero(), circle.centre, circle.radius, circle.side, before, circle.radius * wrap, 0.0, 0.0,
         number});
    const Vec2 left = left_of(after);
    const Vec2 begin = circle.centre - circle.side * circle.radius * left;
    const Vec2 end = next.centre - next.side * next.radius * left;
    add({false, begin, Vec2::Zero(), 0.0, 1, after, (end - begin).norm(), 0.0, 0.0, number});
  }
  for (double& run : runs_) {
    run = std::remainder(run, kTurn);
    if (run <= -std::numbers::pi) run += kTurn;
  }
}

void WrapPath::add(Piece piece) {
  piece.from = length_;
  piece.turned = turning_;
  length_ += piece.length;
  if (piece.arc) turning_ += wraps_.back();
  pieces_.push_back(piece);
}

int WrapPath::turns() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < wraps_.size(); ++k) sum += sides_[k] * wraps_[k];
  return static_cast<int>(std::lround(sum / kTurn));
}

std::size_t WrapPath::piece_at(double s) const {
  std::size_t k = pieces_.size() - 1;
  while (k > 0 && pieces_[k].from > s) --k;
  return k;
}

Vec2 WrapPath::point(double s) const {
  s -= length_ * std::floor(s / length_);
  const Piece& piece = pieces_[piece_at(s)];
  return piece.at(std::min(s - piece.from, piece.length));
}

double WrapPath::turning(double s) const {
  const double rounds = std::floor(s / length_);
  s -= length_ * rounds;
  const Piece& piece = pieces_[piece_at(s)];
  return rounds * turning_ + piece.turned + (piece.arc && piece.radius > 0.0 ? (s - piece.from) / piece.radius : 0.0);
}

std::optional<double> WrapPath::next_at_distance(double s, double distance) const {
  const double rounds = std::floor(s / length_);
  const double within = s - length_ * rounds;
  const Vec2 p = point(s);
  const std::size_t first = piece_at(within);
  for (std::size_t step = 0; step <= pieces_.size(); ++step) {
    const std::size_t k = (first + step) % pieces_.size();
    const Piece& piece = pieces_[k];
    const double u = step == 0 ? within - piece.from : 0.0;
    if (piece.length <= u) continue;
    const std::optional<double> found = piece.leaves_disc(u, p, distance);
    if (!found) continue;
    // One step of Newton's iteration takes the rounding of large angles and lengths away.
    const Vec2 d = piece.at(*found) - p;
    const double slope = d.dot(direction_of(piece.direction_at(*found))) / distance;
    const double correction = slope > kEnd ? (distance - d.norm()) / slope : 0.0;
    const double end = *found + (std::abs(correction) < kEnd * distance ? correction : 0.0);
    return length_ * (rounds + static_cast<double>((first + step) / pieces_.size())) + piece.from + end;
  }
  return std::nullopt;
}

// Whether two pieces meet between their ends.
bool WrapPath::cross(const Piece& a, const Piece& b) {
  if (a.arc && !b.arc) return cross(b, a);
  if (!a.arc && !b.arc) {
    const Vec2 d = direction_of(a.direction), e = direction_of(b.direction);
    const double sine = cross_product(d, e);
    if (std::abs(sine) < kEnd) return false;
    const Vec2 between = b.begin - a.begin;
    const double u = cross_product(between, e) / sine, v = cross_product(between, d) / sine;
    return u > kEnd * a.length && u < (1.0 - kEnd) * a.length && v > kEnd * b.length && v < (1.0 - kEnd) * b.length;
  }
  if (!a.arc) {
    const Vec2 d = direction_of(a.direction), w = a.begin - b.centre;
    const double along = -w.dot(d), beside = cross_product(w, d);
    if (std::abs(beside) >= (1.0 - kEnd) * b.radius) return false;
    const double half = std::sqrt(b.radius * b.radius - beside * beside);
    for (const double u : {along - half, along + half}) {
      if (u < kEnd * a.length || u > (1.0 - kEnd) * a.length) continue;
      const Vec2 x = w + u * d;
      if (b.covers(std::atan2(x.y(), x.x()))) return true;
    }
    return false;
  }
  const Vec2 between = b.centre - a.centre;
  const double distance = between.norm();
  if (distance >= a.radius + b.radius || distance <= std::abs(a.radius - b.radius)) return false;
  const double along = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2.0 * distance);
  const double half = std::sqrt(std::max(0.0, a.radius * a.radius - along * along));
  const Vec2 d = between / distance, left(-d.y(), d.x());
  for (const double beside : {half, -half}) {
    const Vec2 x = along * d + beside * left, y = x - between;
    if (a.covers(std::atan2(x.y(), x.x())) && b.covers(std::atan2(y.y(), y.x()))) return true;
  }
  return false;
}

void WrapPath::check_crossings() const {
  const int n = static_cast<int>(wraps_.size());
  const auto name = [&](const Piece& piece) {
    if (piece.arc) return fmt::format("its part on circle {}", piece.circle + 1);
    return fmt::format("its straight part from circle {} to circle {}", piece.circle + 1, (piece.circle + 1) % n + 1);
  };
  if (std::abs(turns()) != 1) {
    const auto most = std::max_element(wraps_.begin(), wraps_.end()) - wraps_.begin();
    throw PathError(
        static_cast<int>(most),
        fmt::format("the path crosses itself: it would wind {:.1f} degrees round circle {} and turn {} times "
                    "in all; is its order or its `side` wrong? (`crossed: true` allows it)",
                    degrees(wraps_[static_cast<std::size_t>(most)]), most + 1, turns()));
  }
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    for (std::size_t j = i + 2; j < pieces_.size(); ++j)
      if (cross(pieces_[i], pieces_[j]))
        throw PathError(
            pieces_[j].circle,
            fmt::format("the path crosses itself: {} meets {}; is the order of the circles or a `side` wrong? "
                        "(`crossed: true` allows it)",
                        name(pieces_[i]), name(pieces_[j])));
}

}  // namespace alembert
