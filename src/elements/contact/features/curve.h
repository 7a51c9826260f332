// A plane curve (profile) against a surface: it touches at every local minimum of phi along it.
//
//   n.C'(s) = 0,   rise = C'^T H C' + n.C'' > 0,   weight = fade(rise size/kBorn)
//
// A minimum that is born in contact begins with rise = 0, and so with no force. Drawn out along e, a profile meets a
// sphere with its slice beside the sphere's centre, and beyond its ends with the last one; other surfaces with the
// slice in the middle.
#pragma once

#include <vector>

#include "elements/contact/touch.h"

namespace alembert::contact {

// Pieces of the curve in circles, halved again and again: phi changes by no more than the way. Where neither the curve
// nor n turns enough for n.C' to change its sign, there is no minimum.
class CurveTree {
 public:
  // Drawn out by `half_length` to either side.
  CurveTree(const Curve& curve, double half_length);
  // `pose`: of the curve in the frame of the surface.
  void touch(const Pose& pose, int feature, const Shape& surface, const Search& search) const;

 private:
  struct Circle {
    Vec3 centre;
    double radius = 0.0;
    Vec3 direction;                   // of the curve in the middle
    double sine = 0.0, cosine = 1.0;  // of the largest angle of its directions from that
    int first = 0, last = 0;          // of the samples: all intervals between these
    int left = -1, right = -1;
  };
  int build(int first, int last);
  // One search: where the slice is, and whether it is free to go on along e.
  struct Slice {
    Pose pose;
    bool free = false;
    int feature = 0;
    const Shape& surface;
    const Search& search;
  };
  void visit(int circle, const Slice& slice) const;
  // Between a sample and the next, with these slopes.
  void refine(int interval, double before, double after, const Slice& slice) const;
  double slope(int sample, const Slice& slice) const;

  const Curve& curve_;
  double half_length_, size_ = 0.0;
  std::vector<double> samples_;  // parameters; of a closed curve the first again at the end
  std::vector<Vec3> points_, tangents_;
  std::vector<Circle> circles_;
};

}  // namespace alembert::contact
