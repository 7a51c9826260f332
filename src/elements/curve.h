// A smooth curve through points: a parametric cubic spline, in the frame of a marker.
//
//   C(s) = c0 + c1 u + c2 u^2 + c3 u^3,   u = s - s_k,   s_k <= s < s_(k+1)
//
// with continuous second derivative; the parameter s is the length of the polygon through the points. A closed curve is
// periodic and s counts its rounds; an open one has no curvature at its ends and goes on straight beyond them.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "math/dual.h"
#include "math/types.h"

namespace alembert {

class Curve {
 public:
  // Needs two points (closed: three, the first not repeated at the end), no two in a row alike; see curve_problem.
  Curve(std::vector<Vec3> points, bool closed);

  bool closed() const { return closed_; }
  double length() const { return knots_.back(); }  // the range of s
  bool planar() const { return planar_; }
  // Square to the plane of a planar curve.
  const Vec3& normal() const { return normal_; }

  // C and its first two derivatives by s.
  template <class S>
  void at(const S& s, Vec3T<S>& c, Vec3T<S>& d1, Vec3T<S>& d2) const {
    evaluate(pieces_, s, c, d1, d2);
  }
  // A direction b(s) not along the curve, smooth along it, and its derivative: the normal of a planar curve; else
  // carried along the curve with as little turning as possible.
  template <class S>
  void side(const S& s, Vec3T<S>& b, Vec3T<S>& db) const {
    if (planar_) {
      b = normal_.template cast<S>();
      db = Vec3T<S>::Zero();
      return;
    }
    Vec3T<S> unused;
    evaluate(sides_, s, b, db, unused);
  }

  // The parameter of the nearest point of the whole curve, by search; then of the point that is nearest among those
  // around `guess`, where (C - p).C' = 0.
  double nearest(const Vec3& p) const;
  double nearest(const Vec3& p, double guess) const;
  // Parameters spread over the curve, `per_piece` to a piece.
  std::vector<double> samples(int per_piece) const;

 private:
  using Piece = Eigen::Matrix<double, 3, 4>;

  // Which piece s is in and how far from its beginning; beyond the ends of an open curve: the straight line there.
  struct Place {
    std::size_t piece;
    double offset;  // to subtract from s
    bool straight;  // beyond an end
  };
  Place place(double s) const;

  template <class S>
  void evaluate(const std::vector<Piece>& pieces, const S& s, Vec3T<S>& c, Vec3T<S>& d1, Vec3T<S>& d2) const {
    const Place at = place(value_of(s));
    const Piece& k = pieces[at.piece];
    const S u = s - at.offset;
    if (at.straight) {
      const double end = at.piece == 0 && value_of(u) < 0.0 ? 0.0 : knots_[at.piece + 1] - knots_[at.piece];
      const Vec3 c0 = k.col(0) + end * (k.col(1) + end * (k.col(2) + end * k.col(3)));
      const Vec3 slope = k.col(1) + end * (2.0 * k.col(2) + 3.0 * end * k.col(3));
      const S beyond = u - end;
      for (int r = 0; r < 3; ++r) {
        c[r] = c0[r] + beyond * slope[r];
        d1[r] = S(slope[r]);
        d2[r] = S(0.0);
      }
      return;
    }
    for (int r = 0; r < 3; ++r) {
      c[r] = k(r, 0) + u * (k(r, 1) + u * (k(r, 2) + u * k(r, 3)));
      d1[r] = k(r, 1) + u * (2.0 * k(r, 2) + u * (3.0 * k(r, 3)));
      d2[r] = 2.0 * k(r, 2) + u * (6.0 * k(r, 3));
    }
  }
  // The spline through values at the knots.
  std::vector<Piece> interpolate(const std::vector<Vec3>& values) const;
  void find_sides(const std::vector<Vec3>& points);

  bool closed_, planar_ = true;
  Vec3 normal_ = Vec3::UnitZ();
  std::vector<double> knots_;
  std::vector<Piece> pieces_, sides_;
};

// Why no curve goes through these points; empty when one does.
std::string curve_problem(const std::vector<Vec3>& points, bool closed);

}  // namespace alembert
