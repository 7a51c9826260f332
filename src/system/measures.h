// Measures of expressions, resolved to markers and elements of a system.
#pragma once

#include <string>

#include "elements/measure_kind.h"
#include "expression/expression.h"

namespace alembert {

class System;

struct MeasureRef {
  enum class Kind {
    of_markers,  // `measure` of i, j, k
    turns,       // an angle counted over whole turns: tracker `element`
    acceleration,
    rotation_acceleration,
    joint_force,
    joint_torque,
    force_force,
    force_torque,
    variable,  // formula `element`
    state,     // state `element`
    rate,      // of change of state `element`
    contact,   // row `component` of curve contact `element`; only in constraints
    constraint_force,
    constraint_torque,
    kinetic_energy,
    potential_energy,
    total_energy
  };
  Kind kind = Kind::of_markers;
  MarkerMeasure measure = MarkerMeasure::displacement;
  int component = 0;        // 0..2, or 3 for the size of a vector
  int i = 0, j = 0, k = 0;  // markers
  int element = 0;          // joint, force, constraint, tracker, formula, state or contact
  bool second = false;      // of an element: at its second marker instead of its first
  double unit = 1.0;        // value in the model's units = SI value / unit
};

// Resolves names, with suggestions for unknown ones; angles over whole turns are tracked from here on.
MeasureRef resolve_measure(System& system, const Measure& measure);
// A measure of compiled markers by name, in SI units.
MeasureRef resolve_marker_measure(System& system, const std::string& name, int i, int j, int k);

}  // namespace alembert
