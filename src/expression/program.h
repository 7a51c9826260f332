// The program an expression is compiled into: instructions in postfix order for a small value stack. Each pushes a
// value, or replaces the topmost `operand` values by a function of them; so every value is used exactly once.
#pragma once

namespace alembert {

// Limits that parsing enforces, so that running a program needs no memory but arrays of fixed size.
inline constexpr int expression_stack_size = 256;       // values held at once
inline constexpr int expression_length_limit = 16'384;  // instructions

// Instructions that push a value, or apply a spline or a function of the user's; all others are rows of the table of
// functions.
enum Operation : int {
  push_number = -1,
  push_time = -2,
  push_measure = -3,
  apply_spline = -4,
  apply_user = -5,
  push_input = -6,
};

struct Instruction {
  int operation = 0;       // row of the table of functions, or one of the negative codes above
  int operand = 0;         // how many values the function takes; which measure, input, spline or user's function
  double number = 0.0;     // the number pushed
  int begin = 0, end = 0;  // the part of the text it came from
};

}  // namespace alembert
