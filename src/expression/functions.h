// The operators, functions and measures an expression may use, each in one table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

inline constexpr int any_number_of_arguments = 1000;

struct ExpressionFunction {
  std::string_view name;  // operators: their sign, which no name can be
  int fewest_arguments;
  int most_arguments;
  double (*value)(std::span<const double> arguments);
};

// What a measure's arguments name.
enum class MeasureArguments { none, markers, element_and_marker };

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
// Functions that the file format names but this version does not have.
bool is_planned_function(std::string_view name);
// Every name that may stand before a bracket, for suggestions.
std::vector<std::string> callable_names();

}  // namespace alembert
