// Turns the text of an expression into the program that Expression::evaluate runs. Recursive descent, by rising rank:
//   condition  := conjunction {or conjunction}
//   conjunction := negation {and negation}
//   negation   := {not} comparison
//   comparison := sum [(< | <= | > | >= | == | !=) sum]
//   sum        := product {(+ | -) product}
//   product    := unary {(* | /) unary}
//   unary      := (+ | -) unary | power                    so that -2^2 is -(2^2)
//   power      := value [^ unary]                          right to left
//   value      := number | name | function(condition, ...) | measure(marker, ...) | (condition)
//                 | (linear | cubic | akima | hold)(spline, condition) | path_...(path [, condition])
// Functions are those of the table (functions.h) and the user's own.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "expression/expression.h"
#include "expression/functions.h"
#include "expression/lexer.h"
#include "expression/path_functions.h"

namespace alembert {

// Brackets, signs and powers inside one another.
inline constexpr int expression_nesting_limit = 200;

// One place in a text where a parameter, `time`, a measure or a function of a path (with their brackets) or the name of
// a spline is written. A function of a path comes after the names inside its brackets.
struct NameUse {
  enum class Kind { parameter, time, measure, spline, path };
  Kind kind = Kind::parameter;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string name;
  std::string constant = {};  // function of a path: what it stands for, as an expression
};

class ExpressionParser {
 public:
  // `uses`, when not null, receives every name the expression uses, in order of appearance.
  static Expression parse(std::string_view text, const SourcePosition& where,
                          const std::map<std::string, double>& parameters, const SplineMap& splines,
                          const Functions& functions, const OwnNames& own_names, const PathMap& paths,
                          std::vector<NameUse>* uses = nullptr);

 private:
  ExpressionParser(std::string_view text, const SourcePosition& where, const std::map<std::string, double>& parameters,
                   const SplineMap& splines, const Functions& functions, const OwnNames& own_names,
                   const PathMap& paths, std::vector<NameUse>* uses);

  void parse_condition();
  void parse_conjunction();
  void parse_negation();
  void parse_comparison();
  void parse_sum();
  void parse_product();
  void parse_unary();
  void parse_power();
  void parse_value();
  void parse_name();
  void parse_function(const Token& name, int function);
  void parse_user_function(const Token& name, std::shared_ptr<const UserFunction> function);
  // Values in brackets, of which token_ is the first; returns how many.
  int parse_arguments();
  void parse_spline(const Token& name, SplineKind kind);
  void parse_path(const Token& name, const PathFunction& function);
  const LinkPath& find_path(const Token& name, const Token& argument) const;
  // Takes the program from `first` on, which made one number, away again; its text begins at `offset`.
  long long take_whole_number(std::size_t first, std::size_t offset, std::string_view what);
  void parse_measure(const Token& name, const MeasureSignature& signature);
  void push_leaf(Measure measure, const Token& name);

  bool at(std::string_view sign) const;
  bool at_word(std::string_view word) const;
  void advance();
  // Steps over `)`, the partner of the bracket at `opened`.
  void close_bracket(std::size_t opened);
  void check_arguments(const Token& name, int count, int fewest, int most) const;

  // The text of what is pushed or applied begins at `offset` and ends where the last token did.
  void push(int operation, int operand, double number, std::size_t offset);
  // Applies a function to the topmost `count` values: at once when all are numbers and the result is one, else in the
  // program.
  void apply(int function, int count, std::size_t offset);
  void apply(std::string_view sign, int count, std::size_t offset) { apply(find_function(sign), count, offset); }
  void append(const Instruction& instruction);
  void note(NameUse::Kind kind, std::size_t offset, std::size_t end, std::string_view name);

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;
  [[noreturn]] void fail_unknown(const Token& name) const;
  [[noreturn]] void fail_expected(const std::string& what) const;

  Lexer lexer_;
  const std::map<std::string, double>& parameters_;
  const SplineMap& splines_;
  const Functions& functions_;
  const OwnNames& own_names_;
  const PathMap& paths_;
  std::vector<NameUse>* uses_;
  Token token_;           // the next one, not yet used
  std::size_t used_ = 0;  // where the last one used ended
  Expression result_;
  int nesting_ = 0;
  int stack_height_ = 0;
};

// The names an expression uses, found by parsing it.
std::vector<NameUse> names_in_expression(std::string_view text, const SourcePosition& where,
                                         const std::map<std::string, double>& parameters, const SplineMap& splines = {},
                                         const Functions& functions = {}, const OwnNames& own_names = {},
                                         const PathMap& paths = {});

}  // namespace alembert
