// Units of the model file, and the factor from them to SI for every quantity a field or a measure can be. A number is
// in the model's units whatever expression gives it: where angles are in degrees, `angle: pi/2` is 1.57 degrees.
// Functions such as sin() take and give radians, and refuse what is known to be in degrees (check_angles.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

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

// value in SI = value in the model's units * factor
double factor_to_si(const Units& units, Quantity quantity);
// The same for a stiffness of force / length^exponent.
double stiffness_to_si(const Units& units, double exponent);

// The unit of a quantity as a person writes it: "mm/s^2", "N*m", "J".
std::string unit_name(const Units& units, Quantity quantity);

// The unit of an expression where its measures tell; empty where they do not.
std::string unit_name(const Units& units, const Expression& expression);

// What a measure gives (dx: length, fx: force, ...). An expression sees it, and `time`, in the model's units.
Quantity measure_quantity(std::string_view measure);

// The units by name for one of the keys length, mass, time, angle, force; an unknown key has none.
struct UnitName {
  std::string name;
  double factor;
};
const std::vector<UnitName>& unit_names(std::string_view key);

}  // namespace alembert
