#include "expression/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/suggest.h"
#include "expression/function_table.h"

namespace alembert {
namespace {

std::string count_text(int fewest, int most) {
  if (fewest == most) return fewest == 0 ? "no arguments" : fmt::format("{} argument{}", fewest, fewest > 1 ? "s" : "");
  if (most == any_number_of_arguments) return fmt::format("{} or more arguments", fewest);
  return fmt::format("{} to {} arguments", fewest, most);
}

}  // namespace

ExpressionParser::ExpressionParser(std::string_view text, const SourcePosition& where,
                                   const std::map<std::string, double>& parameters, const SplineMap& splines,
                                   const Functions& functions, const OwnNames& own_names, const PathMap& paths,
                                   std::vector<NameUse>* uses)
    : lexer_(text, where),
      parameters_(parameters),
      splines_(splines),
      functions_(functions),
      own_names_(own_names),
      paths_(paths),
      uses_(uses) {
  result_.text_ = text;
}

Expression ExpressionParser::parse(std::string_view text, const SourcePosition& where,
                                   const std::map<std::string, double>& parameters, const SplineMap& splines,
                                   const Functions& functions, const OwnNames& own_names, const PathMap& paths,
                                   std::vector<NameUse>* uses) {
  ExpressionParser parser(text, where, parameters, splines, functions, own_names, paths, uses);
  parser.advance();
  if (parser.token_.kind == Token::Kind::end) parser.fail(0, "expected a number or an expression, found nothing");
  parser.parse_condition();
  if (parser.at(")")) parser.fail(parser.token_.offset, "`)` without a `(` before it");
  if (parser.token_.kind != Token::Kind::end) parser.fail_expected("an operator");
  return std::move(parser.result_);
}

void ExpressionParser::parse_condition() {
  const std::size_t start = token_.offset;
  parse_conjunction();
  while (at_word("or")) {
    advance();
    parse_conjunction();
    apply("||", 2, start);
  }
}

void ExpressionParser::parse_conjunction() {
  const std::size_t start = token_.offset;
  parse_negation();
  while (at_word("and")) {
    advance();
    parse_negation();
    apply("&&", 2, start);
  }
}

void ExpressionParser::parse_negation() {
  const std::size_t start = token_.offset;
  int negations = 0;
  for (; at_word("not"); advance()) ++negations;
  parse_comparison();
  for (; negations > 0; --negations) apply("!", 1, start);
}

void ExpressionParser::parse_comparison() {
  static constexpr std::array<std::string_view, 6> signs{"<", "<=", ">", ">=", "==", "!="};
  const auto at_comparison = [this] {
    return token_.kind == Token::Kind::sign && std::find(signs.begin(), signs.end(), token_.text) != signs.end();
  };
  const std::size_t start = token_.offset;
  parse_sum();
  if (!at_comparison()) return;
  const std::string_view sign = token_.text;
  advance();
  parse_sum();
  apply(sign, 2, start);
  if (at_comparison()) fail(token_.offset, "comparisons cannot be chained; put one of them in brackets");
}

void ExpressionParser::parse_sum() {
  const std::size_t start = token_.offset;
  parse_product();
  while (at("+") || at("-")) {
    const std::string_view sign = token_.text;
    advance();
    parse_product();
    apply(sign, 2, start);
  }
}

void ExpressionParser::parse_product() {
  const std::size_t start = token_.offset;
  parse_unary();
  while (at("*") || at("/")) {
    const std::string_view sign = token_.text;
    advance();
    parse_unary();
    apply(sign, 2, start);
  }
}

// Every way into itself that the grammar has passes here, so this is where depth is counted.
void ExpressionParser::parse_unary() {
  if (++nesting_ > expression_nesting_limit) {
    fail(token_.offset, fmt::format("the expression is nested more than {} levels deep", expression_nesting_limit));
  }
  if (at("-")) {
    const std::size_t start = token_.offset;
    advance();
    parse_unary();
    apply("-x", 1, start);
  } else if (at("+")) {
    advance();
    parse_unary();
  } else {
    parse_power();
  }
  --nesting_;
}

void ExpressionParser::parse_power() {
  const std::size_t start = token_.offset;
  parse_value();
  if (!at("^")) return;
  advance();
  parse_unary();
  apply("^", 2, start);
}

void ExpressionParser::parse_value() {
  if (token_.kind == Token::Kind::number) {
    const Token number = token_;
    advance();
    push(push_number, 0, number.number, number.offset);
  } else if (token_.kind == Token::Kind::name) {
    parse_name();
  } else if (at("(")) {
    const std::size_t opened = token_.offset;
    advance();
    parse_condition();
    close_bracket(opened);
  } else {
    fail_expected("a number, a name or `(`");
  }
}

void ExpressionParser::parse_name() {
  const Token name = token_;
  for (const std::string_view word : {"and", "or", "not"})
    if (name.text == word) fail(name.offset, fmt::format("expected a value before `{}`", word));
  advance();
  if (at("(")) {
    if (const int function = find_function(name.text); function >= 0) return parse_function(name, function);
    if (const auto kind = find_spline_kind(name.text)) return parse_spline(name, *kind);
    if (const PathFunction* function = find_path_function(name.text)) return parse_path(name, *function);
    if (const MeasureSignature* measure = find_measure(name.text)) return parse_measure(name, *measure);
    if (auto function = functions_.find(name.text)) return parse_user_function(name, std::move(function));
    fail_unknown(name);
  }
  if (name.text == "pi") return push(push_number, 0, std::numbers::pi, name.offset);
  if (name.text == "time") {
    note(NameUse::Kind::time, name.offset, name.offset + name.text.size(), name.text);
    result_.uses_time_ = true;
    return push(push_time, 0, 0.0, name.offset);
  }
  if (std::find(own_names_.begin(), own_names_.end(), name.text) != own_names_.end()) {
    note(NameUse::Kind::measure, name.offset, name.offset + name.text.size(), name.text);
    return push_leaf({std::string(name.text), {}, lexer_.position(name.offset)}, name);
  }
  const auto parameter = parameters_.find(std::string(name.text));
  if (parameter == parameters_.end()) fail_unknown(name);
  note(NameUse::Kind::parameter, name.offset, name.offset + name.text.size(), name.text);
  push(push_number, 0, parameter->second, name.offset);
}

int ExpressionParser::parse_arguments() {
  const std::size_t opened = token_.offset;
  int count = 0;
  advance();
  if (!at(")")) {
    parse_condition();
    for (count = 1; at(","); ++count) {
      advance();
      parse_condition();
    }
  }
  close_bracket(opened);
  return count;
}

void ExpressionParser::parse_function(const Token& name, int function) {
  const int count = parse_arguments();
  const ExpressionFunction& row = expression_functions()[static_cast<std::size_t>(function)];
  check_arguments(name, count, row.fewest_arguments, row.most_arguments);
  apply(function, count, name.offset);
}

void ExpressionParser::parse_user_function(const Token& name, std::shared_ptr<const UserFunction> function) {
  const int count = parse_arguments();
  check_arguments(name, count, function->arguments(), function->arguments());
  stack_height_ -= count - 1;
  result_.user_functions_.push_back(std::move(function));
  append({apply_user, static_cast<int>(result_.user_functions_.size()) - 1, 0.0, static_cast<int>(name.offset),
          static_cast<int>(used_)});
}

void ExpressionParser::parse_spline(const Token& name, SplineKind kind) {
  const std::size_t opened = token_.offset;
  const Token argument = lexer_.next_element_name();  // token_ is `(`
  advance();
  if (argument.text.empty()) {
    fail(argument.offset, fmt::format("expected the name of a spline: `{0}` is written {0}(SPLINE, x)", name.text));
  }
  const std::string spline_name(argument.text);
  const auto found = splines_.find(spline_name);
  if (found == splines_.end()) {
    std::vector<std::string> names;
    for (const auto& [other, spline] : splines_) names.push_back(other);
    fail(argument.offset, fmt::format("unknown spline `{}`{}", spline_name, did_you_mean(spline_name, names)));
  }
  const Spline& spline = *found->second;
  if (spline.size() < fewest_points(kind)) {
    fail(argument.offset, fmt::format("`{}` needs {} points or more, but the spline `{}` has {}", name.text,
                                      fewest_points(kind), spline_name, spline.size()));
  }
  note(NameUse::Kind::spline, argument.offset, argument.offset + argument.text.size(), spline_name);
  int count = 1;
  for (; at(","); ++count) {
    advance();
    parse_condition();
  }
  close_bracket(opened);
  check_arguments(name, count, 2, 2);
  result_.splines_.push_back({found->second, kind});
  append({apply_spline, static_cast<int>(result_.splines_.size()) - 1, 0.0, static_cast<int>(name.offset),
          static_cast<int>(used_)});
}

void ExpressionParser::parse_measure(const Token& name, const MeasureSignature& signature) {
  const std::size_t opened = token_.offset;
  Measure measure{std::string(name.text), {}, lexer_.position(name.offset)};
  // token_ is `(`: what follows is read as names of markers or elements, not as values.
  Token argument = lexer_.next_element_name();
  advance();
  if (!argument.text.empty() || at(",")) {
    for (;;) {
      if (argument.text.empty()) {
        fail(argument.offset, fmt::format("expected the name of a marker or an element in `{}(...)`", name.text));
      }
      measure.arguments.emplace_back(argument.text);
      if (!at(",")) break;
      argument = lexer_.next_element_name();
      advance();
    }
  }
  const std::size_t end = token_.offset + 1;
  close_bracket(opened);
  check_arguments(name, static_cast<int>(measure.arguments.size()), signature.fewest_arguments,
                  signature.most_arguments);
  note(NameUse::Kind::measure, name.offset, end, name.text);
  push_leaf(std::move(measure), name);
}

void ExpressionParser::push_leaf(Measure measure, const Token& name) {
  std::vector<Measure>& measures = result_.measures_;
  auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& other) {
    return other.name == measure.name && other.arguments == measure.arguments;
  });
  if (found == measures.end()) found = measures.insert(found, std::move(measure));
  push(push_measure, static_cast<int>(found - measures.begin()), 0.0, name.offset);
}

