// Section `transfer_functions:` of the model file.
//
//   y/u = (b_n s^n + ... + b_0) / (a_n s^n + ... + a_0),   s in 1/(unit of time)
//
// becomes the canonical form of control_blocks.h with z = s/omega: d = b_n/a_n, and divided by a_n omega^n
//   a'_k = a_k / (a_n omega^(n-k)),   c_k = (b_k - d a_k) / (a_n omega^(n-k))
// omega = |a_m/a_n|^(1/(n-m)) of the lowest a_m that is not 0 makes |a'_m| = 1; where there is none (1/s^n), omega = 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/control_blocks.h"

namespace alembert {
namespace {

// By rising powers of s.
using Polynomial = std::vector<double>;

Polynomial read_polynomial(const Context& context, const Node& node) {
  if (!node.is(Node::Kind::list) || node.items.empty())
    context.fail(node, "expected a list of one or more coefficients by falling powers of s, found " + describe(node));
  Polynomial out;
  for (const Node& item : node.items) out.push_back(context.number(item, Quantity::none));
  std::reverse(out.begin(), out.end());
  return out;
}

Polynomial read_denominator(const Fields& fields) {
  const Context& context = fields.context();
  const Node& node = fields.need("denominator");
  Polynomial a = read_polynomial(context, node);
  if (a.back() != 0.0) return a;
  if (std::all_of(a.begin(), a.end(), [](double c) { return c == 0.0; }))
    context.fail(node, fields.label() + ": the denominator must not be 0");
  context.fail(node.items[0], fmt::format("{}: the first coefficient of the denominator, that of s^{}, must not be 0",
                                          fields.label(), a.size() - 1));
}

// Of the same length as the denominator `a`.
Polynomial read_numerator(const Fields& fields, const Polynomial& a) {
  const Node& node = fields.need("numerator");
  Polynomial b = read_polynomial(fields.context(), node);
  while (b.size() > 1 && b.back() == 0.0) b.pop_back();
  if (b.size() > a.size())
    fields.context().fail(node, fmt::format("{} is improper: its numerator has degree {}, its denominator {}; the "
                                            "output would take derivatives of the input",
                                            fields.label(), b.size() - 1, a.size() - 1));
  b.resize(a.size(), 0.0);
  return b;
}

double time_scale(const Polynomial& a) {
  const std::size_t n = a.size() - 1;
  for (std::size_t m = 0; m < n; ++m)
    if (a[m] != 0.0) return std::pow(std::abs(a[m] / a[n]), 1.0 / static_cast<double>(n - m));
  return 1.0;
}

CanonicalForm canonical_form(const Polynomial& b, const Polynomial& a) {
  const std::size_t n = a.size() - 1;
  CanonicalForm out;
  out.omega = time_scale(a);
  out.d = b[n] / a[n];
  for (std::size_t k = 0; k < n; ++k) {
    const double scale = a[n] * std::pow(out.omega, static_cast<double>(n - k));
    out.a.push_back(a[k] / scale);
    out.c.push_back((b[k] - out.d * a[k]) / scale);
  }
  return out;
}

// At rest y = b_0/(a_n omega^n) x_1, whether or not a_0 is 0.
double first_state(const Fields& fields, const Polynomial& b, const Polynomial& a, double omega) {
  const Node* initial = fields.find("initial");
  if (initial == nullptr) return 0.0;
  const Context& context = fields.context();
  const double y = context.number(*initial, Quantity::none);
  if (a.size() == 1) context.fail(*initial, fields.label() + " is a mere gain: it has no state to start from");
  if (y == 0.0) return 0.0;
  if (b[0] == 0.0)
    context.fail(*initial, fields.label() + ": with a numerator that ends in 0 the output at rest is always 0");
  const double x = y * a.back() * std::pow(omega, static_cast<double>(a.size() - 1)) / b[0];
  if (!std::isfinite(x)) context.fail(*initial, fields.label() + ": no finite state gives this output");
  return x;
}

void read_transfer_function(Draft& draft, const Context& context, const Node& key, const Node& value) {
  ControlBlock block(draft, context, key, "transfer function");
  const Fields fields(context, value, key_table("transfer_function"), block.label(),
                      "transfer_functions." + block.name(), &draft.positions);
  const Polynomial a = read_denominator(fields);
  const Polynomial b = read_numerator(fields, a);
  const CanonicalForm form = canonical_form(b, a);
  if (!(form.omega > 0.0) || !std::isfinite(form.omega))
    context.fail(fields.need("denominator"), block.label() + ": the coefficients are too far apart in size");
  const double start = first_state(fields, b, a, form.omega);
  const std::string u = block.add_input("_u", fields.need("input"));
  add_canonical_form(block, form, u, start);
}

}  // namespace

void read_transfer_functions(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_transfer_function(draft, inner, key, value);
  });
}

}  // namespace alembert
