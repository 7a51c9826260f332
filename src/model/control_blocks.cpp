#include "model/control_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/names.h"
#include "model/read_expressions.h"

namespace alembert {

Sum& Sum::add(double factor, const Term& term) {
  finite_ = finite_ && std::isfinite(factor);
  if (factor == 0.0) return *this;
  const double size = std::abs(factor);
  if (!sum_)
    sum_ = factor == 1.0 ? term : factor == -1.0 ? -term : factor * term;
  else if (factor > 0.0)
    sum_ = *sum_ + (size == 1.0 ? term : size * term);
  else
    sum_ = *sum_ - (size == 1.0 ? term : size * term);
  return *this;
}

Sum& Sum::add(double factor, const Sum& inner) {
  finite_ = finite_ && inner.finite_;
  return add(factor, inner.term().in_brackets());
}

ControlBlock::ControlBlock(Draft& draft, const Context& context, const Node& key, std::string_view what)
    : draft_(draft), context_(context), key_(key), name_(context.new_name(key, what)) {
  label_ = fmt::format("{} `{}`", what, name_);
}

Term ControlBlock::add_input(const std::string& suffix, const Node& expression) {
  const std::string name = name_ + suffix;
  add_variable(name, read_expression(context_, expression), key_, context_.position(expression));
  return Term::measure("var", {name});
}

Term ControlBlock::add_variable(const std::string& suffix, const Sum& value) {
  const std::string name = name_ + suffix;
  add_variable(name, made(value), key_, context_.position(key_));
  return Term::measure("var", {name});
}

void ControlBlock::add_named_variable(const Node& node, const Sum& value) {
  add_variable(context_.new_name(node, "variable"), made(value), node, context_.position(node));
}

Term ControlBlock::add_state(const std::string& suffix, const Sum& derivative, double initial) {
  StateVariable state;
  state.name = name_ + suffix;
  check_new(state.name, draft_.states, "state", key_);
  state.derivative = made(derivative);
  if (!std::isfinite(initial)) context_.fail(key_, label_ + " starts from a state that is not finite");
  state.initial = initial;
  state.where = context_.position(key_);
  draft_.states.insert(state.name);
  draft_.model.states.push_back(std::move(state));
  return this->state(suffix);
}

void ControlBlock::add_variable(std::string name, Expression expression, const Node& named,
                                const SourcePosition& where) {
  check_new(name, draft_.variables, "variable", named);
  draft_.variables.insert(name);
  draft_.model.variables.push_back({std::move(name), std::move(expression), where});
}

void ControlBlock::check_new(const std::string& name, const std::set<std::string>& known, std::string_view kind,
                             const Node& named) const {
  const std::string problem = name_problem(name);  // it may have become too long
  if (!problem.empty()) context_.fail(named, fmt::format("{} makes the {} `{}`: {}", label_, kind, name, problem));
  if (known.count(name) > 0)
    context_.fail(named, fmt::format("{} makes the {} `{}`, which exists already", label_, kind, name));
}

Expression ControlBlock::made(const Sum& sum) const {
  if (!sum.finite()) context_.fail(key_, label_ + " needs a coefficient that is not a finite number");
  return sum.term().expression();
}

namespace {

// A_0 .. A_n of the Newton polygon of `a`, whose last entry is 1.
std::vector<double> newton_polygon(const std::vector<double>& a) {
  const std::size_t n = a.size() - 1;
  std::vector<double> logs(n + 1, 0.0);
  double slope = 0.0;
  for (std::size_t k = n; k > 0;) {  // from corner to corner: the next one is where the chord rises most
    std::size_t next = k;
    for (std::size_t m = 0; m < k; ++m) {
      if (a[m] == 0.0) continue;
      const double rise = (std::log2(std::abs(a[m])) - logs[k]) / static_cast<double>(k - m);
      if (next == k || rise > slope) {
        next = m;
        slope = rise;
      }
    }
    if (next == k) next = 0;  // integrators: the last slope goes on
    for (std::size_t m = next; m < k; ++m) logs[m] = logs[k] + slope * static_cast<double>(k - m);
    k = next;
  }
  for (double& value : logs) value = std::exp2(value);
  return logs;
}

}  // namespace

LinearBlock linear_block(const std::vector<double>& b, const std::vector<double>& a) {
  const std::size_t n = a.size() - 1;
  LinearBlock out;
  std::vector<double> relative;
  relative.reserve(a.size());
  for (const double value : a) relative.push_back(value / a[n]);
  out.d = b[n] / a[n];
  const std::vector<double> A = newton_polygon(relative);
  constexpr double rounding = 1e-9;  // of logarithms: 4 gives 4
  double influence = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    out.c.push_back(b[k] / a[n] - out.d * relative[k]);
    influence = std::max(std::abs(out.c[k]), influence * A[k + 1] / A[k]);
    out.s.push_back(std::exp2(std::ceil(std::log2(std::max(A[k], influence)) - rounding)));
  }
  relative.pop_back();
  out.a = std::move(relative);
  return out;
}

void add_linear_block(ControlBlock& block, const LinearBlock& linear, const Term& u, double z) {
  const std::size_t n = linear.a.size();
  const auto x = [&](std::size_t k) { return block.state(fmt::format("_x{}", k + 1)); };
  Sum last, output;
  last.add(1.0, u);
  for (std::size_t k = 0; k < n; ++k) {
    last.add(-linear.a[k] / linear.s[k], x(k));
    output.add(linear.c[k] / linear.s[k], x(k));
  }
  output.add(linear.d, u);
  for (std::size_t k = 0; k < n; ++k) {
    const Sum rate = k + 1 < n ? Sum().add(linear.s[k] / linear.s[k + 1], x(k + 1)) : Sum().add(linear.s[k], last);
    block.add_state(fmt::format("_x{}", k + 1), rate, k == 0 ? linear.s[0] * z : 0.0);
  }
  block.add_variable("", output);
}

}  // namespace alembert
