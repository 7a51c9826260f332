// Units of the model file, and the factor from them to SI for every quantity a field or a measure can be. A number is
// in the model's units whatever expression gives it: where angles are in degrees, `angle: pi/2` is 1.57 degrees.
// Functions such as sin() take and give radians, and refuse what is known to be in degrees (check_angles.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "model/model.h"

namespace alembert {

bool same_units(const Units& a, const Units& b);

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
