// DAEs written in C++ as a user would, with their exact solutions where there are any.
#pragma once

#include <cmath>

#include "dae/equations.h"

namespace alembert::studies {

using dae::MatrixOf;
using dae::VectorOf;

// The test problem of 002 sec. 8: mass matrix that varies and is not symmetric, forces not linear in the multipliers,
// a holonomic and a nonholonomic constraint. Exact: y = (e^t, e^-2t), lambda = e^-t, psi = e^t.
struct JayNegrut {
  static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 1;
  static constexpr bool kLinearInMultipliers = false;
  template <class S>
  using Vec = VectorOf<S, 2>;

  template <class S>
  MatrixOf<S, 2> mass(S t, const Vec<S>& y) const {
    using std::exp, std::sin;
    MatrixOf<S, 2> M;
    M << y[0], y[1] - exp(-2.0 * t), sin(y[0] - exp(t)), y[0] * y[1];
    return M;
  }
  template <class S>
  Vec<S> force(S t, const Vec<S>& y, const Vec<S>& z, const Vec<S>& multipliers) const {
    using std::exp;
    const S lambda = multipliers[0], psi = multipliers[1];
    Vec<S> f;
    f[0] = exp(t) * (y[0] * z[1] + 2.0 * y[1] * z[0]) + exp(2.0 * t) * y[0] * lambda - y[0] * z[1] * psi - 2.0;
    f[1] = exp(-t) * (y[1] * z[1] / 2.0 - 2.0 * y[0] * z[0] * y[1] * z[1] + y[1] * lambda * lambda) -
           y[0] * y[1] * z[0] * psi * psi * psi + exp(3.0 * t);
    return f;
  }
  template <class S>
  VectorOf<S, 1> position(S, const Vec<S>& y) const {
    return VectorOf<S, 1>(S(y[0] * y[0] * y[1] - 1.0));
  }
  template <class S>
  VectorOf<S, 1> velocity(S, const Vec<S>& y, const Vec<S>& z) const {
    return VectorOf<S, 1>(S(y[0] * z[0] * z[1] + 2.0));
  }

  static dae::State exact(double t) {
    dae::State s;
    s.t = t;
    s.q = Eigen::Vector2d(std::exp(t), std::exp(-2 * t));
    s.v = Eigen::Vector2d(std::exp(t), -2 * std::exp(-2 * t));
    s.a = Eigen::Vector2d(std::exp(t), 4 * std::exp(-2 * t));
    s.lambda = Eigen::Vector2d(std::exp(-t), std::exp(t));
    return s;
  }
};

// The slider-crank of 003 in its two angles: the mass matrix varies with them. Start SC1 (problem P3-V): theta = 0, at
// rest; spring of 100 N/m and damper of 5 N s/m at the slider.
struct AngleSliderCrank {
  static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
  static constexpr double L1 = 0.3, L2 = 0.6, m1 = 3.0, m2 = 0.9, k = 100.0, c = 5.0, g = 9.81;
  template <class S>
  using Vec = VectorOf<S, 2>;

  template <class S>
  MatrixOf<S, 2> mass(S, const Vec<S>& q) const {
    using std::cos;
    const S off = m2 * L1 * L2 / 2 * cos(q[0] - q[1]);
    MatrixOf<S, 2> M;
    M << S(m1 * L1 * L1 / 3 + m2 * L1 * L1), off, off, S(m2 * L2 * L2 / 3);
    return M;
  }
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>& w, const VectorOf<S, 1>& lambda) const {
    using std::cos, std::sin;
    const S s1 = sin(q[0]), c1 = cos(q[0]), s2 = sin(q[1]), c2 = cos(q[1]);
    const S coriolis = m2 * L1 * L2 / 2 * sin(q[0] - q[1]);
    const S x = L1 * c1 + L2 * c2, rate = -L1 * s1 * w[0] - L2 * s2 * w[1];
    const S spring = -k * (x - (L1 + L2)) - c * rate;
    Vec<S> f;
    f[0] = -coriolis * w[1] * w[1] - (m1 / 2 + m2) * g * L1 * c1 - spring * L1 * s1 - L1 * c1 * lambda[0];
    f[1] = coriolis * w[0] * w[0] - m2 / 2 * g * L2 * c2 - spring * L2 * s2 - L2 * c2 * lambda[0];
    return f;
  }
  template <class S>
  VectorOf<S, 1> position(S, const Vec<S>& q) const {
    using std::sin;
    return VectorOf<S, 1>(S(L1 * sin(q[0]) + L2 * sin(q[1])));
  }
  template <class S>
  VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }
};

