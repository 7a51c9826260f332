// Section `controllers:` of the model file: PID controllers and filters.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "model/control_blocks.h"

namespace alembert {
namespace {

double positive(const Fields& fields, std::string_view key) {
  const Node& node = fields.need(key);
  const double value = fields.context().number(node, Quantity::none);
  if (!(value > 0.0)) fields.context().fail(node, fmt::format("`{}` must be positive, not {}", key, value));
  return value;
}

void refuse(const Fields& fields, std::string_view key, std::string_view reason) {
  if (const Node* found = fields.find(key)) fields.context().fail(*found, fmt::format("`{}` {}", key, reason));
}

void check_pid_keys(const Fields& fields) {
  const bool i = fields.has("i"), d = fields.has("d"), rate = fields.has("rate");
  if (!fields.has("p") && !i && !d)
    fields.context().fail(fields.node(), fields.label() + " needs one or more of `p`, `i` and `d`");
  if (!d) {
    refuse(fields, "rate", "needs `d`");
    refuse(fields, "filter", "needs `d`");
  }
  if (rate) refuse(fields, "filter", "cannot stand beside `rate`: it smooths the derivative where none is given");
  if (d && !rate && !fields.has("filter"))
    fields.context().fail(fields.need("d"), "`d` needs `filter`, the time constant of the derivative, or `rate`");
  if (!d || rate) refuse(fields, "initial_input", "needs `d` with `filter`");
  if (!i) {
    refuse(fields, "initial", "needs `i`");
    refuse(fields, "tracking", "needs `i`");
  }
  if (!fields.has("limits")) refuse(fields, "tracking", "needs `limits`");
}

// How fast the integral follows a limited output. The rule of thumb sqrt(Ti Td), Ti = p/i, Td = d/p, is that of Astrom
// and Hagglund, PID Controllers: Theory, Design, and Tuning, 2nd ed. 1995, section 3.5; without derivative Ti is taken.
double tracking_time(const Fields& fields, double p, double i, double d) {
  if (fields.has("tracking")) return positive(fields, "tracking");
  const double time = d != 0.0 ? std::sqrt(d / i) : p / i;
  if (!(time > 0.0) || !std::isfinite(time))
    fields.context().fail(fields.need("limits"),
                          fields.label() + " needs `tracking`: its gains give no time constant to choose for it");
  return time;
}

//   v = p e + x_i + (d/T e - x_d),   x_d' = (d/T e - x_d)/T          or d times the rate that is given
//   y = v limited to lo..hi,         x_i' = i e + (y - v)/T_t
// x_i and x_d are parts of the output, so their errors are errors of the output.
void read_pid(ControlBlock& block, const Fields& fields) {
  const Context& context = fields.context();
  check_pid_keys(fields);
  const double p = fields.number("p", Quantity::none, 0.0), i = fields.number("i", Quantity::none, 0.0),
               d = fields.number("d", Quantity::none, 0.0);
  const bool integral = fields.has("i");
  const Term e = block.add_input("_u", fields.need("input"));
  Sum free, integral_rate;
  free.add(p, e);
  if (integral) free.add(1.0, block.state("_i"));
  if (const Node* rate = fields.find("rate")) {
    free.add(d, block.add_input("_rate", *rate));
  } else if (fields.has("d")) {
    const double T = positive(fields, "filter");
    const Sum part = Sum().add(d / T, e).add(-1.0, block.state("_d"));
    block.add_state("_d", Sum().add(1.0 / T, part), d / T * fields.number("initial_input", Quantity::none, 0.0));
    free.add(1.0, part);
  }
  integral_rate.add(i, e);
  if (const Node* limits = fields.find("limits")) {
    const std::vector<double> range = context.numbers(*limits, 2, Quantity::none);
    if (!(range[0] < range[1]))
      context.fail(*limits,
                   fmt::format("the lower limit must be below the upper one: {} is not below {}", range[0], range[1]));
    const Term v = block.add_variable("_unlimited", free);
    const Term y = block.add_variable("", Sum().add(1.0, min(max(v, range[0]), range[1])));
    if (integral) integral_rate.add(1.0 / tracking_time(fields, p, i, d), Sum().add(1.0, y).add(-1.0, v));
  } else {
    block.add_variable("", free);
  }
  if (integral) block.add_state("_i", integral_rate, fields.number("initial", Quantity::none, 0.0));
}

// With w the frequency and D the damping, each is 1 where it lets pass:
//   order 1:  low_pass w/(s + w)   high_pass s/(s + w)
//   order 2:  low_pass w^2/N       high_pass s^2/N       band_pass 2 D w s/N     notch (s^2 + w^2)/N,
//             N = s^2 + 2 D w s + w^2
void read_filter(ControlBlock& block, const Fields& fields) {
  const std::string kind = *fields.optional_choice("kind");
  const bool low = kind == "low_pass", high = kind == "high_pass", notch = kind == "notch";
  const int order = fields.optional_integer("order").value_or(2);
  if (order != 1 && order != 2) fields.context().fail(fields.need("order"), "`order` must be 1 or 2");
  const double w = positive(fields, "frequency");
  std::vector<double> b, a;  // by rising powers of s
  if (order == 1) {
    refuse(fields, "damping", "needs `order: 2`");
    if (!low && !high) fields.context().fail(fields.need("order"), fmt::format("a {} filter has order 2", kind));
    a = {w, 1.0};
    b = {low ? w : 0.0, high ? 1.0 : 0.0};
  } else {
    const double damping = fields.has("damping") ? positive(fields, "damping") : 0.5 * std::numbers::sqrt2;
    a = {w * w, 2.0 * damping * w, 1.0};
    b = {low || notch ? a[0] : 0.0, kind == "band_pass" ? a[1] : 0.0, high || notch ? 1.0 : 0.0};
  }
  const double start = fields.number("initial_input", Quantity::none, 0.0) / a[0];
  add_linear_block(block, linear_block(b, a), block.add_input("_u", fields.need("input")), start);
}

void read_controller(Draft& draft, const Context& context, const Node& key, const Node& value) {
  ControlBlock block(draft, context, key, "controller");
  const KeyVariants& variants = key_variants("controllers");
  const KeyTable& table = find_variant(context, value, variants, block.label());
  const Fields fields(context, value, table, block.label(), "controllers." + block.name(), &draft.positions, &variants);
  if (table.name == "pid")
    read_pid(block, fields);
  else
    read_filter(block, fields);
}

}  // namespace

void read_controllers(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_controller(draft, inner, key, value);
  });
}

}  // namespace alembert
