// Expressions made in code, of numbers, measures and other terms, without a text to be parsed: what joints'
// friction, control blocks and other generated equations are written with.
//
//   const Term x = Term::measure("state", {"x"}), v = Term::measure("vx", {"car"});
//   Expression rate = (2.0 * x - max(0.0, v)).expression();      its text is "2*state(x) - max(0, vx(car))"
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "expression/expression.h"

namespace alembert {

class Term {
 public:
  Term(double number);
  static Term measure(std::string name, std::vector<std::string> arguments);
  // One without curves and functions of the user's.
  explicit Term(const Expression& expression);

  friend Term operator+(const Term& a, const Term& b) { return binary("+", 1, a, b); }
  friend Term operator-(const Term& a, const Term& b) { return binary("-", 1, a, b); }
  friend Term operator*(const Term& a, const Term& b) { return binary("*", 2, a, b); }
  friend Term operator/(const Term& a, const Term& b) { return binary("/", 2, a, b); }
  friend Term operator-(const Term& a);
  friend Term square(const Term& a) { return binary("^", 4, a, 2.0); }
  friend Term sqrt(const Term& a) { return call("sqrt", {a}); }
  friend Term exp(const Term& a) { return call("exp", {a}); }
  friend Term min(const Term& a, const Term& b) { return call("min", {a, b}); }
  friend Term max(const Term& a, const Term& b) { return call("max", {a, b}); }
  // A function of the table by its name in expressions.
  static Term call(std::string_view function, std::initializer_list<Term> arguments);

  // The same, in brackets where it is part of a larger text.
  Term in_brackets() const;
  const std::string& text() const { return text_; }
  // It stands nowhere in a file. Throws ModelError if it is too long.
  Expression expression() const;

 private:
  Term() = default;
  static Term binary(std::string_view sign, int rank, const Term& a, const Term& b);
  void append(const Term& part);
  void apply(std::string_view function, int count);
  std::string text_at(int rank) const;

  std::string text_;
  int rank_ = 5;  // of the operation applied last: 1 sums, 2 products, 3 signs, 4 powers, 5 what binds closer
  std::vector<Instruction> program_;
  std::vector<Measure> measures_;
};

}  // namespace alembert