// The stiff double pendulum in its two angles from +x: 000 eqs. (53), (54), the latter with thetaddot_1 in its first
// term. Torsion springs and dampers between ground and the upper rod, free where it hangs down, and between the rods.
struct AngleDoublePendulum {
  static constexpr int kCoordinates = 2, kPositionConstraints = 0, kVelocityConstraints = 0;
  static constexpr double L1 = 1.0, L2 = 1.5, m1 = 3.0, m2 = 0.3, g = 9.81;  // half lengths
  static constexpr double k1 = 400.0, k2 = 3e5, c1 = 15.0, c2 = 5e4, free = 1.5 * 3.141592653589793;
  template <class S>
  using Vec = VectorOf<S, 2>;

  template <class S>
  MatrixOf<S, 2> mass(S, const Vec<S>& q) const {
    using std::cos;
    const S off = 2.0 * m2 * L1 * L2 * cos(q[0] - q[1]);
    MatrixOf<S, 2> M;
    M << S(4.0 * L1 * L1 * (m1 / 3 + m2)), off, off, S(4.0 / 3 * m2 * L2 * L2);
    return M;
  }
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>& w, const VectorOf<S, 0>&) const {
    using std::cos, std::sin;
    const S between = k2 * (q[0] - q[1]) + c2 * (w[0] - w[1]);
    const S coriolis = 2.0 * m2 * L1 * L2 * sin(q[0] - q[1]);
    Vec<S> f;
    f[0] = k1 * (free - q[0]) - c1 * w[0] - between - coriolis * w[1] * w[1] - (m1 + 2 * m2) * g * L1 * cos(q[0]);
    f[1] = between + coriolis * w[0] * w[0] - m2 * g * L2 * cos(q[1]);
    return f;
  }
  template <class S>
  VectorOf<S, 0> position(S, const Vec<S>&) const {
    return {};
  }
  template <class S>
  VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }

  static dae::State start() {
    constexpr double turn = 6.283185307179586;
    dae::State s;
    s.q = Eigen::Vector2d(turn, 23.0 / 24 * turn);
    s.v = Eigen::Vector2d(0.0, 10.0);
    s.a = Eigen::Vector2d::Zero();
    s.lambda = Vector(0);
    return s;
  }
};

// The forced pendulum of 004 sec. 3 in its angle alone, and in (x, y, angle), where the mass matrix is singular.
struct AnglePendulum {
  static constexpr int kCoordinates = 1, kPositionConstraints = 0, kVelocityConstraints = 0;
  static constexpr bool kConstantMass = true;
  double amplitude = 0.1;

  template <class S>
  MatrixOf<S, 1> mass(S, const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1>(S(1.0));
  }
  template <class S>
  VectorOf<S, 1> force(S t, const VectorOf<S, 1>& q, const VectorOf<S, 1>&, const VectorOf<S, 0>&) const {
    using std::sin;
    return VectorOf<S, 1>(S(amplitude * sin(0.1 * t) - 9.8 * sin(q[0])));
  }
  template <class S>
  VectorOf<S, 0> position(S, const VectorOf<S, 1>&) const {
    return {};
  }
  template <class S>
  VectorOf<S, 0> velocity(S, const VectorOf<S, 1>&, const VectorOf<S, 1>&) const {
    return {};
  }
};

struct ConstrainedPendulum {
  static constexpr int kCoordinates = 3, kPositionConstraints = 2, kVelocityConstraints = 0;
  static constexpr bool kConstantMass = true;
  template <class S>
  using Vec = VectorOf<S, 3>;
  double amplitude = 0.1;

  template <class S>
  MatrixOf<S, 3> mass(S, const Vec<S>&) const {
    MatrixOf<S, 3> M = MatrixOf<S, 3>::Zero();
    M(0, 0) = M(1, 1) = S(1.0);
    return M;
  }
  template <class S>
  Vec<S> force(S t, const Vec<S>& q, const Vec<S>&, const VectorOf<S, 2>& lambda) const {
    using std::cos, std::sin;
    Vec<S> f;
    f[0] = -lambda[0];
    f[1] = -9.8 - lambda[1];
    f[2] = amplitude * sin(0.1 * t) + cos(q[2]) * lambda[0] + sin(q[2]) * lambda[1];
    return f;
  }
  template <class S>
  VectorOf<S, 2> position(S, const Vec<S>& q) const {
    using std::cos, std::sin;
    return VectorOf<S, 2>(S(q[0] - sin(q[2])), S(q[1] + cos(q[2])));
  }
  template <class S>
  VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }
};

}  // namespace alembert::studies
