// All expressions of a model that are evaluated while it moves.
#pragma once

#include "model/model.h"

namespace alembert {

// visit(expression, where it stands) for what acts on the motion or watches it. `AnyModel`: a Model, constant or not.
template <class AnyModel, class Visit>
void for_each_expression(AnyModel& model, const Visit& visit) {
  const auto components = [&](auto& applied, const SourcePosition& where) {
    for (auto& formula : applied.formulas)
      if (formula) visit(*formula, where);
  };
  for (auto& v : model.variables) visit(v.expression, v.where);
  for (auto& x : model.states) visit(x.derivative, x.where);
  for (auto& motion : model.motions) visit(motion.function, motion.where);
  for (auto& constraint : model.constraints) visit(constraint.expression, constraint.where);
  for (auto& force : model.forces)
    if (auto* applied = std::get_if<AppliedForce>(&force.parameters)) components(*applied, force.where);
  for (auto& sensor : model.sensors) {
    visit(sensor.event, sensor.where);
    for (auto* list : {&sensor.set, &sensor.reset})
      for (auto& [name, value] : *list) visit(value, sensor.where);
    if (sensor.impulse) components(*sensor.impulse, sensor.where);
  }
}

}  // namespace alembert
