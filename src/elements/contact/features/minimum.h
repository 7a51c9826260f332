// Where a function has its minimum between low and high: its slope passes through zero there, upwards.
//
//   s <- s - slope/rise           Newton's iteration; halves what is left where this leads out of it
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::contact {

struct SlopeAndRise {
  double slope = 0.0, rise = 0.0;  // first and second derivative
};

// From s on. `at(s)` gives a SlopeAndRise; it is called last at what is returned, up to `close`.
template <class Function>
double find_minimum(double low, double high, double s, double close, Function&& at) {
  for (int pass = 0; pass < 60; ++pass) {
    const SlopeAndRise here = at(s);
    (here.slope >= 0.0 ? high : low) = s;
    const double newton = here.rise > 0.0 ? s - here.slope / here.rise : std::numeric_limits<double>::infinity();
    const double next = newton > low - close && newton < high + close ? newton : 0.5 * (low + high);
    if (std::min(std::abs(newton - s), std::abs(next - s)) < close) break;
    s = next;
  }
  return s;
}

}  // namespace alembert::contact
