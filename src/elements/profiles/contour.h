// Closed contours of n equal parts, each symmetrical, of arcs, lines and other smooth pieces.
//
// Half a part is given: pieces that follow each other from the x axis to the line at the angle pi/n, without corners.
// Where they join the curvature would jump, and the spline through the points (elements/curve.h) would swing about it,
// with hollows where none are. So the contour P(s), s its length, is smoothed:
//   Q(s) = 1/w^2 int_(-w)^w (w - |u|) P(s + u) du,
// whose curvature is, but for small angles, the mean of that of P, without swings. Lines stay, arcs of radius R get the
// radius R (sin x/x)^2, x = w/(2 R). Points lie densely where pieces join; from there their distances grow by a
// constant ratio to those of the piece itself.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "math/types.h"

namespace alembert::profiles {

using Point = Eigen::Vector2d;

// What is wrong with the parameters of a profile.
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Piece {
  double length = 0.0;
  double spacing = 0.0;                     // of its points, the coarsest
  std::function<Point(double along)> at{};  // by the length from its beginning
};

inline constexpr double kPi = std::numbers::pi;

Point polar(double radius, double angle);
double angle_of(const Point& p);
// An arc; angles about its centre.
Piece arc(const Point& centre, double radius, double from, double to);
Piece line(const Point& from, const Point& to, double spacing);

// The points of all n parts, counter-clockwise, z = 0, smoothed over w to either side; w may be no longer than half of
// `half`.
std::vector<Vec3> contour_of(const std::vector<Piece>& half, int parts, double w);
// By what smoothing makes the radius of an arc smaller: (sin x/x)^2.
double smoothed_radius(double radius, double w);

// x in [low, high] with f(x) = 0, by halving; f(low) and f(high) must differ in sign.
double root_between(double low, double high, const std::function<double(double)>& f);

}  // namespace alembert::profiles
