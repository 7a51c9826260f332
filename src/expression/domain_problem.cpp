// Finds the part of an expression that first left the domain of its function.
#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <string_view>

#include "expression/expression.h"
#include "expression/functions.h"

namespace alembert {
namespace {

// What a function made of finite arguments, which is not finite.
std::string describe_problem(const ExpressionFunction& function, std::span<const double> a, double value) {
  if (function.name == "/" && a[1] == 0.0) return "division by zero";
  const std::string needs = function.domain.empty() ? "" : fmt::format(" (needs {})", function.domain);
  const char* const overflow = std::isinf(value) && needs.empty() ? " overflows" : "";
  if (std::isalpha(static_cast<unsigned char>(function.name.front())) != 0) {
    return fmt::format("{} of {:.9g}{}{}", function.name, fmt::join(a, ", "), needs, overflow);
  }
  return fmt::format("{:.9g} {} {:.9g}{}{}", a[0], function.name, a[a.size() - 1], needs, overflow);
}

}  // namespace

std::string Expression::domain_problem(double time, std::span<const double> leaves) const {
  std::vector<double> values(program_.size());
  std::vector<std::size_t> start(program_.size());  // where the part that ends with this instruction begins
  std::vector<std::vector<std::size_t>> arguments(program_.size());  // instructions that made its arguments
  for (std::size_t i = 0; i < program_.size(); ++i) {
    const Instruction& step = program_[i];
    const auto operand = static_cast<std::size_t>(step.operand);
    const std::size_t count = values_taken(step);
    std::vector<double> a(count);
    arguments[i].resize(count);
    start[i] = i;
    for (std::size_t k = count; k-- > 0;) {
      arguments[i][k] = start[i] - 1;
      a[k] = values[start[i] - 1];
      start[i] = start[start[i] - 1];
    }
    values[i] = step.operation == push_number    ? step.number
                : step.operation == push_time    ? time
                : step.operation == push_measure ? leaves[operand]
                : step.operation == push_input   ? (*inputs_)[operand].at(time)
                : step.operation == apply_spline ? splines_[operand].spline->value(splines_[operand].kind, a[0])
                : step.operation == apply_user
                    ? user_functions_[operand]->value(a)
                    : expression_functions()[static_cast<std::size_t>(step.operation)].value(a);
  }
  if (program_.empty() || std::isfinite(values.back())) return "";
  // From the whole to the part: always into an argument that is not finite itself, of `if` only into what it took.
  static const int conditional = find_function("if");
  std::size_t at = program_.size() - 1;
  for (bool found = false; !found;) {
    found = true;
    for (std::size_t k = 0; k < arguments[at].size() && found; ++k) {
      const bool taken =
          program_[at].operation != conditional || k == 0 || (k == 1) == (values[arguments[at][0]] != 0.0);
      if (!taken || std::isfinite(values[arguments[at][k]])) continue;
      at = arguments[at][k];
      found = false;
    }
  }
  const Instruction& step = program_[at];
  const std::string_view part = std::string_view(text_).substr(static_cast<std::size_t>(step.begin),
                                                               static_cast<std::size_t>(step.end - step.begin));
  if (step.operation == push_input) return fmt::format("time = {:.9g} is outside the data of `{}`", time, part);
  if (step.operation == apply_spline) {
    return fmt::format("outside the data of spline {}: x = {:.9g} in `{}`",
                       splines_[static_cast<std::size_t>(step.operand)].spline->name(), values[arguments[at][0]], part);
  }
  std::vector<double> a;
  for (const std::size_t k : arguments[at]) a.push_back(values[k]);
  if (step.operation == apply_user) {
    return fmt::format("{} of {:.9g} is {} in `{}`", user_functions_[static_cast<std::size_t>(step.operand)]->name(),
                       fmt::join(a, ", "), std::isnan(values[at]) ? "not a number" : "infinite", part);
  }
  if (step.operation < 0) return fmt::format("`{}` is {}", part, values[at]);
  const ExpressionFunction& function = expression_functions()[static_cast<std::size_t>(step.operation)];
  return fmt::format("{} in `{}`", describe_problem(function, a, values[at]), part);
}

}  // namespace alembert