bool ExpressionParser::at(std::string_view sign) const {
  return token_.kind == Token::Kind::sign && token_.text == sign;
}

bool ExpressionParser::at_word(std::string_view word) const {
  return token_.kind == Token::Kind::name && token_.text == word;
}

void ExpressionParser::close_bracket(std::size_t opened) {
  if (at(")")) return advance();
  if (token_.kind == Token::Kind::end) {
    fail(opened, "this `(` is never closed (inside [ ] or { } an expression with commas needs quotes)");
  }
  fail_expected("`)` or an operator");
}

void ExpressionParser::check_arguments(const Token& name, int count, int fewest, int most) const {
  if (count >= fewest && count <= most) return;
  fail(name.offset, fmt::format("`{}` takes {}, not {}", name.text, count_text(fewest, most), count));
}

void ExpressionParser::advance() {
  used_ = token_.offset + token_.text.size();
  token_ = lexer_.next();
}

void ExpressionParser::append(const Instruction& instruction) {
  if (result_.program_.size() >= static_cast<std::size_t>(expression_length_limit)) {
    fail(static_cast<std::size_t>(instruction.begin),
         fmt::format("the expression has more than {} values and operations", expression_length_limit));
  }
  result_.program_.push_back(instruction);
}

void ExpressionParser::push(int operation, int operand, double number, std::size_t offset) {
  if (++stack_height_ > expression_stack_size) {
    fail(offset, fmt::format("the expression holds more than {} values at once", expression_stack_size));
  }
  result_.stack_needed_ = std::max(result_.stack_needed_, stack_height_);
  append({operation, operand, number, static_cast<int>(offset), static_cast<int>(used_)});
}

