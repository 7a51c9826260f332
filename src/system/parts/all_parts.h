// The parts of a MultibodyProblem, in the order in which they are asked: those that exert something before the bodies
// they act on. A new part is a member here and an entry of `each`.
#pragma once

#include "system/multibody_problem.h"
#include "system/parts/bodies_part.h"
#include "system/parts/constraints_part.h"
#include "system/parts/contacts_part.h"
#include "system/parts/forces_part.h"
#include "system/parts/formulas_part.h"
#include "system/parts/joints_part.h"

namespace alembert {

struct MultibodyProblem::Parts {
  explicit Parts(const Placement& placed)
      : placement(placed),
        angles(placed),
        wrenches(placed.system()),
        blocks(placed.system()),
        joints(placed.system()),
        forces(placed.system()),
        contacts(placed),
        constraints(placed, angles),
        bodies(placed.system()),
        formulas(placed, angles, constraints, contacts) {}

  template <class F>
  void each(F&& f) {
    f(joints);
    f(forces);
    f(contacts);
    f(constraints);
    f(bodies);
    f(formulas);
  }
  Evaluation here(const Vector& q, const Vector& v, const Vector& lambda) const {
    return {placement, angles, formulas.values(), q, v, lambda};
  }

  const Placement& placement;
  Angles angles;
  Wrenches wrenches;  // scratch
  BlockAdder blocks;
  JointsPart joints;
  ForcesPart forces;
  ContactsPart contacts;
  ConstraintsPart constraints;
  BodiesPart bodies;
  FormulasPart formulas;
};

}  // namespace alembert
