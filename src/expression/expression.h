// Expressions of the model file: parsed once into a small program, evaluated without allocation.
// Grammar: numbers, parameters, pi, time, + - * / ^, comparisons, functions, and measures such as dx(crank.tip,
// ground).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace alembert {

// A quantity of the mechanism an expression asks for: its name and the names of markers or elements in brackets.
struct Measure {
  std::string name;
  std::vector<std::string> arguments;
  SourcePosition where;
};

class Expression {
 public:
  Expression() = default;  // the constant 0

  const std::string& text() const { return text_; }
  // The measures the expression refers to, each once, in the order `evaluate` takes their values.
  const std::vector<Measure>& measures() const { return measures_; }
  // True when the value depends on neither time nor measures.
  bool is_constant() const { return measures_.empty() && !uses_time_; }
  bool uses_time() const { return uses_time_; }
  // True when the value has the unit its measures have: only sums, signs, abs, min and max are made of them. (A factor
  // may convert units, as 180/pi does.)
  bool keeps_units() const;

  // The value at `time` with one number per measure. Outside a function's domain the result is not finite:
  // the caller checks.
  double evaluate(double time, std::span<const double> measure_values) const;

 private:
  friend class ExpressionParser;
  // One instruction of the compiled program, run on a small value stack: pushes a value, or applies a row of
  // expression_functions() to the topmost values. See expression_parser.h.
  struct Instruction {
    int operation = 0;    // row of expression_functions(), or one of the negative Push codes
    int operand = 0;      // how many values the function takes, or which measure is pushed
    double number = 0.0;  // the number pushed
  };
  std::string text_ = "0";
  std::vector<Instruction> program_;
  std::vector<Measure> measures_;
  bool uses_time_ = false;
};

// Parses `text`, which begins at `where` in its file, replacing parameters by their values. Throws ModelError with the
// exact position and, for an unknown name, the nearest valid one.
Expression parse_expression(std::string_view text, const SourcePosition& where,
                            const std::map<std::string, double>& parameters);

}  // namespace alembert
