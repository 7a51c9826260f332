#include "math/link_path.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace alembert {
namespace {

// Part of the path's length that may be left when it is closed: rounding of some thousand sums.
constexpr double kClosed = 1e-12;
constexpr int kMostSteps = 200;

struct Walk {
  double missing = 0.0;        // f
  std::vector<double> places;  // s of hinges 1 to N + 1
  std::optional<WrapPath> path;
};

class ChordSearch {
 public:
  ChordSearch(const std::function<LinkPath::Shape(double)>& shape, int links, bool may_cross)
      : shape_(shape), links_(links), may_cross_(may_cross) {}

  // The chord, with its walk in `best`.
  double find(Walk& best) const {
    double high = first_guess(), low = high;
    Walk at_high = walk(high), at_low;
    for (int k = 0; at_high.missing < 0.0; at_high = walk(high *= 1.01))
      if (++k > kMostSteps) fail(high);
    for (double less = 0.01; less < 1.0; less *= 2.0) {
      low = high * (1.0 - less);
      at_low = walk(low);
      if (at_low.missing < 0.0) break;
    }
    if (!(at_low.missing < 0.0)) fail(high);
    // Regula falsi, with the value of an end that stays halved (Illinois).
    double f_low = at_low.missing, f_high = at_high.missing;
    int stayed = 0;
    for (int k = 0; k < kMostSteps; ++k) {
      const bool halve = !std::isfinite(f_high) || k % 8 == 7;
      double l = halve ? 0.5 * (low + high) : (low * f_high - high * f_low) / (f_high - f_low);
      if (!(l > low && l < high)) l = 0.5 * (low + high);
      best = walk(l);
      if (closed(best, std::numeric_limits<double>::epsilon())) return l;
      if (best.missing < 0.0) {
        low = l;
        f_low = best.missing;
        if (stayed == -1) f_high *= 0.5;
        stayed = -1;
      } else {
        high = l;
        f_high = best.missing;
        if (stayed == 1) f_low *= 0.5;
        stayed = 1;
      }
      if (high - low <= 2.0 * std::numeric_limits<double>::epsilon() * high) {
        if (closed(best, kClosed)) return l;
        fail(l);
      }
    }
    fail(high);
  }

 private:
  static bool closed(const Walk& walk, double allowed) {
    return walk.path && std::abs(walk.missing) <= allowed * walk.path->length();
  }

  // Chords as long as their part of the path, L(l) = N l, by iteration, to some digits: where radii depend on the
  // chord, the path of a chord far from the right one may be another one altogether, with loops.
  double first_guess() const {
    double l = 0.0;
    for (int k = 0; k < kMostSteps; ++k) {
      double next = 0.0;
      try {
        next = WrapPath(shape_(l).circles).length() / links_;
      } catch (const PathError&) {
        if (l == 0.0) throw;
        fail(0.0);
      }
      if (!(next > 0.0) || !std::isfinite(next)) fail(0.0);
      if (std::abs(next - l) <= 1e-4 * next) return next;
      l = next;
    }
    fail(0.0);
  }

  // f is infinite where the links are too long to go round, or where their circles have no path.
  Walk walk(double chord) const {
    const LinkPath::Shape shape = shape_(chord);
    Walk out;
    try {
      out.path.emplace(shape.circles);
    } catch (const PathError&) {
      out.missing = std::numeric_limits<double>::infinity();
      return out;
    }
    out.places.push_back(shape.start);
    for (int k = 0; k < links_; ++k) {
      const std::optional<double> next = out.path->next_at_distance(out.places.back(), chord);
      if (!next) {
        out.missing = std::numeric_limits<double>::infinity();
        return out;
      }
      out.places.push_back(*next);
    }
    out.missing = out.places.back() - shape.start - out.path->length();
    return out;
  }

  // With the path of a chord, to say more.
  [[noreturn]] void fail(double chord) const {
    const WrapPath path(shape_(chord).circles);
    if (!may_cross_) path.check_crossings();
    throw PathError(-1,
                    fmt::format("no {} equal links go round this path, whose length is {:.6g}: they are too few, and "
                                "too long for it",
                                links_, path.length()));
  }

  const std::function<LinkPath::Shape(double)>& shape_;
  int links_;
  bool may_cross_;
};

}  // namespace

LinkPath::LinkPath(const std::function<Shape(double chord)>& shape, int links, bool may_cross) {
  Walk found;
  chord_ = ChordSearch(shape, links, may_cross).find(found);
  const WrapPath& path = *found.path;
  if (!may_cross) path.check_crossings();
  length_ = path.length();
  for (std::size_t k = 0; k < path.circles(); ++k) {
    wraps_.push_back(path.wrap(k));
    if (path.circles() > 1) runs_.push_back(path.run_direction(k));
  }
  for (int k = 0; k < links; ++k) {
    const double here = found.places[static_cast<std::size_t>(k)], next = found.places[static_cast<std::size_t>(k) + 1];
    if (path.turning(next) - path.turning(here) >= std::numbers::pi * (1.0 - 1e-9))
      throw PathError(-1, fmt::format("{} links are too few for this path: their length of {:.6g} would take link {} "
                                      "through half a turn or more",
                                      links, chord_, k + 1));
    hinges_.push_back(path.point(here));
  }
  for (int k = 1; k <= links + 1; ++k) {
    const Vec2 d = hinge(k + 1) - hinge(k);
    const double direction = std::atan2(d.y(), d.x());
    const double last = k == 1 ? direction : angles_.back();
    angles_.push_back(last + std::remainder(direction - last, 2.0 * std::numbers::pi));
  }
  round_ = 2.0 * std::numbers::pi * std::round((angles_.back() - angles_.front()) / (2.0 * std::numbers::pi));
  angles_.pop_back();
}

double LinkPath::angle(long long i) const {
  const std::size_t at = place(i, links());
  const long long rounds = (i - 1 - static_cast<long long>(at)) / links();
  return angles_[at] + round_ * static_cast<double>(rounds);
}

}  // namespace alembert
