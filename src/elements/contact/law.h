// The normal force of a contact, N(delta, v), with penetration delta and closing speed v = d(delta)/dt, N >= 0:
//
//   hunt_crossley   N = k delta^e (1 + chi v)                     U = k delta^(e+1)/(e+1)
//   impact          N = k delta^e + c step(delta; 0, d) v         U the same
//   expression      N = f(delta, v)                               U = integral of f(delta, 0)
//
// For hunt_crossley energy gives chi from the restitution (restitution.h). U is what the contact stores, N - N(delta,
// 0) what it damps.
#pragma once

#include "expression/expression.h"

namespace alembert::contact {

struct NormalForce {
  double N = 0.0;
  double elastic = 0.0;  // N(delta, 0)
  double by_depth = 0.0, by_speed = 0.0;
};

struct Law {
  enum class Kind { hunt_crossley, impact, expression };
  Kind kind = Kind::hunt_crossley;
  double stiffness = 0.0, exponent = 1.5;
  double dissipation = 0.0;  // chi
  double damping = 0.0, depth = 0.0;
  const Expression* force = nullptr;
  int depth_leaf = -1, speed_leaf = -1;                          // of `force`: which of its measures; -1: not used
  double length_unit = 1.0, speed_unit = 1.0, force_unit = 1.0;  // of `force`: SI value = unit * value

  // delta > 0.
  NormalForce at(double delta, double v) const;
  double energy(double delta) const;
};

}  // namespace alembert::contact
