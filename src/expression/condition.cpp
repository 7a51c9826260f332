#include "expression/condition.h"

#include <string_view>

#include "expression/functions.h"

namespace alembert {
namespace {

class MarginMaker {
 public:
  explicit MarginMaker(const Expression& expression) : expression_(expression) {
    const auto program = expression.program();
    for (std::size_t i = 0; i < program.size(); ++i) {
      std::size_t first = i;
      std::vector<std::size_t> arguments(expression.values_taken(program[i]));
      for (std::size_t k = arguments.size(); k-- > 0;) {
        arguments[k] = first - 1;
        first = first_[first - 1];
      }
      first_.push_back(first);
      arguments_.push_back(std::move(arguments));
    }
  }

  std::optional<Condition> make() {
    if (first_.empty()) return std::nullopt;
    const std::size_t root = first_.size() - 1;
    const bool equality = is(root, "==");
    if (!is_condition(root)) return std::nullopt;
    if (equality) {
      copy(first_[root], root);
      apply("-", 2, root);
    } else {
      add_margin(root);
    }
    return Condition{expression_.with_program(std::move(out_)), equality};
  }

 private:
  template <class... Names>
  bool is(std::size_t i, Names... names) const {
    const int operation = expression_.program()[i].operation;
    if (operation < 0) return false;
    const std::string_view name = expression_functions()[static_cast<std::size_t>(operation)].name;
    return ((name == names) || ...);
  }

  bool is_condition(std::size_t i) const {
    if (is(i, "<", "<=", ">", ">=", "==", "!=", "&&", "||", "!")) return true;
    return is(i, "+", "*") && is_condition(arguments_[i][0]) && is_condition(arguments_[i][1]);
  }

  void add_margin(std::size_t i) {
    const bool both = is(i, "&&") || (is(i, "*") && is_condition(i)),
               either = is(i, "||") || (is(i, "+") && is_condition(i));
    if (both || either) {
      add_margin(arguments_[i][0]);
      add_margin(arguments_[i][1]);
      apply(both ? "min" : "max", 2, i);
    } else if (is(i, "!")) {
      add_margin(arguments_[i][0]);
      apply("-x", 1, i);
    } else if (is(i, "<", "<=", ">", ">=")) {
      copy(first_[i], i);
      apply("-", 2, i);
      if (is(i, "<", "<=")) apply("-x", 1, i);
    } else {
      copy(first_[i], i + 1);
      push(0.0, i);
      apply("!=", 2, i);
      push(2.0, i);
      apply("*", 2, i);
      push(1.0, i);
      apply("-", 2, i);
    }
  }

  void copy(std::size_t first, std::size_t end) {
    const auto program = expression_.program();
    out_.insert(out_.end(), program.begin() + static_cast<std::ptrdiff_t>(first),
                program.begin() + static_cast<std::ptrdiff_t>(end));
  }
  // Messages name the part of the text that `of` came from.
  void apply(std::string_view function, int count, std::size_t of) {
    const Instruction& step = expression_.program()[of];
    out_.push_back({find_function(function), count, 0.0, step.begin, step.end});
  }
  void push(double number, std::size_t of) {
    const Instruction& step = expression_.program()[of];
    out_.push_back({push_number, 0, number, step.begin, step.end});
  }

  const Expression& expression_;
  std::vector<std::size_t> first_;                   // of each instruction: where the part that it ends begins,
  std::vector<std::vector<std::size_t>> arguments_;  // and the ends of its arguments
  std::vector<Instruction> out_;
};

}  // namespace

std::optional<Condition> condition_of(const Expression& expression) { return MarginMaker(expression).make(); }

}  // namespace alembert
