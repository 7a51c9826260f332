// All expressions of a model that are evaluated while it moves.
#pragma once

#include "model/model.h"

namespace alembert {

// visit(expression, where it stands) for what acts on the motion or watches it.
template <class Visit>
void for_each_expression(const Model& model, const Visit& visit) {
  const auto components = [&](const AppliedForce& applied, const SourcePosition& where) {
    for (const auto& formula : applied.formulas)
      if (formula) visit(*formula, where);
  };
  for (const Variable& v : model.variables) visit(v.expression, v.where);
  for (const StateVariable& x : model.states) visit(x.derivative, x.where);
  for (const Motion& motion : model.motions) visit(motion.function, motion.where);
  for (const UserConstraint& constraint : model.constraints) visit(constraint.expression, constraint.where);
  for (const Force& force : model.forces)
    if (const auto* applied = std::get_if<AppliedForce>(&force.parameters)) components(*applied, force.where);
  for (const Sensor& sensor : model.sensors) {
    visit(sensor.event, sensor.where);
    for (const auto* list : {&sensor.set, &sensor.reset})
      for (const auto& [name, value] : *list) visit(value, sensor.where);
    if (sensor.impulse) components(*sensor.impulse, sensor.where);
  }
}

}  // namespace alembert
