// The list of forces: a new force is one file and one line here.
#pragma once

#include <tuple>

#include "elements/forces/applied_force.h"
#include "elements/forces/field.h"
#include "elements/forces/nonlinear_spring_damper.h"
#include "elements/forces/spring_damper.h"
#include "elements/forces/tire.h"
#include "elements/forces/torsion_spring_damper.h"

namespace alembert {

using AllForces = std::tuple<SpringDamperForce, NonlinearSpringDamperForce, TorsionSpringDamperForce,
                             AppliedForceKernel, FieldForce, TireForce>;

}  // namespace alembert
