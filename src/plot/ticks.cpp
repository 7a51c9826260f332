#include "plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace alembert::plot {
namespace {

constexpr const char* minus = "\u2212";
constexpr double slack = 1e-9;    // of a step: rounding must not lose a tick at the end of an axis
constexpr double large = 1e5;     // from here on labels have a factor
constexpr double small = 1e-3;    // and below this
constexpr double crowded = 2e-4;  // a range this small beside the values themselves: labels are differences

std::string with_minus(std::string text) {
  if (!text.empty() && text[0] == '-') text.replace(0, 1, minus);
  return text;
}

std::string power_of_ten(int exponent) {
  static constexpr std::array digits{"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string out = "10";
  for (const char c : std::to_string(exponent)) out += c == '-' ? "\u207b" : digits[static_cast<std::size_t>(c - '0')];
  return out;
}

int floor_log10(double value) { return static_cast<int>(std::floor(std::log10(value) + slack)); }

// The smallest of 1, 2, 5, 10, ... times a power of ten that leaves at most `most` ticks.
struct Step {
  int digit = 1, exponent = 0;
  double value() const { return digit * std::pow(10.0, exponent); }
};

long ticks_between(double low, double high, double step) {
  return static_cast<long>(std::floor(high / step + slack) - std::ceil(low / step - slack)) + 1;
}

Step nice_step(double low, double high, int most) {
  Step step{1, floor_log10((high - low) / most) - 1};
  while (ticks_between(low, high, step.value()) > most) {
    step.digit = step.digit == 1 ? 2 : step.digit == 2 ? 5 : 1;
    if (step.digit == 1) ++step.exponent;
  }
  return step;
}

// What is taken off all labels where they would differ only in their last digits: a round number near them.
double offset_of(double low, double high) {
  const double largest = std::max(std::abs(low), std::abs(high));
  if (high - low > crowded * largest) return 0.0;
  const double grain = std::pow(10.0, floor_log10(high - low) + 1);
  const int digits = floor_log10(largest) - floor_log10(grain) + 1;
  return std::stod(
      fmt::format("{:.{}g}", std::round((low + 0.5 * (high - low)) / grain) * grain, std::clamp(digits, 1, 17)));
}

// "m/s^2" and "N*m" as they are printed.
std::string printed_unit(std::string unit) {
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = unit.find(from, at)) != std::string::npos; at += to.size())
      unit.replace(at, from.size(), to);
  };
  replace("^2", "\u00b2");
  replace("*", "\u00b7");
  return unit;
}

}  // namespace

Ticks linear_ticks(double low, double high, int most) {
  most = std::max(most, 2);
  Ticks out;
  out.offset = offset_of(low, high);
  const double from = low - out.offset, to = high - out.offset;
  const double largest = std::max(std::abs(from), std::abs(to));
  if (largest >= large || largest < small) out.exponent = 3 * static_cast<int>(std::floor(floor_log10(largest) / 3.0));
  const Step step = nice_step(from, to, most);
  const int decimals = std::max(0, out.exponent - step.exponent);
  const double shown_step = step.digit * std::pow(10.0, step.exponent - out.exponent);
  const double first = std::ceil(from / step.value() - slack);
  for (long k = 0; k < ticks_between(from, to, step.value()); ++k) {
    const double number = first + static_cast<double>(k);
    const double shown = number == 0.0 ? 0.0 : number * shown_step;
    out.ticks.push_back({out.offset + number * step.value(), with_minus(fmt::format("{:.{}f}", shown, decimals))});
  }
  return out;
}

Ticks logarithmic_ticks(double low, double high, int most) {
  most = std::max(most, 2);
  const int first = static_cast<int>(std::ceil(std::log10(low) - slack)), last = floor_log10(high);
  if (last - first < 1) return linear_ticks(low, high, most);
  const int every = (last - first + most) / most;  // (number of decades) / most, rounded up
  Ticks out;
  for (int decade = first - 1; decade <= last; ++decade) {
    const double power = std::pow(10.0, decade);
    if (decade >= first) out.ticks.push_back({power, decade % every == 0 ? power_of_ten(decade) : ""});
    for (int digit = 2; digit <= 9 && every == 1; ++digit)
      if (digit * power >= low && digit * power <= high) out.ticks.push_back({digit * power, ""});
  }
  return out;
}

Ticks ticks_of(const Axis& axis, double low, double high, int most) {
  return axis.logarithmic ? logarithmic_ticks(low, high, most) : linear_ticks(low, high, most);
}

std::string axis_text(const Axis& axis, const Ticks& ticks) {
  std::string out = axis.label;
  if (ticks.offset != 0.0) out += fmt::format(" {} {}", ticks.offset < 0.0 ? "+" : minus, std::abs(ticks.offset));
  std::string unit = printed_unit(axis.unit);
  if (ticks.exponent != 0) unit = power_of_ten(ticks.exponent) + (unit.empty() ? "" : " ") + unit;
  if (!unit.empty()) out += (out.empty() ? "(" : " (") + unit + ")";
  return out;
}

}  // namespace alembert::plot
