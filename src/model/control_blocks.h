// What the control blocks of a model file are made of. A block is a convenience of the file: the reader turns it into
// plain variables and states, and nothing below model/ knows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expression/term.h"
#include "model/draft.h"

namespace alembert {

// A sum c1*a + c2*b - ...; what has the factor 0 is left out.
class Sum {
 public:
  Sum& add(double factor, const Term& term);
  Sum& add(double factor, const Sum& inner);  // factor*(inner)
  Term term() const { return sum_.value_or(0.0); }
  bool finite() const { return finite_; }

 private:
  std::optional<Term> sum_;
  bool finite_ = true;
};

// One block while it is read: adds variables and states whose names begin with its own.
class ControlBlock {
 public:
  // `what` is the block in messages: "transfer function".
  ControlBlock(Draft& draft, const Context& context, const Node& key, std::string_view what);

  const std::string& name() const { return name_; }
  const std::string& label() const { return label_; }  // "transfer function `g`"

  // The user's own expression as variable NAME + suffix, so that errors in it are reported where it stands. What these
  // three give back is how terms refer to it: var(g_u), state(g_x1).
  Term add_input(const std::string& suffix, const Node& expression);
  Term add_variable(const std::string& suffix, const Sum& value);
  Term add_state(const std::string& suffix, const Sum& derivative, double initial);
  // State NAME + suffix, which may be added later.
  Term state(const std::string& suffix) const { return Term::measure("state", {name_ + suffix}); }
  // A variable with a name that the user has chosen at `node`.
  void add_named_variable(const Node& node, const Sum& value);

 private:
  void add_variable(std::string name, Expression expression, const Node& named, const SourcePosition& where);
  void check_new(const std::string& name, const std::set<std::string>& known, std::string_view kind,
                 const Node& named) const;
  Expression made(const Sum& sum) const;

  Draft& draft_;
  const Context& context_;
  const Node& key_;
  std::string name_, label_;
};

// A linear block with one input u, of order n,
//   y/u = (b_n s^n + ... + b_0) / (a_n s^n + ... + a_0),   s in 1/(unit of time), a_n not 0,
// in controllable canonical form, each state multiplied by a scale s_k:
//   x_k' = s_k/s_{k+1} x_{k+1},   x_n' = s_n (u - sum a_{k-1}/(a_n s_k) x_k),   y = sum c_{k-1}/s_k x_k + d u
//   d = b_n/a_n,   c_k = b_k/a_n - d a_k/a_n
// The step size keeps the absolute error of every state at the tolerance. So the scales make each at least as large as
// its part in the input's balance and as its influence on the output, which is then as accurate:
//   s_k = max(A_{k-1}, C_k),   C_k = max(|c_{k-1}|, C_{k-1}/p_k),   p_k = A_{k-1}/A_k
// rounded up to a power of 2, which adds no rounding to the factors. ln A_k is the concave majorant of ln |a_k/a_n|,
// the Newton polygon, and p_k are the sizes of the poles: an error of x_k lives for a time 1/p_k, in which x_{k-1}
// integrates it. Below the lowest a_k that is not 0 (integrators) the last slope goes on, 1 where there is none.
struct LinearBlock {
  std::vector<double> a, c, s;  // a_k/a_n, c_k and s_{k+1}, k = 0 .. n-1
  double d = 0.0;
};
// By rising powers of s, b as long as a.
LinearBlock linear_block(const std::vector<double>& b, const std::vector<double>& a);

// States NAME_x1, ..., NAME_xn and the output NAME. At the start x_1 = s_1 z and the other states are 0: at rest, the
// output is b_0/a_n z and the input a_0/a_n z.
void add_linear_block(ControlBlock& block, const LinearBlock& linear, const Term& u, double z);

}  // namespace alembert
