// What a number measures: which unit it has.
#pragma once

namespace alembert {

enum class Quantity {
  none,
  length,
  mass,
  time,
  angle,
  inertia,               // mass length^2
  velocity,              // length / time
  angular_velocity,      // angle / time
  acceleration,          // length / time^2
  angular_acceleration,  // angle / time^2
  force,
  torque,             // force length
  energy,             // force length
  stiffness,          // force / length
  damping,            // force time / length
  torsion_stiffness,  // force length / angle
  torsion_damping,    // force length time / angle
  frequency,          // 1 / time: rates of states
  impulse,            // force time
  angular_impulse,    // force length time
  area,               // length^2
  area_moment,        // length^4
  modulus,            // force / length^2
  force_per_angle,
  damping_per_angle,  // force time / angle
  torque_rate,        // force time: torque / velocity
  density,            // mass / length^3
  inverse_velocity,   // time / length
};

}  // namespace alembert
