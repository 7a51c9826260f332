#include "plot/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::plot {
namespace {

constexpr double huge = 1e300;   // differences and margins of anything smaller are finite
constexpr double tiny = 1e-290;  // beside this 0 is as good, and steps of ticks stay normal numbers

}  // namespace

bool shows(bool logarithmic, double value) {
  return std::abs(value) <= huge && (!logarithmic || value >= tiny);  // false for NaN
}

void Range::include(double value) {
  if (!shows(logarithmic_, value)) return;
  if (empty_) low_ = high_ = value;
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
  empty_ = false;
}

Range::Ends Range::ends(double margin) const {
  if (empty_) return logarithmic_ ? Ends{1.0, 10.0} : Ends{0.0, 1.0};
  if (logarithmic_) {
    const double low = std::log10(low_), high = std::log10(high_);
    const double room = high > low ? margin * (high - low) : 0.5;
    constexpr double furthest = 305.0;  // a double's exponent ends at 308
    return {std::pow(10.0, std::max(low - room, -furthest)), std::pow(10.0, std::min(high + room, furthest))};
  }
  const double largest = std::max(std::abs(low_), std::abs(high_));
  // Numbers that differ by rounding alone are one number.
  if (high_ - low_ <= std::max(tiny, 8.0 * std::numeric_limits<double>::epsilon() * largest)) {
    const double middle = low_ + 0.5 * (high_ - low_);
    const double room = largest > tiny ? 0.1 * largest : 1.0;
    return {middle - room, middle + room};
  }
  const double room = margin * (high_ - low_);
  return {low_ - room, high_ + room};
}

Scale::Scale(bool logarithmic, Range::Ends ends, double from, double to)
    : logarithmic_(logarithmic),
      low_(logarithmic ? std::log10(ends.low) : ends.low),
      span_((logarithmic ? std::log10(ends.high) : ends.high) - low_),
      from_(from),
      to_(to) {}

double Scale::place(double value) const {
  return from_ + ((logarithmic_ ? std::log10(value) : value) - low_) / span_ * (to_ - from_);
}

}  // namespace alembert::plot
