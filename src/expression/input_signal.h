// What an input is over time: a curve, or the straight line
//   u = value + rate (t - since)
// which whoever steps a system gives anew, at any moment (analysis/session.h). Times are in the model's unit.
#pragma once

#include <memory>
#include <vector>

#include "expression/spline.h"

namespace alembert {

struct InputSignal {
  std::shared_ptr<const Spline> curve;  // null: the line
  SplineKind kind = SplineKind::linear;
  double value = 0.0, rate = 0.0, since = 0.0;

  // Any scalar.
  template <class S>
  S at(const S& time) const {
    if (curve) return curve->value(kind, time);
    return value + rate * (time - since);
  }
};

// Of all inputs of a model, in its order.
using InputSignals = std::vector<InputSignal>;

}  // namespace alembert
