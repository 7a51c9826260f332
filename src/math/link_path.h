// N links of equal length round a closed path: where the hinges of a belt, a chain or a track lie.
//
// Hinge 1 lies at the length s_1 = `start` of the path; hinge i + 1 is the first point after hinge i whose distance
// from it is l. The chord l is such that hinge N + 1 is hinge 1:
//   f(l) = s_(N+1) - s_1 - L = 0.
// Since a chord is no longer than its part of the path, f >= 0 at l = L/N, and f < 0 for l small enough: the root is
// found between them by secants and, where these fail, halving. Circles and start may depend on l, with no change to
// this.
//
// Link i goes from hinge i to hinge i + 1, in the direction b_i, which counts whole turns from link 1 on, where it is
// in
// (-pi, pi]. Numbers of links and hinges go round: N + 1 is 1 again, one round further.
#pragma once

#include <functional>
#include <vector>

#include "math/wrap_path.h"

namespace alembert {

class LinkPath {
 public:
  struct Shape {
    std::vector<WrapCircle> circles;
    double start = 0.0;
  };
  // `shape` gives circles and start for a chord. Throws PathError where there are no such links, or where one of them
  // would turn by half a turn.
  LinkPath(const std::function<Shape(double chord)>& shape, int links, bool may_cross);

  int links() const { return static_cast<int>(hinges_.size()); }
  int circles() const { return static_cast<int>(wraps_.size()); }
  double chord() const { return chord_; }
  double length() const { return length_; }  // of the path
  Vec2 hinge(long long i) const { return hinges_[place(i, links())]; }
  Vec2 centre(long long i) const { return 0.5 * (hinge(i) + hinge(i + 1)); }
  double angle(long long i) const;
  // Turning per length about link i: (b_(i+1) - b_(i-1))/(2 l).
  double turn(long long i) const { return (angle(i + 1) - angle(i - 1)) / (2.0 * chord_); }
  double wrap(long long circle) const { return wraps_[place(circle, circles())]; }
  // Of the straight part after a circle; needs two circles.
  double run_direction(long long circle) const { return runs_[place(circle, circles())]; }

 private:
  static std::size_t place(long long i, int count) {
    const long long k = (i - 1) % count;
    return static_cast<std::size_t>(k < 0 ? k + count : k);
  }

  double chord_ = 0.0, length_ = 0.0;
  std::vector<Vec2> hinges_;
  std::vector<double> angles_, wraps_, runs_;
  double round_ = 0.0;  // by how much the angle grows in a round
};

}  // namespace alembert
