#include "expression/expression.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/suggest.h"
#include "expression/evaluate_as.h"
#include "expression/functions.h"

namespace alembert {

bool Expression::keeps_units() const {
  constexpr std::array kept{"+", "-", "-x", "abs", "min", "max"};
  return std::all_of(program_.begin(), program_.end(), [&](const Instruction& i) {
    if (i.operation < 0) return i.operation == push_number || i.operation == push_measure;
    const std::string_view name = expression_functions()[static_cast<std::size_t>(i.operation)].name;
    return std::find(kept.begin(), kept.end(), name) != kept.end();
  });
}

std::size_t Expression::values_taken(const Instruction& step) const {
  if (step.operation >= 0) return static_cast<std::size_t>(step.operand);
  if (step.operation == apply_spline) return 1;
  if (step.operation != apply_user) return 0;
  return static_cast<std::size_t>(user_functions_[static_cast<std::size_t>(step.operand)]->arguments());
}

Expression Expression::inlined(std::span<const Expression* const> replacements) const {
  Expression out;
  out.text_ = text_;
  out.uses_time_ = uses_time_;
  const auto measure = [&](const Measure& m) {
    for (std::size_t k = 0; k < out.measures_.size(); ++k)
      if (out.measures_[k].name == m.name && out.measures_[k].arguments == m.arguments) return static_cast<int>(k);
    out.measures_.push_back(m);
    return static_cast<int>(out.measures_.size()) - 1;
  };
  const auto append = [&](const Expression& from, Instruction step) {
    if (step.operation == push_measure) {
      step.operand = measure(from.measures_[static_cast<std::size_t>(step.operand)]);
    } else if (step.operation == apply_spline) {
      out.splines_.push_back(from.splines_[static_cast<std::size_t>(step.operand)]);
      step.operand = static_cast<int>(out.splines_.size()) - 1;
    } else if (step.operation == apply_user) {
      out.user_functions_.push_back(from.user_functions_[static_cast<std::size_t>(step.operand)]);
      step.operand = static_cast<int>(out.user_functions_.size()) - 1;
    }
    out.program_.push_back(step);
  };
  out.inputs_ = inputs_;
  for (const Instruction& step : program_) {
    const Expression* by =
        step.operation == push_measure ? replacements[static_cast<std::size_t>(step.operand)] : nullptr;
    if (by == nullptr) {
      append(*this, step);
      continue;
    }
    out.uses_time_ = out.uses_time_ || by->uses_time_;
    if (by->inputs_) out.inputs_ = by->inputs_;
    for (Instruction inner : by->program_) {
      inner.begin = step.begin;
      inner.end = step.end;
      append(*by, inner);
    }
    if (by->program_.empty()) append(*this, {push_number, 0, 0.0, step.begin, step.end});
  }
  out.count_stack();
  if (out.stack_needed_ > expression_stack_size || out.program_.size() > std::size_t{expression_length_limit})
    throw ModelError({}, "`" + text_ + "` is too long with the variables it refers to written out");
  return out;
}

void Expression::count_stack() {
  int height = 0;
  stack_needed_ = 0;
  for (const Instruction& step : program_) {
    height += 1 - static_cast<int>(values_taken(step));
    stack_needed_ = std::max(stack_needed_, height);
  }
}

Expression Expression::with_program(std::vector<Instruction> program) const {
  Expression out = *this;
  out.program_ = std::move(program);
  out.uses_time_ = std::any_of(out.program_.begin(), out.program_.end(), [](const Instruction& step) {
    return step.operation == push_time || step.operation == push_input;
  });
  out.count_stack();
  if (out.stack_needed_ > expression_stack_size || out.program_.size() > std::size_t{expression_length_limit})
    throw ModelError({}, "`" + text_ + "` is too long");
  return out;
}

Expression Expression::part(std::size_t first, std::size_t end) const {
  return with_program(
      {program_.begin() + static_cast<std::ptrdiff_t>(first), program_.begin() + static_cast<std::ptrdiff_t>(end)});
}

Expression Expression::with_inputs(std::span<const std::string> names,
                                   std::shared_ptr<const InputSignals> signals) const {
  Expression out = *this;
  out.measures_.clear();
  std::vector<int> place;  // of each measure among those that stay; -1 - n: input n
  for (const Measure& m : measures_) {
    if (m.name != "input") {
      place.push_back(static_cast<int>(out.measures_.size()));
      out.measures_.push_back(m);
      continue;
    }
    const auto found = std::find(names.begin(), names.end(), m.arguments[0]);
    if (found == names.end())
      throw ModelError(m.where, "there is no input `" + m.arguments[0] + "`" +
                                    did_you_mean(m.arguments[0], {names.begin(), names.end()}));
    place.push_back(-1 - static_cast<int>(found - names.begin()));
    out.inputs_ = signals;
    out.uses_time_ = true;
  }
  for (Instruction& step : out.program_) {
    if (step.operation != push_measure) continue;
    const int at = place[static_cast<std::size_t>(step.operand)];
    step.operation = at < 0 ? push_input : push_measure;
    step.operand = at < 0 ? -1 - at : at;
  }
  return out;
}

Expression Expression::with_measures(std::vector<Measure> measures, const std::vector<bool>& negative) const {
  std::vector<Instruction> program;
  for (const Instruction& step : program_) {
    program.push_back(step);
    if (step.operation == push_measure && negative[static_cast<std::size_t>(step.operand)])
      program.push_back({row_of("-x"), 1, 0.0, step.begin, step.end});
  }
  Expression out = with_program(std::move(program));
  out.measures_ = std::move(measures);
  return out;
}

Expression Expression::negated() const {
  std::vector<Instruction> program = program_;
  const int end = static_cast<int>(text_.size());
  if (program.empty()) program.push_back({push_number, 0, 0.0, 0, end});
  program.push_back({row_of("-x"), 1, 0.0, 0, end});
  return with_program(std::move(program));
}

Expression Expression::with_text(std::string text) const {
  Expression out = *this;
  for (Instruction& step : out.program_) {
    step.begin = 0;
    step.end = static_cast<int>(text.size());
  }
  out.text_ = std::move(text);
  return out;
}

double Expression::evaluate(double time, std::span<const double> leaves) const {
  return evaluate_as<double>(time, leaves);
}

// Reverse mode. Every value is used once, by one function: w_i = d(that function)/d(value i) is all there is to keep.
// Forward, the w_i are noted beside the values; backward, adjoint_i = adjoint of the user * w_i, and as users come
// before their arguments in the reversed program, a stack of adjoints suffices.
double Expression::gradient(double time, std::span<const double> leaves, std::span<double> d_leaves,
                            double& d_time) const {
  std::fill(d_leaves.begin(), d_leaves.end(), 0.0);
  d_time = 0.0;
  if (program_.empty()) return 0.0;
  std::array<double, expression_length_limit> weight;  // the parser has checked that these suffice
  std::array<double, expression_stack_size> stack;
  std::array<int, expression_stack_size> source;  // of each value on the stack: its instruction,
  std::array<bool, expression_stack_size> fixed;  // and whether that is a number
  std::array<double, expression_stack_size> partial;
  const ExpressionFunction* const functions = expression_functions().data();
  std::size_t height = 0;
  const int length = static_cast<int>(program_.size());
  const auto weigh = [&](std::size_t place, double w) { weight[static_cast<std::size_t>(source[place])] = w; };
  for (int i = 0; i < length; ++i) {
    const Instruction& step = program_[static_cast<std::size_t>(i)];
    const auto operand = static_cast<std::size_t>(step.operand);
    double value = 0.0;
    switch (step.operation) {
      case push_number:
        value = step.number;
        break;
      case push_time:
        value = time;
        break;
      case push_measure:
        value = leaves[operand];
        break;
      case push_input:
        value = (*inputs_)[operand].at(time);
        break;
      // The operators that formulas are full of, without a call.
      case row_of("+"):
        height -= 2;
        value = stack[height] + stack[height + 1];
        weigh(height, 1.0);
        weigh(height + 1, 1.0);
        break;
      case row_of("-"):
        height -= 2;
        value = stack[height] - stack[height + 1];
        weigh(height, 1.0);
        weigh(height + 1, -1.0);
        break;
      case row_of("*"):
        height -= 2;
        value = stack[height] * stack[height + 1];
        weigh(height, stack[height + 1]);
        weigh(height + 1, stack[height]);
        break;
      case row_of("/"):
        height -= 2;
        value = stack[height] / stack[height + 1];
        weigh(height, 1.0 / stack[height + 1]);
        weigh(height + 1, -value / stack[height + 1]);
        break;
      case row_of("-x"):
        value = -stack[--height];
        weigh(height, -1.0);
        break;
      case apply_spline: {
        const SplineUse& use = splines_[operand];
        const Dual<1> y = use.spline->value(use.kind, Dual<1>::variable(stack[--height], 0));
        weigh(height, y.d[0]);
        value = y.value;
        break;
      }
      default: {
        const std::size_t count = values_taken(step);
        height -= count;
        const std::span<const double> arguments(&stack[height], count);
        const std::span<double> partials(partial.data(), count);
        value = step.operation == apply_user
                    ? user_functions_[operand]->gradient(arguments, partials)
                    : functions[step.operation].partials(arguments, {&fixed[height], count}, partials);
        for (std::size_t k = 0; k < count; ++k) weigh(height + k, partial[k]);
      }
    }
    stack[height] = value;
    fixed[height] = step.operation == push_number;
    source[height++] = i;
  }
  const double value = stack[0];
  stack[0] = weight[program_.size() - 1] = 1.0;
  for (std::size_t i = program_.size(); i-- > 0;) {
    const Instruction& step = program_[i];
    --height;
    if (step.operation == push_number) continue;
    const double adjoint = times(stack[height], weight[i]);
    if (step.operation == push_time) {
      d_time += adjoint;
    } else if (step.operation == push_input) {
      d_time += times(adjoint, (*inputs_)[static_cast<std::size_t>(step.operand)].at(Dual<1>::variable(time, 0)).d[0]);
    } else if (step.operation == push_measure) {
      d_leaves[static_cast<std::size_t>(step.operand)] += adjoint;
    } else {
      for (std::size_t k = values_taken(step); k > 0; --k) stack[height++] = adjoint;
    }
  }
  return value;
}

// Duals of duals: the outer direction is row i, the inner ones are some columns; the rest follows by symmetry.
void Expression::second_derivatives(double time, std::span<const double> leaves, std::span<double> gradient,
                                    std::span<double> hessian) const {
  constexpr std::size_t columns = 4;
  using Inner = Dual<static_cast<int>(columns)>;
  using Outer = Dual<1, Inner>;
  const std::size_t n = leaves.size() + 1;  // time comes last
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t first = 0; first <= i; first += columns) {
      const auto seed = [&](std::size_t k) {
        Outer x(k + 1 == n ? time : leaves[k]);
        if (k == i) x.d[0] = 1.0;
        if (k >= first && k < first + columns) x.value.d[k - first] = 1.0;
        return x;
      };
      const Outer y = run<Outer>(seed(n - 1), seed);
      gradient[i] = y.d[0].value;
      for (std::size_t j = first; j < std::min(first + columns, i + 1); ++j) {
        hessian[i * n + j] = hessian[j * n + i] = y.d[0].d[j - first];
      }
    }
  }
}

}  // namespace alembert
