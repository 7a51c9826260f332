// Expressions of the model file: parsed once into a small program, evaluated and differentiated exactly without
// allocation.
// Grammar: numbers, parameters, pi, time, + - * / ^, comparisons, and, or, not, functions, and measures such as
// dx(crank.tip, ground).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "expression/input_signal.h"
#include "expression/program.h"
#include "expression/spline.h"
#include "expression/user_functions.h"

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

  // What it is compiled into, for those who look at its parts, and how many of the topmost values a step of it
  // replaces.
  std::span<const Instruction> program() const { return program_; }
  std::size_t values_taken(const Instruction& step) const;
  // The curve of a step that applies one.
  struct SplineUse {
    std::shared_ptr<const Spline> spline;
    SplineKind kind = SplineKind::linear;
  };
  const SplineUse& spline_of(const Instruction& step) const { return splines_[static_cast<std::size_t>(step.operand)]; }
  // Another program of the same measures, curves and text. Throws ModelError if it is too long.
  Expression with_program(std::vector<Instruction> program) const;
  // The steps [first, end), which must make one value of themselves.
  Expression part(std::size_t first, std::size_t end) const;

  // The value at `time` with one number per measure, the leaves. Outside a function's domain the result is not finite:
  // the caller checks. A function of the user's that throws ends it with a FunctionError. Nothing here allocates.
  double evaluate(double time, std::span<const double> leaves) const;
  // The value, its derivative by every leaf (as many as there are measures) and by time where it is written out.
  double gradient(double time, std::span<const double> leaves, std::span<double> d_leaves, double& d_time) const;
  // All n + 1 first and (n + 1)^2 second derivatives, row by row; leaves first, time last. Slower than `gradient`.
  void second_derivatives(double time, std::span<const double> leaves, std::span<double> gradient,
                          std::span<double> hessian) const;
  // The value in another kind of number: Dual, Dual of Dual, Taylor. Defined in evaluate_as.h.
  template <class S>
  S evaluate_as(const S& time, std::span<const S> leaves) const;
  // The same with some measures replaced by expressions, one pointer a measure; null: kept. Texts stay those of this
  // one.
  Expression inlined(std::span<const Expression* const> replacements) const;
  // The same with every input(NAME) taken from `signals`, which are by the order of `names`: no measure any more, but a
  // function of time that may be changed at will. Throws ModelError for a name that is not there.
  Expression with_inputs(std::span<const std::string> names, std::shared_ptr<const InputSignals> signals) const;
  // The same of other measures, one for each of its own, of which some are taken negative.
  Expression with_measures(std::vector<Measure> measures, const std::vector<bool>& negative) const;
  Expression negated() const;
  // The same program under another text, for messages.
  Expression with_text(std::string text) const;
  // Where a value that is not finite comes from: "sqrt of -0.3 in `sqrt(1 - dx(crank)^2)`". Empty when it is finite.
  std::string domain_problem(double time, std::span<const double> leaves) const;

 private:
  friend class ExpressionParser;
  // Runs the program; leaf(k) is the value of measure k.
  template <class S, class Leaf>
  S run(const S& time, const Leaf& leaf) const;
  template <class S, std::size_t stack_size, class Leaf>
  S run_on(const S& time, const Leaf& leaf) const;
  void count_stack();
  std::string text_ = "0";
  std::vector<Instruction> program_;
  std::vector<Measure> measures_;
  std::vector<SplineUse> splines_;
  std::vector<std::shared_ptr<const UserFunction>> user_functions_;
  std::shared_ptr<const InputSignals> inputs_;  // null: it has none, or they are measures
  int stack_needed_ = 0;
  bool uses_time_ = false;
};

// Names that an expression knows beside all others, without brackets: each is a measure without arguments.
using OwnNames = std::vector<std::string>;

// Parses `text`, which begins at `where` in its file, replacing parameters by their values; akima(NAME, x) and the like
// look NAME up in `splines`, and functions that the language does not have are looked up in `functions`. Throws
// ModelError with the exact position and, for an unknown name, the nearest valid one.
Expression parse_expression(std::string_view text, const SourcePosition& where,
                            const std::map<std::string, double>& parameters, const SplineMap& splines = {},
                            const Functions& functions = {}, const OwnNames& own_names = {});

}  // namespace alembert
