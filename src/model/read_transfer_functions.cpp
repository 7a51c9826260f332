// Section `transfer_functions:` of the model file.
#include <fmt/format.h>

#include <algorithm>

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

// The z of add_linear_block that gives the output `initial`.
double start_of(const Fields& fields, const Polynomial& b, const Polynomial& a) {
  const Node* initial = fields.find("initial");
  if (initial == nullptr) return 0.0;
  const Context& context = fields.context();
  const double y = context.number(*initial, Quantity::none);
  if (a.size() == 1) context.fail(*initial, fields.label() + " is a mere gain: it has no state to start from");
  if (y == 0.0) return 0.0;
  if (b[0] == 0.0)
    context.fail(*initial, fields.label() + ": with a numerator that ends in 0 the output at rest is always 0");
  return y * a.back() / b[0];
}

void read_transfer_function(Draft& draft, const Context& context, const Node& key, const Node& value) {
  ControlBlock block(draft, context, key, "transfer function");
  const Fields fields(context, value, key_table("transfer_function"), block.label(),
                      "transfer_functions." + block.name(), &draft.positions);
  const Polynomial a = read_denominator(fields);
  const Polynomial b = read_numerator(fields, a);
  const double start = start_of(fields, b, a);
  add_linear_block(block, linear_block(b, a), block.add_input("_u", fields.need("input")), start);
}

}  // namespace

void read_transfer_functions(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_transfer_function(draft, inner, key, value);
  });
}

}  // namespace alembert
