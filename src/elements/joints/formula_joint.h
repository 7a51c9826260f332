// Joints whose equations are written as expressions of measures, in SI units (system/constraints.h differentiates
// them). In the text, markers have the names that each joint says; vx, vy, vz are the rates of dx, dy, dz, in axes that
// turn.
#pragma once

#include <string_view>

namespace alembert {

struct FormulaRow {
  std::string_view name;
  std::string_view formula;
  bool velocity = false;  // an equation of velocities (nonholonomic), not of positions
};

}  // namespace alembert
