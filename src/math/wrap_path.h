// The closed path of a belt, a chain or a track round circles: arcs on them, and straight parts that touch two of them.
//
// Circle k has centre c_k, radius R_k and side s_k: +1 where it lies left of the direction of travel (the path turns
// counter-clockwise round it), -1 right. A straight part with the direction t = (cos a, sin a) and n = (-sin a, cos a),
// to its left, touches circle k in
//   p_k = c_k - s_k R_k n,   so that   (c_(k+1) - c_k).n = s_(k+1) R_(k+1) - s_k R_k,
// which gives, with D the distance of the centres and b the direction from c_k to c_(k+1),
//   a_k = b - asin((s_(k+1) R_(k+1) - s_k R_k)/D).
// Round circle k the path turns by s_k w_k, where the wrap w_k = s_k (a_k - a_(k-1)) is taken from [0, 2 pi).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace alembert {

using Vec2 = Eigen::Vector2d;

struct WrapCircle {
  Vec2 centre = Vec2::Zero();
  double radius = 0.0;
  int side = 1;
};

// Why circles have no such path; `circle` is the one that is to blame, or -1.
class PathError : public std::runtime_error {
 public:
  PathError(int circle, const std::string& message) : std::runtime_error(message), circle_(circle) {}
  int circle() const { return circle_; }

 private:
  int circle_;
};

class WrapPath {
 public:
  // One circle or more, in the order of travel. Throws PathError where no straight line touches two of them.
  explicit WrapPath(const std::vector<WrapCircle>& circles);

  std::size_t circles() const { return wraps_.size(); }
  double length() const { return length_; }
  double wrap(std::size_t circle) const { return wraps_[circle]; }
  // The direction of the straight part after a circle, in (-pi, pi]; one circle alone has none.
  double run_direction(std::size_t circle) const { return runs_[circle]; }
  // How often the path turns round, counter-clockwise: 1 or -1 unless it crosses itself.
  int turns() const;
  // Throws PathError if it crosses itself.
  void check_crossings() const;

  // Length s counts from where the path meets circle 1 (one circle alone: from the point on its right) over whole
  // rounds.
  Vec2 point(double s) const;
  // The sum of all turning up to there, right turns counted like left ones.
  double turning(double s) const;
  // The first place after s whose distance from the point at s is `distance`; none within a round.
  std::optional<double> next_at_distance(double s, double distance) const;

 private:
  struct Piece {
    bool arc = false;
    Vec2 begin = Vec2::Zero();   // line: where it begins
    Vec2 centre = Vec2::Zero();  // arc
    double radius = 0.0;         // arc
    int side = 1;                // arc
    double direction = 0.0;      // a, at its beginning
    double length = 0.0;
    double from = 0.0;    // s at its beginning
    double turned = 0.0;  // the turning up to its beginning
    int circle = 0;       // it is on, or comes from

    double direction_at(double u) const;
    Vec2 at(double u) const;
    double polar_angle_at(double u) const;  // arc: of the point, about the centre
    bool covers(double angle) const;        // arc: polar angle, strictly inside
    // How far from u on it leaves the disc of radius r about p, in which it is at u.
    std::optional<double> leaves_disc(double u, const Vec2& p, double r) const;
  };
  void add(Piece piece);
  // The piece of a length within the first round.
  std::size_t piece_at(double s) const;
  static bool cross(const Piece& a, const Piece& b);

  std::vector<Piece> pieces_;
  std::vector<double> wraps_, runs_;
  std::vector<int> sides_;
  double length_ = 0.0, turning_ = 0.0;
};

}  // namespace alembert
