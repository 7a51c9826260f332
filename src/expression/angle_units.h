// Whether an expression takes degrees for radians. Functions take and give radians; measured angles are in the unit of
// the model. Nothing is converted silently, and nothing is mistaken silently: sin of what is in degrees is refused.
//
// Every value of an expression is followed through it with what is known of its unit. A constant factor pi/180, also
// rounded, or times a simple fraction, turns degrees into radians; so does `rad`. Numbers, time and all functions that
// are not mentioned here have no unit of angles.
#pragma once

#include <span>

#include "expression/expression.h"

namespace alembert {

struct AngleUnit {
  double degrees = 0.0;  // the power of degrees in it: 1 of an angle or a rate, 0 of anything else
  bool radians = false;
  double factor = 1.0;  // constants it was multiplied by since it was measured
  bool exact = true;    // that factor is known
  int measure = -1;     // where it comes from
};

// The unit of the value, from those of the measures; `where`: of the expression. Throws ModelError where degrees meet
// radians.
AngleUnit check_angle_units(const Expression& expression, std::span<const AngleUnit> measures,
                            const SourcePosition& where);

// An angle, or simple fraction of one, in the unit that is not `degrees`: no such unit may stand where the other is
// expected.
bool is_angle_in_other_unit(const AngleUnit& unit, bool degrees);

}  // namespace alembert
