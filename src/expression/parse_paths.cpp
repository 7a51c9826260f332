// Functions of paths in expressions: path_x(belt, i).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggest.h"
#include "expression/expression_parser.h"

namespace alembert {

const LinkPath& ExpressionParser::find_path(const Token& name, const Token& argument) const {
  if (argument.text.empty()) fail(argument.offset, fmt::format("expected the name of a path in `{}(...)`", name.text));
  const std::string path(argument.text);
  const auto found = paths_.by_name.find(path);
  if (found != paths_.by_name.end()) return *found->second;
  if (paths_.by_name.empty())
    fail(argument.offset, fmt::format("unknown path `{}`: there are none here (`parameters:` are read before `paths:`, "
                                      "which may use them)",
                                      path));
  std::vector<std::string> names;
  for (const auto& [other, unused] : paths_.by_name) names.push_back(other);
  fail(argument.offset, fmt::format("unknown path `{}`{}", path, did_you_mean(path, names)));
}

long long ExpressionParser::take_whole_number(std::size_t first, std::size_t offset, std::string_view what) {
  std::vector<Instruction>& program = result_.program_;
  const auto begin = program.begin() + static_cast<std::ptrdiff_t>(first);
  if (std::any_of(begin, program.end(),
                  [](const auto& i) { return i.operation == push_time || i.operation == push_measure; }))
    fail(offset, fmt::format("the number of a {} is a constant: `time` and measures cannot be used here", what));
  double number = begin->number;
  if (program.size() > first + 1) {
    try {
      number = result_.part(first, program.size()).evaluate(0.0, {});
    } catch (const FunctionError& error) {
      fail(offset, error.what());
    }
  }
  constexpr double largest = 1e9;
  if (number != std::round(number) || !(std::abs(number) <= largest))
    fail(offset, fmt::format("the number of a {} is a whole number, not {:g}", what, number));
  program.erase(begin, program.end());
  --stack_height_;
  return static_cast<long long>(number);
}

void ExpressionParser::parse_path(const Token& name, const PathFunction& function) {
  const int arguments = function.of == PathFunction::Of::path ? 1 : 2;
  const std::size_t opened = token_.offset;
  const Token argument = lexer_.next_element_name();  // token_ is `(`
  advance();
  const LinkPath& path = find_path(name, argument);
  const std::size_t first = result_.program_.size();
  std::size_t number_offset = 0;
  int count = 1;
  for (; at(","); ++count) {
    advance();
    number_offset = token_.offset;
    parse_condition();
  }
  const std::size_t end = token_.offset + 1;
  close_bracket(opened);
  check_arguments(name, count, arguments, arguments);
  if (function.needs_two_circles && path.circles() < 2)
    fail(argument.offset, fmt::format("path `{}` goes round one circle and has no straight parts", argument.text));
  long long number = 0;
  if (arguments == 2)
    number = take_whole_number(first, number_offset, function.of == PathFunction::Of::link ? "link" : "circle");
  const double value = function.value(path, number);
  const bool in_degrees = function.angle && paths_.degrees;
  push(push_number, 0, value, name.offset);
  if (in_degrees) apply("deg", 1, name.offset);
  note(NameUse::Kind::path, name.offset, end, name.text);
  if (uses_ != nullptr) uses_->back().constant = fmt::format("{}({})", in_degrees ? "deg" : "", value);
}

}  // namespace alembert
