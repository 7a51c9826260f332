// What the control blocks of a model file are made of. A block is a convenience of the file: the reader turns it into
// plain variables and states, and nothing below model/ knows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/draft.h"

namespace alembert {

// The text of a sum c1*a + c2*b - ...; what has the factor 0 is left out.
class Sum {
 public:
  Sum& add(double factor, std::string_view term);
  Sum& add(double factor, const Sum& inner);  // factor*(inner)
  std::string text() const { return text_.empty() ? "0" : text_; }
  bool finite() const { return finite_; }

 private:
  std::string text_;
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
  // three give back is how expressions refer to it: "var(g_u)", "state(g_x1)".
  std::string add_input(const std::string& suffix, const Node& expression);
  std::string add_variable(const std::string& suffix, const Sum& value);
  std::string add_state(const std::string& suffix, const Sum& derivative, double initial);
  // A variable with a name that the user has chosen at `node`.
  void add_named_variable(const Node& node, const Sum& value);

 private:
  void add_variable(std::string name, Expression expression, const Node& named, const SourcePosition& where);
  void check_new(const std::string& name, const std::set<std::string>& known, std::string_view kind,
                 const Node& named) const;
  Expression parse(const Sum& sum) const;

  Draft& draft_;
  const Context& context_;
  const Node& key_;
  std::string name_, label_;
};

// A linear block of order n = a.size() with one input u in controllable canonical form, its time scaled by omega so
// that states, input and output at rest are of comparable size:
//   x_k' = omega x_{k+1},   x_n' = omega (u - a_0 x_1 - ... - a_{n-1} x_n),   y = c_0 x_1 + ... + c_{n-1} x_n + d u
//   that is, with z = s/omega,   y/u = d + (c_0 + ... + c_{n-1} z^{n-1}) / (a_0 + ... + a_{n-1} z^{n-1} + z^n)
struct CanonicalForm {
  double omega = 1.0;
  std::vector<double> a, c;
  double d = 0.0;
};

// States NAME_x1, ..., NAME_xn and the output NAME. It starts with x_1 as given and the other states 0.
void add_canonical_form(ControlBlock& block, const CanonicalForm& form, const std::string& u, double first_state);

}  // namespace alembert
