#include "expression/expression.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "expression/expression_parser.h"
#include "expression/functions.h"

namespace alembert {

bool Expression::keeps_units() const {
  constexpr std::array kept{"+", "-", "-x", "abs", "min", "max"};
  return std::all_of(program_.begin(), program_.end(), [&](const Instruction& i) {
    if (i.operation < 0) return i.operation != push_time;
    const std::string_view name = expression_functions()[static_cast<std::size_t>(i.operation)].name;
    return std::find(kept.begin(), kept.end(), name) != kept.end();
  });
}

double Expression::evaluate(double time, std::span<const double> measure_values) const {
  if (program_.empty()) return 0.0;
  const std::span<const ExpressionFunction> functions = expression_functions();
  std::array<double, expression_stack_size> stack;  // the parser has checked that it suffices
  std::size_t height = 0;
  for (const Instruction& step : program_) {
    switch (step.operation) {
      case push_number:
        stack[height++] = step.number;
        break;
      case push_time:
        stack[height++] = time;
        break;
      case push_measure:
        stack[height++] = measure_values[static_cast<std::size_t>(step.operand)];
        break;
      default: {
        const auto count = static_cast<std::size_t>(step.operand);
        height -= count;
        stack[height] = functions[static_cast<std::size_t>(step.operation)].value({&stack[height], count});
        ++height;
      }
    }
  }
  return stack[0];
}

}  // namespace alembert
