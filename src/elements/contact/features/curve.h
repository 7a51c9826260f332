// A plane curve (profile) against a surface: it touches at every local minimum of phi along it.
//
//   n.C'(s) = 0,   rise = C'^T H C' + n.C'' > 0,   weight = fade(rise size/kBorn)
//
// A minimum that is born in contact begins with rise = 0, and so with no force.
#pragma once

#include <vector>

#include "elements/contact/touch.h"

namespace alembert::contact {

// Pieces of the curve in circles, halved again and again: phi changes by no more than the way. Where neither the curve
// nor n turns enough for n.C' to change its sign, there is no minimum.
class CurveTree {
 public:
  explicit CurveTree(const Curve& curve);
  // `pose`: of the curve in the frame of the surface.
  void touch(const Pose& pose, int feature, const Shape& surface, const Search& search) const;

 private:
  struct Circle {
    Vec3 centre;
    double radius = 0.0;
    Vec3 direction;           // of the curve in the middle
    double spread = 0.0;      // angle of its directions from that
    int first = 0, last = 0;  // of the samples: all intervals between these
    int left = -1, right = -1;
  };
  int build(int first, int last);
  void visit(int circle, const Pose& pose, int feature, const Shape& surface, const Search& search) const;
  void refine(int interval, const Pose& pose, int feature, const Shape& surface, const Search& search) const;
  double slope(int sample, const Pose& pose, const Shape& surface) const;

  const Curve& curve_;
  double size_ = 0.0;
  std::vector<double> samples_;  // parameters; of a closed curve the first again at the end
  std::vector<Vec3> points_, tangents_;
  std::vector<Circle> circles_;
};

}  // namespace alembert::contact
