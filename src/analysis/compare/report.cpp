#include "analysis/compare/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/compare/work_precision.h"

namespace alembert::compare {

namespace {

std::string letter(std::size_t method) {
  return std::string(1, static_cast<char>('A' + static_cast<int>(method % 26)));
}

std::string seconds(double s) {
  if (s < 1e-3) return fmt::format("{:.3g} us", 1e6 * s);
  if (s < 1.0) return fmt::format("{:.3g} ms", 1e3 * s);
  return fmt::format("{:.3g} s", s);
}

// The texts of one report.
class Text {
 public:
  explicit Text(const CompareResult& result) : r_(result) {
    for (const ComparedMethod& m : r_.methods) width_ = std::max(width_, m.label.size());
  }

  std::string whole() {
    head();
    accuracy_table();
    work_table();
    orders();
    const std::string view = work_precision_letters(r_);
    if (!view.empty()) out_ += "\n" + view;
    const std::string advice = recommendation_text(r_);
    if (!advice.empty()) out_ += "\n" + advice;
    return out_;
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  std::string setting(const CompareRow& row) const {
    return fmt::format("{:g}", r_.fixed_step ? row.setting / r_.units.time : row.setting);
  }
  std::string setting_name() const {
    return r_.fixed_step ? fmt::format("step ({})", r_.units.time_name) : "tolerance";
  }
  const char* lambda() const { return order_name(r_, 3); }

  void head() {
    if (!r_.title.empty()) add("{}, ", r_.title);
    add("to t = {:g} {}\n", r_.end / r_.units.time, r_.units.time_name);
    if (r_.reference) {
      const Reference& ref = *r_.reference;
      const RunSizes &u = ref.uncertainty, &s = ref.size;
      add("reference: {}\n  uncertain by  q {:.1e}  v {:.1e}  a {:.1e}  {} {:.1e}\n"
          "  sizes         q {:.1e}  v {:.1e}  a {:.1e}  {} {:.1e}  (q: how far it moved)\n",
          ref.how, u[0], u[1], u[2], lambda(), u[3], s[0], s[1], s[2], lambda(), s[3]);
      if (!r_.reference_failures.empty()) add("  tried in vain: {}\n", r_.reference_failures);
      if (!ref.converged())
        add("  the reference itself has not converged: the motion is chaotic, not smooth, or far from resolved\n");
    } else {
      add("no reference, hence no errors: {}\n", r_.reference_failures.empty() ? "interrupted" : r_.reference_failures);
    }
    if (!r_.multipliers_are_unique)
      add("constraints are redundant and lambda not unique: the constraint forces G'lambda are compared instead\n");
  }

  void begin(const CompareRow& row) {
    add("{} {:<{}} {:>10}", letter(row.method), r_.methods[row.method].label, width_,
        row.run.status == Run::Status::refused ? "-" : setting(row));
  }

  // In place of the numbers of a run that has none.
  void excuse(const CompareRow& row) {
    const Run& run = row.run;
    if (run.status == Run::Status::refused)
      add("  {}\n", run.reason);
    else
      add("  {} at t = {:.6g} {}{}\n", status_name(run.status), run.end_time / r_.units.time, r_.units.time_name,
          run.status == Run::Status::failed ? ": " + run.reason : "");
  }

  void accuracy_table() {
    add("\n  {:<{}} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "method", width_, setting_name(), "error q", "v",
        "a", lambda(), "energy", "CPU");
    bool hidden = false;
    std::size_t refused = r_.methods.size();
    for (const CompareRow& row : r_.rows) {
      if (row.run.status == Run::Status::refused && refused == row.method) continue;  // once a method is enough
      if (row.run.status == Run::Status::refused) refused = row.method;
      begin(row);
      if (row.run.status != Run::Status::done) {
        excuse(row);
        continue;
      }
      for (std::size_t i = 0; i < kQuantities; ++i) {
        hidden = hidden || (row.error && row.hidden[i]);
        if (row.error)
          add(" {}{:.2e}", row.hidden[i] ? '~' : ' ', (*row.error)[i]);
        else
          add(" {:>9}", "-");
      }
      add("  {:.2e} {:>9}\n", row.run.energy_error, seconds(row.run.cpu_seconds));
    }
    add("errors: 2-norms at the end (SI); energy: what the method adds or removes, averaged over time (J)\n");
    if (hidden) add("~: less than {:g} times the reference's uncertainty: not an error to rely on\n", kClear);
  }

  void work_table() {
    add("\n  {:<{}} {:>10} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8}\n", "method", width_, setting_name(), "violation",
        "velocity", "accel.", "steps", "rejected", "Newton", "factor.");
    for (const CompareRow& row : r_.rows) {
      if (row.run.status != Run::Status::done) continue;
      begin(row);
      const RunStatistics& s = row.run.statistics;
      add("  {:.2e}  {:.2e}  {:.2e} {:>8} {:>8} {:>8} {:>8}\n", s.max_position_violation, s.max_velocity_violation,
          s.max_acceleration_violation, s.steps, s.rejected_steps, s.newton_iterations, s.factorizations);
    }
    add("violation: the largest of the constraints, their rates and second rates, over all steps (SI)\n");
  }

  void orders() {
    add("\n  {:<{}} {:>10} {:>9} {:>9} {:>9} {:>9}\n", r_.fixed_step ? "order" : "order in tolerance",
        std::max(width_, r_.fixed_step ? std::size_t{0} : std::size_t{18}), "q", "v", "a", lambda(), "energy");
    std::string notes;
    const std::size_t width = std::max(width_, r_.fixed_step ? std::size_t{0} : std::size_t{18});
    for (std::size_t k = 0; k < r_.methods.size(); ++k) {
      const ComparedMethod& m = r_.methods[k];
      if (!r_.any_done(k)) continue;
      add("{} {:<{}}", letter(k), m.label, width + 2);
      for (const ObservedOrder& o : m.orders) add(" {:>9}", order_text(o));
      add("\n");
      for (const std::string& note : order_notes(r_, k)) notes += "  " + note + "\n";
    }
    out_ += notes;
  }

  static std::string order_text(const ObservedOrder& o) {
    return o.order ? fmt::format("{:.2f}{}", *o.order, o.points < 3 ? "?" : "") : "-";
  }

  const CompareResult& r_;
  std::size_t width_ = 6;
  std::string out_;
};

std::string cost_sentence(const CompareResult& r, const MethodCost& c) {
  const double unit = r.fixed_step ? r.units.time : 1.0;
  const std::string setting = fmt::format("{} {:.2g}{}", r.fixed_step ? "step" : "tolerance", c.setting / unit,
                                          r.fixed_step ? " " + r.units.time_name : "");
  std::string out = fmt::format("{} takes {}{} ({})", r.methods[c.method].label, c.at_most ? "at most " : "",
                                seconds(*c.cpu_seconds), setting);
  if (const CompareRow* row = r.nearest_row(c.method, c.setting))
    out += fmt::format("; there velocity constraints are off by {:.1e}, energy by {:.1e} J",
                       row->run.statistics.max_velocity_violation, row->run.energy_error);
  return out;
}

}  // namespace

const char* order_name(const CompareResult& r, std::size_t quantity) {
  return quantity == 3 && !r.multipliers_are_unique ? "G'lambda" : kOrderNames[quantity];
}

std::vector<std::string> order_notes(const CompareResult& r, std::size_t method) {
  const ComparedMethod& m = r.methods[method];
  std::vector<std::string> out;
  std::array<bool, kOrders> said{};
  for (std::size_t i = 0; i < kOrders; ++i) {
    if (said[i] || m.orders[i].note.empty() || (!r.reference && i < kQuantities)) continue;
    std::vector<std::string> alike;
    for (std::size_t j = i; j < kOrders; ++j) {
      if (m.orders[j].note.empty() || m.orders[j].verdict != m.orders[i].verdict) continue;
      said[j] = true;
      if (j > i) alike.emplace_back(order_name(r, j));
    }
    out.push_back(fmt::format("{}, {}: {}{}{}", m.label, order_name(r, i),
                              m.orders[i].order ? "" : "no order: ", m.orders[i].note,
                              alike.empty() ? "" : fmt::format(" ({} alike)", fmt::join(alike, ", "))));
  }
  return out;
}

std::string report_text(const CompareResult& result) { return Text(result).whole(); }

std::string recommendation_goal(const CompareResult& r) {
  const Recommendation& a = *r.recommendation;
  const char* origin = a.accuracy_given   ? "as asked"
                       : a.reached_by_all ? "the middle of what all methods reach; --accuracy E asks for another"
                                          : "between what the methods reach; --accuracy E asks for another";
  return fmt::format("errors of q up to {:.2g} at the end ({})", a.accuracy, origin);
}

std::string recommendation_choice(const CompareResult& r) {
  const Recommendation& a = *r.recommendation;
  if (!a.reached()) {
    std::string out = "none of these runs reaches it";
    if (!a.costs.empty())
      out += fmt::format("; {} comes nearest with {:.2g}: try {}", r.methods[a.costs.front().method].label,
                         a.costs.front().best_error, r.fixed_step ? "smaller steps" : "smaller tolerances");
    return out;
  }
  const std::string& first = r.methods[a.costs.front().method].label;
  if (a.best > 1) {
    std::vector<std::string> same;
    for (std::size_t k = 0; k < a.best; ++k) same.push_back(r.methods[a.costs[k].method].label);
    return fmt::format("{}: the same cost within timing noise ({:.0f} %); choose by what else they hold",
                       fmt::join(same, " or "), 100.0 * kTimingNoise);
  }
  if (a.costs.size() > 1 && a.costs[1].cpu_seconds)
    return fmt::format("{}: {:.1f} times faster than {}", first, a.speedup, r.methods[a.costs[1].method].label);
  return fmt::format("{}: the only one {}", first, a.costs.size() > 1 ? "that reaches it" : "with results");
}

std::string recommendation_text(const CompareResult& r) {
  if (!r.recommendation) return !r.any_done() || !r.reference ? "" : fmt::format("recommendation: {}\n", kNothingClear);
  const Recommendation& a = *r.recommendation;
  std::string out = fmt::format("recommendation for {}:\n  {}\n", recommendation_goal(r), recommendation_choice(r));
  if (!a.reached()) return out;
  for (const MethodCost& c : a.costs) {
    if (c.cpu_seconds)
      out += "  - " + cost_sentence(r, c) + "\n";
    else
      out += fmt::format("  - {} does not reach it: {:.2g} at best\n", r.methods[c.method].label, c.best_error);
  }
  return out;
}

}  // namespace alembert::compare
