#include "model/output_units.h"

namespace alembert {
namespace {

// Is it a single measure, perhaps with the opposite sign, and nothing else?
bool is_bare_measure(const Expression& expression) {
  if (expression.measures().size() != 1) return false;
  const std::string& text = expression.text();
  const std::size_t first = text.find_first_not_of(" \t-"), last = text.find_last_not_of(" \t");
  const std::string& name = expression.measures()[0].name;
  return first != std::string::npos && text.compare(first, name.size(), name) == 0 && text[last] == ')' &&
         text.find(')') == last;
}

}  // namespace

std::string unit_name(const Units& units, Quantity quantity) {
  const std::string &length = units.length_name, &time = units.time_name, &angle = units.angle_name;
  const std::string moment = units.force_name + "*" + length;
  switch (quantity) {
    case Quantity::none:
      return "";
    case Quantity::length:
      return length;
    case Quantity::mass:
      return units.mass_name;
    case Quantity::time:
      return time;
    case Quantity::angle:
      return angle;
    case Quantity::inertia:
      return units.mass_name + "*" + length + "^2";
    case Quantity::velocity:
      return length + "/" + time;
    case Quantity::angular_velocity:
      return angle + "/" + time;
    case Quantity::acceleration:
      return length + "/" + time + "^2";
    case Quantity::angular_acceleration:
      return angle + "/" + time + "^2";
    case Quantity::force:
      return units.force_name;
    case Quantity::torque:
      return moment;
    case Quantity::energy:
      return moment == "N*m" ? "J" : moment;
    case Quantity::stiffness:
      return units.force_name + "/" + length;
    case Quantity::damping:
      return units.force_name + "*" + time + "/" + length;
    case Quantity::torsion_stiffness:
      return moment + "/" + angle;
    case Quantity::torsion_damping:
      return moment + "*" + time + "/" + angle;
  }
  return "";
}

std::vector<std::string> output_units(const Model& model) {
  std::vector<std::string> out;
  for (const Output& output : model.outputs) {
    const Expression& expression = output.expression;
    out.push_back(is_bare_measure(expression) ? unit_name(model.units, measure_quantity(expression.measures()[0].name))
                                              : "");
  }
  return out;
}

}  // namespace alembert
