#include "model/units.h"

#include <cmath>
#include <map>
#include <numbers>

namespace alembert {

bool same_units(const Units& a, const Units& b) {
  return a.length == b.length && a.mass == b.mass && a.time == b.time && a.angle == b.angle && a.force == b.force;
}

double factor_to_si(const Units& u, Quantity quantity) {
  switch (quantity) {
    case Quantity::none:
      return 1.0;
    case Quantity::length:
      return u.length;
    case Quantity::mass:
      return u.mass;
    case Quantity::time:
      return u.time;
    case Quantity::angle:
      return u.angle;
    case Quantity::inertia:
      return u.mass * u.length * u.length;
    case Quantity::velocity:
      return u.length / u.time;
    case Quantity::angular_velocity:
      return u.angle / u.time;
    case Quantity::acceleration:
      return u.length / (u.time * u.time);
    case Quantity::frequency:
      return 1.0 / u.time;
    case Quantity::impulse:
      return u.force * u.time;
    case Quantity::angular_impulse:
      return u.force * u.length * u.time;
    case Quantity::area:
      return u.length * u.length;
    case Quantity::area_moment:
      return u.length * u.length * u.length * u.length;
    case Quantity::modulus:
      return u.force / (u.length * u.length);
    case Quantity::force_per_angle:
      return u.force / u.angle;
    case Quantity::damping_per_angle:
      return u.force * u.time / u.angle;
    case Quantity::torque_rate:
      return u.force * u.time;
    case Quantity::density:
      return u.mass / (u.length * u.length * u.length);
    case Quantity::inverse_velocity:
      return u.time / u.length;
    case Quantity::angular_acceleration:
      return u.angle / (u.time * u.time);
    case Quantity::force:
      return u.force;
    case Quantity::torque:
    case Quantity::energy:
      return u.force * u.length;
    case Quantity::stiffness:
      return u.force / u.length;
    case Quantity::damping:
      return u.force * u.time / u.length;
    case Quantity::torsion_stiffness:
      return u.force * u.length / u.angle;
    case Quantity::torsion_damping:
      return u.force * u.length * u.time / u.angle;
  }
  return 1.0;
}

double stiffness_to_si(const Units& u, double exponent) { return u.force / std::pow(u.length, exponent); }

std::string unit_name(const Units& u, Quantity quantity) {
  const std::string &L = u.length_name, &T = u.time_name, &A = u.angle_name, &F = u.force_name;
  switch (quantity) {
    case Quantity::none:
      return "";
    case Quantity::length:
      return L;
    case Quantity::mass:
      return u.mass_name;
    case Quantity::time:
      return T;
    case Quantity::angle:
      return A;
    case Quantity::inertia:
      return u.mass_name + "*" + L + "^2";
    case Quantity::velocity:
      return L + "/" + T;
    case Quantity::angular_velocity:
      return A + "/" + T;
    case Quantity::acceleration:
      return L + "/" + T + "^2";
    case Quantity::angular_acceleration:
      return A + "/" + T + "^2";
    case Quantity::frequency:
      return "1/" + T;
    case Quantity::impulse:
      return F + "*" + T;
    case Quantity::angular_impulse:
      return F + "*" + L + "*" + T;
    case Quantity::area:
      return L + "^2";
    case Quantity::area_moment:
      return L + "^4";
    case Quantity::modulus:
      return F + "/" + L + "^2";
    case Quantity::force_per_angle:
      return F + "/" + A;
    case Quantity::damping_per_angle:
      return F + "*" + T + "/" + A;
    case Quantity::torque_rate:
      return F + "*" + T;
    case Quantity::density:
      return u.mass_name + "/" + L + "^3";
    case Quantity::inverse_velocity:
      return T + "/" + L;
    case Quantity::force:
      return F;
    case Quantity::torque:
      return F + "*" + L;
    case Quantity::energy:
      return F == "N" && L == "m" ? "J" : F + "*" + L;
    case Quantity::stiffness:
      return F + "/" + L;
    case Quantity::damping:
      return F + "*" + T + "/" + L;
    case Quantity::torsion_stiffness:
      return F + "*" + L + "/" + A;
    case Quantity::torsion_damping:
      return F + "*" + L + "*" + T + "/" + A;
  }
  return "";
}

std::string unit_name(const Units& units, const Expression& expression) {
  if (expression.measures().empty() || !expression.keeps_units()) return "";
  const Quantity quantity = measure_quantity(expression.measures().front().name);
  for (const Measure& m : expression.measures())
    if (measure_quantity(m.name) != quantity) return "";
  return unit_name(units, quantity);
}

Quantity measure_quantity(std::string_view measure) {
  if (measure == "rate") return Quantity::frequency;
  if (measure == "angle_rate") return Quantity::angular_velocity;
  if (measure == "displacement_rate") return Quantity::velocity;
  if (measure == "var" || measure == "state" || measure == "input")
    return Quantity::none;  // in whatever units the user thinks of them
  if (measure == "psi" || measure == "theta" || measure == "phi") return Quantity::angle;
  if (measure.ends_with("_energy")) return Quantity::energy;
  if (measure == "penetration" || measure == "gap") return Quantity::length;
  if (measure == "slip" || measure == "penetration_rate") return Quantity::velocity;
  if (measure == "normal_force") return Quantity::force;
  if (measure == "touching") return Quantity::none;
  if (measure.starts_with("acc")) return Quantity::acceleration;
  if (measure.starts_with("wdt")) return Quantity::angular_acceleration;
  switch (measure.empty() ? ' ' : measure.front()) {
    case 'd':
      return Quantity::length;
    case 'a':
      return Quantity::angle;
    case 'v':
      return Quantity::velocity;
    case 'w':
      return Quantity::angular_velocity;
    case 'f':
      return Quantity::force;
    case 't':
      return Quantity::torque;
    default:
      return Quantity::none;
  }
}

// Exact by definition: the inch (1959), the pound, and the pound-force as pound times 9.80665 m/s^2.
const std::vector<UnitName>& unit_names(std::string_view key) {
  static const std::map<std::string, std::vector<UnitName>, std::less<>> names{
      {"length", {{"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}, {"km", 1e3}, {"in", 0.0254}, {"ft", 0.3048}}},
      {"mass", {{"kg", 1.0}, {"g", 1e-3}, {"t", 1e3}, {"lb", 0.45359237}}},
      {"time", {{"s", 1.0}, {"ms", 1e-3}, {"min", 60.0}, {"h", 3600.0}}},
      {"angle", {{"rad", 1.0}, {"deg", std::numbers::pi / 180.0}}},
      {"force", {{"N", 1.0}, {"kN", 1e3}, {"mN", 1e-3}, {"lbf", 4.4482216152605}}},
  };
  static const std::vector<UnitName> none;
  const auto found = names.find(key);
  return found == names.end() ? none : found->second;
}

}  // namespace alembert
