// The operators, functions and measures an expression may use, by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expression/spline.h"

namespace alembert {

// A row of the table in function_table.h for plain numbers.
struct ExpressionFunction {
  std::string_view name;  // operators: their sign, which no name can be
  int fewest_arguments;
  int most_arguments;
  std::string_view domain;  // what its arguments must satisfy; empty: anything, or obvious
  double (*value)(std::span<const double> arguments);
  // The value, and its derivative by each argument; 0 for those that are `fixed`.
  double (*partials)(std::span<const double> arguments, std::span<const bool> fixed, std::span<double> derivatives);
};

// What a measure's arguments name.
enum class MeasureArguments {
  none,
  markers,
  element_and_marker,
  name_of_variable,
  name_of_state,
  name_of_input,
  name_of_joint,
  contact_and_shape,
};

struct MeasureSignature {
  std::string_view name;
  MeasureArguments kind;
  int fewest_arguments;
  int most_arguments;
};

std::span<const ExpressionFunction> expression_functions();
std::span<const MeasureSignature> measure_signatures();

// Index into expression_functions(), or -1.
int find_function(std::string_view name);
// Null when there is no such measure.
const MeasureSignature* find_measure(std::string_view name);
// linear, cubic, akima or hold: the functions whose first argument names a spline.
std::optional<SplineKind> find_spline_kind(std::string_view name);
std::string_view spline_kind_name(SplineKind kind);
// Every name that may stand before a bracket, for suggestions.
std::vector<std::string> callable_names();

}  // namespace alembert
