// Where an axis has its ticks, and how they are labelled.
#pragma once

#include <string>
#include <vector>

#include "plot/chart.h"

namespace alembert::plot {

struct Tick {
  double value = 0.0;
  std::string label;  // empty: a minor tick
};

// A label says (value - offset) / 10^exponent; `axis_text` tells the reader so.
struct Ticks {
  std::vector<Tick> ticks;
  double offset = 0.0;
  int exponent = 0;
};

// Multiples of 1, 2 or 5 times a power of ten, `most` (at least 2) of them at most. Needs low < high, finite.
Ticks linear_ticks(double low, double high, int most);
// Powers of ten, `most` at most, with minor ticks between; below a decade as linear_ticks. Needs 0 < low < high.
Ticks logarithmic_ticks(double low, double high, int most);
Ticks ticks_of(const Axis& axis, double low, double high, int most);

// "force (10³ N)", "energy − 12.5 (10⁻⁶ J)"
std::string axis_text(const Axis& axis, const Ticks& ticks);

}  // namespace alembert::plot
