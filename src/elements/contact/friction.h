// The friction of a touch, opposite to its slip u (of the feature's body relative to the surface's, along the surface):
//
//   bristle    T = -mu N z/l,   z = cut(s + tau u),   s = cut(s_n + slip since the last accepted state),   |cut(.)| <= l
//              mu = mu_d + (mu_s - mu_d) exp(-(u/u_s)^2)
//   velocity   T = -mu(|u|) N u/|u|,   mu: 0 -> mu_s at static_speed -> mu_d at dynamic_speed, by cubic steps
//
// s is the deflection of bristles that stick: memory of the touch. tau damps them while they stick and does nothing
// while they slide.
//
// Resistance to rolling and spinning, with the relative angular velocity w: moments against its parts along and about
// the normal, -rolling N w_t/|w|_0, -spinning N w_n/|w|_0, |w|_0 = sqrt(|w|^2 + w_0^2).
#pragma once

#include "math/types.h"

namespace alembert::contact {

inline constexpr double kSlowTurn = 0.1;  // w_0, rad/s

struct Friction {
  enum class Kind { none, bristle, velocity };
  Kind kind = Kind::none;
  double mu_s = 0.0, mu_d = 0.0;
  double stribeck_speed = 0.0;
  double length = 0.0;   // l
  double damping = 0.0;  // tau
  double static_speed = 0.0, dynamic_speed = 0.0;
  double rolling = 0.0, spinning = 0.0;

  // mu of a bristle, and its slope.
  void coefficient(double u, double& mu, double& slope) const;
  // mu(u)/u of `velocity`, and the slope of this by u.
  void over_speed(double u, double& value, double& slope) const;
};

}  // namespace alembert::contact