void ExpressionParser::apply(int function, int count, std::size_t offset) {
  std::vector<Instruction>& program = result_.program_;
  const auto arguments = program.end() - count;
  stack_height_ -= count - 1;
  const Instruction applied{function, count, 0.0, static_cast<int>(offset), static_cast<int>(used_)};
  const bool all_numbers =
      std::all_of(arguments, program.end(), [](const auto& i) { return i.operation == push_number; });
  if (!all_numbers) return append(applied);
  std::array<double, expression_stack_size> values;
  std::transform(arguments, program.end(), values.begin(), [](const auto& i) { return i.number; });
  const ExpressionFunction& row = expression_functions()[static_cast<std::size_t>(function)];
  const double number = row.value({values.data(), static_cast<std::size_t>(count)});
  if (!std::isfinite(number)) return append(applied);  // so that domain_problem can say what is wrong
  // So that it is known to be in radians or degrees.
  static constexpr std::array<std::string_view, 6> gives_angle{"asin", "acos", "atan", "atan2", "rad", "deg"};
  if (std::find(gives_angle.begin(), gives_angle.end(), row.name) != gives_angle.end()) return append(applied);
  *arguments = {push_number, 0, number, applied.begin, applied.end};
  program.erase(arguments + 1, program.end());
}

void ExpressionParser::note(NameUse::Kind kind, std::size_t offset, std::size_t end, std::string_view name) {
  if (uses_ != nullptr) uses_->push_back({kind, offset, end - offset, std::string(name)});
}

