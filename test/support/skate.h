// A nonholonomic problem with a closed form, written as a user would.
#pragma once

#include <cmath>

#include "dae/equations.h"

namespace alembert::test {

// A skate on a slope falling along x, started at rest and turning at w: k = sin(th) x' - cos(th) y' = 0 makes it go
// x = g/(2 w^2) sin^2(w t), y = g/(2 w^2) (w t - sin(2 w t)/2). q = (x, y, th), m = J = 1.
struct Skate {
  static constexpr int kCoordinates = 3, kPositionConstraints = 0, kVelocityConstraints = 1;
  static constexpr bool kConstantMass = true;
  static constexpr double g = 5.0, w = 3.0;
  template <class S>
  using Vec = dae::VectorOf<S, 3>;
  template <class S>
  dae::MatrixOf<S, 3> mass(S, const Vec<S>&) const {
    return dae::MatrixOf<S, 3>::Identity();
  }
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 1>& lambda) const {
    using std::cos, std::sin;
    return Vec<S>(S(g - sin(q[2]) * lambda[0]), S(cos(q[2]) * lambda[0]), S(0.0));
  }
  template <class S>
  dae::VectorOf<S, 0> position(S, const Vec<S>&) const {
    return {};
  }
  template <class S>
  dae::VectorOf<S, 1> velocity(S, const Vec<S>& q, const Vec<S>& v) const {
    using std::cos, std::sin;
    return dae::VectorOf<S, 1>(S(sin(q[2]) * v[0] - cos(q[2]) * v[1]));
  }
};

}  // namespace alembert::test
