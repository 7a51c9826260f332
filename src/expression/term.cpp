#include "expression/term.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "expression/functions.h"

namespace alembert {

Term::Term(double number) : text_(fmt::format("{}", number)), rank_(number < 0.0 ? 3 : 5) {
  program_.push_back({push_number, 0, number, 0, 0});
}

Term Term::measure(std::string name, std::vector<std::string> arguments) {
  Term out;
  out.text_ = fmt::format("{}({})", name, fmt::join(arguments, ", "));
  out.measures_.push_back({std::move(name), std::move(arguments), {}});
  out.program_.push_back({push_measure, 0, 0.0, 0, 0});
  return out;
}

Term::Term(const Expression& expression)
    : text_(expression.text()),
      rank_(0),
      program_(expression.program().begin(), expression.program().end()),
      measures_(expression.measures()) {
  if (program_.empty()) program_.push_back({push_number, 0, 0.0, 0, 0});
  for (const Instruction& step : program_)
    if (step.operation == apply_spline || step.operation == apply_user)
      throw std::logic_error("a formula of an expression with curves or functions of the user's");
}

std::string Term::text_at(int rank) const { return rank_ < rank ? "(" + text_ + ")" : text_; }

Term Term::in_brackets() const {
  Term out = *this;
  out.text_ = "(" + text_ + ")";
  out.rank_ = 5;
  return out;
}

// Puts another program behind this one; measures that both have are kept once.
void Term::append(const Term& part) {
  std::vector<int> places;
  for (const Measure& m : part.measures_) {
    auto found = std::find_if(measures_.begin(), measures_.end(), [&](const Measure& other) {
      return other.name == m.name && other.arguments == m.arguments;
    });
    places.push_back(static_cast<int>(found - measures_.begin()));
    if (found == measures_.end()) measures_.push_back(m);
  }
  for (Instruction step : part.program_) {
    if (step.operation == push_measure) step.operand = places[static_cast<std::size_t>(step.operand)];
    program_.push_back(step);
  }
}

// Numbers are replaced by their value at once, as the parser does.
void Term::apply(std::string_view name, int count) {
  const int function = find_function(name);
  const auto first = program_.end() - count;
  const bool numbers = std::all_of(first, program_.end(), [](const auto& i) { return i.operation == push_number; });
  if (!numbers) {
    program_.push_back({function, count, 0.0, 0, 0});
    return;
  }
  std::vector<double> values;
  for (auto step = first; step != program_.end(); ++step) values.push_back(step->number);
  const double value = expression_functions()[static_cast<std::size_t>(function)].value(values);
  if (std::isfinite(value)) {
    program_.erase(first, program_.end());
    program_.push_back({push_number, 0, value, 0, 0});
  } else {
    program_.push_back({function, count, 0.0, 0, 0});
  }
}

Term Term::binary(std::string_view sign, int rank, const Term& a, const Term& b) {
  Term out = a;
  out.append(b);
  out.apply(sign, 2);
  const bool sum = rank == 1;
  // Right of - and / what binds as loosely needs brackets; of a power both sides do.
  const int right = sign == "-" || sign == "/" ? rank + 1 : rank;
  out.text_ = fmt::format("{}{}{}", a.text_at(rank == 4 ? 5 : rank),
                          sum ? fmt::format(" {} ", sign) : std::string(sign), b.text_at(rank == 4 ? 5 : right));
  out.rank_ = rank;
  return out;
}

Term operator-(const Term& a) {
  Term out = a;
  out.apply("-x", 1);
  out.text_ = "-" + a.text_at(3);
  out.rank_ = 3;
  return out;
}

Term Term::call(std::string_view function, std::initializer_list<Term> arguments) {
  Term out;
  std::vector<std::string> texts;
  for (const Term& argument : arguments) {
    out.append(argument);
    texts.push_back(argument.text_);
  }
  out.apply(function, static_cast<int>(arguments.size()));
  out.text_ = fmt::format("{}({})", function, fmt::join(texts, ", "));
  return out;
}

Expression Term::expression() const {
  return Expression()
      .with_program(program_)
      .with_measures(measures_, std::vector<bool>(measures_.size()))
      .with_text(text_);
}

}  // namespace alembert