void ExpressionParser::fail(std::size_t offset, const std::string& message) const {
  throw ModelError(lexer_.position(offset), message);
}

void ExpressionParser::fail_expected(const std::string& what) const {
  if (token_.kind == Token::Kind::end) {
    fail(token_.offset, fmt::format("expected {}, but the expression ends here", what));
  }
  fail(token_.offset, fmt::format("expected {}, found `{}`", what, token_.text));
}

void ExpressionParser::fail_unknown(const Token& name) const {
  const std::string text(name.text);
  std::vector<std::string> callable = callable_names();
  const std::vector<std::string> own = functions_.names();
  callable.insert(callable.end(), own.begin(), own.end());
  const bool callable_exists = std::find(callable.begin(), callable.end(), text) != callable.end();
  if (callable_exists) fail(name.offset, fmt::format("`{}` needs its arguments in brackets", text));
  if (at("(") && (parameters_.count(text) > 0 || text == "pi" || text == "time")) {
    fail(token_.offset, fmt::format("expected an operator, found `(`: `{}` is not a function", text));
  }
  if (text == "t" || text == "T") fail(name.offset, fmt::format("unknown name `{}`: the time is called `time`", text));
  std::vector<std::string> names{"pi", "time"};
  names.insert(names.end(), own_names_.begin(), own_names_.end());
  for (const auto& [parameter, value] : parameters_) names.push_back(parameter);
  if (at("(")) std::swap(names, callable);
  names.insert(names.end(), callable.begin(), callable.end());
  if (names.size() > 20000) names.resize(20000);
  fail(name.offset, fmt::format("unknown {} `{}`{}", at("(") ? "function" : "name", text, did_you_mean(text, names)));
}

Expression parse_expression(std::string_view text, const SourcePosition& where,
                            const std::map<std::string, double>& parameters, const SplineMap& splines,
                            const Functions& functions, const OwnNames& own_names) {
  return ExpressionParser::parse(text, where, parameters, splines, functions, own_names, {});
}

std::vector<NameUse> names_in_expression(std::string_view text, const SourcePosition& where,
                                         const std::map<std::string, double>& parameters, const SplineMap& splines,
                                         const Functions& functions, const OwnNames& own_names, const PathMap& paths) {
  std::vector<NameUse> uses;
  ExpressionParser::parse(text, where, parameters, splines, functions, own_names, paths, &uses);
  return uses;
}

}  // namespace alembert
