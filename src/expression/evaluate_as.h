// Expression::evaluate_as: runs the program of an expression on any scalar with the usual functions, such as Dual
// (first derivatives along directions), Dual of Dual (second ones) or Taylor (second derivatives along a path).
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "expression/expression.h"
#include "expression/function_table.h"

namespace alembert {

template <class S>
using FunctionOf = S (*)(std::span<const S>);

template <class S, std::size_t... row>
constexpr std::array<FunctionOf<S>, function_count> make_functions_of(std::index_sequence<row...>) {
  return {&apply_function<S, row>...};
}

// The table of functions for one kind of scalar, by row.
template <class S>
inline constexpr std::array<FunctionOf<S>, function_count> functions_of =
    make_functions_of<S>(std::make_index_sequence<function_count>());

template <class S, std::size_t stack_size, class Leaf>
S Expression::run_on(const S& time, const Leaf& leaf) const {
  std::array<S, stack_size> stack;  // the parser has checked that it suffices
  S* top = stack.data();            // behind the topmost value
  for (const Instruction& step : program_) {
    switch (step.operation) {
      case push_number:
        *top++ = step.number;
        break;
      case push_time:
        *top++ = time;
        break;
      case push_measure:
        *top++ = leaf(static_cast<std::size_t>(step.operand));
        break;
      case push_input:
        *top++ = (*inputs_)[static_cast<std::size_t>(step.operand)].at(time);
        break;
      // The operators that formulas are full of, without a call.
      case row_of("+"):
        --top;
        top[-1] = top[-1] + top[0];
        break;
      case row_of("-"):
        --top;
        top[-1] = top[-1] - top[0];
        break;
      case row_of("*"):
        --top;
        top[-1] = top[-1] * top[0];
        break;
      case row_of("/"):
        --top;
        top[-1] = top[-1] / top[0];
        break;
      case row_of("-x"):
        top[-1] = -top[-1];
        break;
      case apply_spline: {
        const SplineUse& use = splines_[static_cast<std::size_t>(step.operand)];
        top[-1] = use.spline->value(use.kind, top[-1]);
        break;
      }
      case apply_user: {
        const UserFunction& function = *user_functions_[static_cast<std::size_t>(step.operand)];
        top -= function.arguments();
        *top = apply_user_function(function, std::span<const S>(top, static_cast<std::size_t>(function.arguments())));
        ++top;
        break;
      }
      default:
        top -= step.operand;
        *top = functions_of<S>[static_cast<std::size_t>(step.operation)]({top, static_cast<std::size_t>(step.operand)});
        ++top;
    }
  }
  return stack[0];
}

template <class S, class Leaf>
S Expression::run(const S& time, const Leaf& leaf) const {
  constexpr std::size_t usual = 16;  // most programs; spares setting up a long stack of large scalars
  if (program_.empty()) return S(0.0);
  return stack_needed_ <= static_cast<int>(usual) ? run_on<S, usual>(time, leaf)
                                                  : run_on<S, expression_stack_size>(time, leaf);
}

template <class S>
S Expression::evaluate_as(const S& time, std::span<const S> leaves) const {
  return run<S>(time, [leaves](std::size_t k) -> const S& { return leaves[k]; });
}

}  // namespace alembert
