#include "expression/functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace alembert {
namespace {

using Arguments = std::span<const double>;

// The three steps go from h0 at x0 to h1 at x1 and are constant outside; they differ in the shape of s in [0, 1].
template <class Shape>
double smooth_step(Arguments a, Shape shape) {
  const double x = a[0], x0 = a[1], h0 = a[2], x1 = a[3], h1 = a[4];
  if (!(x0 <= x1)) return std::numeric_limits<double>::quiet_NaN();
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return h0 + (h1 - h0) * shape((x - x0) / (x1 - x0));
}

double sign_of(double x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x); }

// min and max pass a NaN on, which std::min would drop.
template <class Better>
double select_best(Arguments a, Better better) {
  double best = a[0];
  for (const double x : a.subspan(1)) {
    if (std::isnan(x) || better(x, best)) best = x;
  }
  return best;
}

constexpr std::array functions{
    // Operators; `neg` is the sign before a value.
    ExpressionFunction{"+", 2, 2, [](Arguments a) { return a[0] + a[1]; }},
    ExpressionFunction{"-", 2, 2, [](Arguments a) { return a[0] - a[1]; }},
    ExpressionFunction{"*", 2, 2, [](Arguments a) { return a[0] * a[1]; }},
    ExpressionFunction{"/", 2, 2, [](Arguments a) { return a[0] / a[1]; }},
    ExpressionFunction{"^", 2, 2, [](Arguments a) { return a[1] == 2.0 ? a[0] * a[0] : std::pow(a[0], a[1]); }},
    ExpressionFunction{"-x", 1, 1, [](Arguments a) { return -a[0]; }},
    ExpressionFunction{"<", 2, 2, [](Arguments a) { return a[0] < a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{"<=", 2, 2, [](Arguments a) { return a[0] <= a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{">", 2, 2, [](Arguments a) { return a[0] > a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{">=", 2, 2, [](Arguments a) { return a[0] >= a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{"==", 2, 2, [](Arguments a) { return a[0] == a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{"!=", 2, 2, [](Arguments a) { return a[0] != a[1] ? 1.0 : 0.0; }},
    ExpressionFunction{"sqrt", 1, 1, [](Arguments a) { return std::sqrt(a[0]); }},
    ExpressionFunction{"abs", 1, 1, [](Arguments a) { return std::abs(a[0]); }},
    ExpressionFunction{"sin", 1, 1, [](Arguments a) { return std::sin(a[0]); }},
    ExpressionFunction{"cos", 1, 1, [](Arguments a) { return std::cos(a[0]); }},
    ExpressionFunction{"tan", 1, 1, [](Arguments a) { return std::tan(a[0]); }},
    ExpressionFunction{"asin", 1, 1, [](Arguments a) { return std::asin(a[0]); }},
    ExpressionFunction{"acos", 1, 1, [](Arguments a) { return std::acos(a[0]); }},
    ExpressionFunction{"atan", 1, 1, [](Arguments a) { return std::atan(a[0]); }},
    ExpressionFunction{"atan2", 2, 2, [](Arguments a) { return std::atan2(a[0], a[1]); }},
    ExpressionFunction{"sinh", 1, 1, [](Arguments a) { return std::sinh(a[0]); }},
    ExpressionFunction{"cosh", 1, 1, [](Arguments a) { return std::cosh(a[0]); }},
    ExpressionFunction{"tanh", 1, 1, [](Arguments a) { return std::tanh(a[0]); }},
    ExpressionFunction{"exp", 1, 1, [](Arguments a) { return std::exp(a[0]); }},
    ExpressionFunction{"log", 1, 1, [](Arguments a) { return std::log(a[0]); }},
    ExpressionFunction{"log10", 1, 1, [](Arguments a) { return std::log10(a[0]); }},
    ExpressionFunction{"min", 1, any_number_of_arguments,
                       [](Arguments a) { return select_best(a, [](double x, double y) { return x < y; }); }},
    ExpressionFunction{"max", 1, any_number_of_arguments,
                       [](Arguments a) { return select_best(a, [](double x, double y) { return x > y; }); }},
    ExpressionFunction{"floor", 1, 1, [](Arguments a) { return std::floor(a[0]); }},
    ExpressionFunction{"ceil", 1, 1, [](Arguments a) { return std::ceil(a[0]); }},
    ExpressionFunction{"round", 1, 1, [](Arguments a) { return std::round(a[0]); }},
    ExpressionFunction{"sign", 1, 1, [](Arguments a) { return sign_of(a[0]); }},
    // Takes the sign of the dividend, as C's fmod and Fortran's MOD do.
    ExpressionFunction{"mod", 2, 2, [](Arguments a) { return std::fmod(a[0], a[1]); }},
    ExpressionFunction{"hypot", 2, 2, [](Arguments a) { return std::hypot(a[0], a[1]); }},
    ExpressionFunction{"if", 3, 3, [](Arguments a) { return a[0] != 0.0 ? a[1] : a[2]; }},
    ExpressionFunction{"step", 5, 5,
                       [](Arguments a) { return smooth_step(a, [](double s) { return s * s * (3 - 2 * s); }); }},
    ExpressionFunction{
        "step5", 5, 5,
        [](Arguments a) { return smooth_step(a, [](double s) { return s * s * s * (10 + s * (6 * s - 15)); }); }},
    ExpressionFunction{"havsin", 5, 5,
                       [](Arguments a) {
                         return smooth_step(a, [](double s) { return 0.5 * (1 - std::cos(std::numbers::pi * s)); });
                       }},
};

constexpr std::array marker_measures{"dx", "dy", "dz", "dm",   "vx",   "vy",   "vz",   "vm",   "vr",   "wx",
                                     "wy", "wz", "wm", "accx", "accy", "accz", "accm", "wdtx", "wdty", "wdtz"};
// Angles have no axes to be taken along: two markers, no third.
constexpr std::array angle_measures{"ax", "ay", "az", "psi", "theta", "phi"};
constexpr std::array element_measures{"fx", "fy", "fz", "fm", "tx", "ty", "tz", "tm"};
constexpr std::array system_measures{"kinetic_energy", "potential_energy", "total_energy"};
constexpr std::array planned_functions{"impact", "bistop", "shf", "poly", "akima", "cubic", "var", "state"};

std::vector<MeasureSignature> make_signatures() {
  std::vector<MeasureSignature> out;
  for (const char* name : marker_measures) out.push_back({name, MeasureArguments::markers, 1, 3});
  for (const char* name : angle_measures) out.push_back({name, MeasureArguments::markers, 1, 2});
  for (const char* name : element_measures) out.push_back({name, MeasureArguments::element_and_marker, 1, 2});
  for (const char* name : system_measures) out.push_back({name, MeasureArguments::none, 0, 0});
  return out;
}

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return functions; }

std::span<const MeasureSignature> measure_signatures() {
  static const std::vector<MeasureSignature> signatures = make_signatures();
  return signatures;
}

int find_function(std::string_view name) {
  const auto* found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
  return found == functions.end() ? -1 : static_cast<int>(found - functions.begin());
}

const MeasureSignature* find_measure(std::string_view name) {
  for (const MeasureSignature& measure : measure_signatures()) {
    if (measure.name == name) return &measure;
  }
  return nullptr;
}

bool is_planned_function(std::string_view name) {
  return std::find(planned_functions.begin(), planned_functions.end(), name) != planned_functions.end();
}

std::vector<std::string> callable_names() {
  std::vector<std::string> names;
  for (const ExpressionFunction& function : functions) {
    if (function.name.front() >= 'a' && function.name.front() <= 'z') names.emplace_back(function.name);
  }
  for (const MeasureSignature& measure : measure_signatures()) names.emplace_back(measure.name);
  return names;
}

}  // namespace alembert
