#include "analysis/compare/page.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>

#include "analysis/compare/report.h"
#include "analysis/compare/work_precision.h"

namespace alembert::compare {

namespace {

using report::Cell;
using report::Judged;
using report::Number;
using report::Section;
using report::Table;

// What an observed slope may differ from theory by: half of the scatter that still counts as one slope.
double tolerance_of_orders(bool fixed_step) { return 0.5 * (fixed_step ? kStepLimits : kToleranceLimits).scatter; }

// Three digits tell all that timing and errors hold.
Cell rounded_cell(double x) { return fmt::format("{:.3g}", x); }

class Page {
 public:
  explicit Page(const CompareResult& result) : r_(result) {}

  report::Document build() {
    recommendation();
    work_and_precision();
    orders();
    errors();
    energy();
    violations();
    cost();
    failures();
    settings();
    return std::move(document_);
  }

 private:
  double shown(double setting) const { return r_.fixed_step ? setting / r_.units.time : setting; }
  std::string setting_name() const {
    return r_.fixed_step ? fmt::format("step ({})", r_.units.time_name) : "tolerance";
  }
  const std::string& label(std::size_t method) const { return r_.methods[method].label; }
  std::string lambda() const { return order_name(r_, 3); }

  // One series a method with runs that came to the end, so that a method has the same colour in every chart.
  plot::Chart over_settings(const std::string& title, const plot::Axis& y,
                            const std::function<double(const CompareRow&)>& value) const {
    plot::Chart chart;
    chart.title = title + (r_.fixed_step ? " over the step" : " over the tolerance");
    chart.x = {r_.fixed_step ? "step" : "tolerance", r_.fixed_step ? r_.units.time_name : "", true};
    chart.y = y;
    bool zeros = false;
    for (std::size_t k = 0; k < r_.methods.size(); ++k) {
      if (!r_.any_done(k)) continue;
      plot::Series line;
      line.name = label(k);
      line.style = plot::Style::both;
      for (const CompareRow& row : r_.rows)
        if (row.method == k && row.run.status == Run::Status::done) {
          line.x.push_back(shown(row.setting));
          line.y.push_back(value(row));
          zeros = zeros || line.y.back() == 0.0;
        }
      chart.series.push_back(std::move(line));
    }
    if (zeros) chart.note = "Values that are exactly zero are not on the logarithmic axis.";
    return chart;
  }

  void recommendation() {
    Section& s = document_.add("Recommendation");
    if (r_.interrupted) s.judge(false, "The comparison was interrupted: what was done until then is shown.");
    if (!r_.any_done()) return s.judge(false, "No run came to its end; the reasons are below.");
    if (!r_.reference)
      return s.judge(false, "There is no reference and so there are no errors: " + failures_of_reference());
    if (!r_.recommendation) return s.judge(std::nullopt, fmt::format("Recommended: {}.", kNothingClear));
    const Recommendation& a = *r_.recommendation;
    s.judge(a.reached() ? report::Judgement(true) : std::nullopt, recommendation_choice(r_));
    s.say(fmt::format(
        "The cheapest way to {}, by the processor time of the integration, interpolated between the runs on "
        "logarithmic paper. Costs that differ by less than {:.0f} % count as equal.",
        recommendation_goal(r_), 100.0 * kTimingNoise));
    Table t{"What led to it",
            {"method", "CPU time for this accuracy (ms)", "times the cheapest", "at " + setting_name(),
             "velocity constraints off by", "energy error (J)", "holds"},
            {}};
    for (const MethodCost& c : a.costs) t.rows.push_back(cost_row(c, a));
    s.blocks.push_back(std::move(t));
  }

  std::vector<Cell> cost_row(const MethodCost& c, const Recommendation& a) const {
    const std::string& holds = r_.methods[c.method].enforces;
    if (!c.cpu_seconds)
      return {label(c.method),
              Judged{fmt::format("not reached: {:.2g} at best", c.best_error), false},
              "",
              "",
              "",
              "",
              holds};
    std::vector<Cell> row{label(c.method), fmt::format("{:.3g}{}", 1e3 * *c.cpu_seconds, c.at_most ? " at most" : ""),
                          rounded_cell(*c.cpu_seconds / *a.costs.front().cpu_seconds), rounded_cell(shown(c.setting))};
    const CompareRow* near = r_.nearest_row(c.method, c.setting);
    row.push_back(near ? rounded_cell(near->run.statistics.max_velocity_violation) : Cell(""));
    row.push_back(near ? rounded_cell(near->run.energy_error) : Cell(""));
    row.push_back(holds);
    return row;
  }

  void work_and_precision() {
    if (!r_.reference || !r_.any_done()) return;
    plot::Chart chart = work_precision_chart(r_);
    std::erase_if(chart.series, [](const plot::Series& s) { return s.x.empty(); });
    chart.title = "Error of the positions at the end over processor time";
    chart.note = fmt::format("Lower left is better. Errors below {:.2g} are hidden by the reference's own uncertainty.",
                             kClear * r_.reference->uncertainty[0]);
    document_.add("Work and precision").blocks.push_back(std::move(chart));
  }

  void orders() {
    if (!r_.any_done()) return;
    Section& s = document_.add("Orders");
    s.say(r_.fixed_step
              ? "The slope of log error over log step: with order 2, half the step leaves a quarter of the error."
              : "The slope of log error over log tolerance: a method of order p falls with the power p/(p+1), 0.67 for "
                "order 2.");
    Table t{"Observed orders", {"method", "in theory", "q", "v", "a", lambda(), "energy"}, {}};
    for (std::size_t k = 0; k < r_.methods.size(); ++k) {
      if (!r_.any_done(k)) continue;
      const ComparedMethod& m = r_.methods[k];
      std::vector<Cell> row{m.label, theory(m)};
      for (std::size_t i = 0; i < kOrders; ++i)
        row.push_back(order_cell(m.orders[i], i < kQuantities ? m.order_in_theory : std::nullopt));
      t.rows.push_back(std::move(row));
    }
    s.blocks.push_back(std::move(t));
    judge_orders(s);
    for (std::size_t k = 0; k < r_.methods.size(); ++k)
      if (r_.any_done(k))
        for (const std::string& note : order_notes(r_, k)) s.judge(std::nullopt, note);
  }

  Cell theory(const ComparedMethod& m) const {
    if (!m.order_in_theory) return "variable";
    const double p = *m.order_in_theory;
    return Number{r_.fixed_step ? p : p / (p + 1.0)};
  }

  Cell order_cell(const ObservedOrder& o, std::optional<int> in_theory) const {
    if (!o.order) {
      const bool scattered = o.verdict != ObservedOrder::Verdict::too_few;
      return Judged{scattered ? "meaningless" : "unknown", std::nullopt, o.note};
    }
    return Judged{fmt::format("{:.2f}{}", *o.order, o.points < 3 ? " ?" : ""),
                  judged_order(*o.order, in_theory, r_.fixed_step), o.note};
  }

  // One sentence for all methods that do what they should, one for each that does not.
  void judge_orders(Section& s) const {
    std::vector<std::string> kept;
    for (std::size_t k = 0; k < r_.methods.size(); ++k) {
      const ComparedMethod& m = r_.methods[k];
      std::vector<std::string> below;
      bool any = false;
      for (std::size_t i = 0; i < kQuantities; ++i) {
        if (!m.orders[i].order) continue;
        const report::Judgement good = judged_order(*m.orders[i].order, m.order_in_theory, r_.fixed_step);
        any = any || good;
        if (good && !*good) below.push_back(fmt::format("{} {:.2f}", order_name(r_, i), *m.orders[i].order));
      }
      if (!below.empty())
        s.judge(false, fmt::format("{} falls short of its order: {}. Steps may be too coarse for it, or the motion not "
                                   "smooth enough.",
                                   m.label, fmt::join(below, ", ")));
      else if (any)
        kept.push_back(m.label);
    }
    if (!kept.empty())
      s.judge(true, fmt::format("As theory says, wherever an order was found: {}.", fmt::join(kept, ", ")));
  }

  void errors() {
    if (!r_.reference || !r_.any_done()) return;
    Section& s = document_.add("Errors");
    s.say(
        "2-norms of the differences from the reference at the end, in SI units. Rotations differ by their rotation "
        "vector.");
    if (!r_.multipliers_are_unique)
      s.say("Constraints are redundant and lambda is not unique: the constraint forces G'lambda are compared instead.");
    for (std::size_t i = 0; i < kQuantities; ++i)
      s.blocks.push_back(over_settings(fmt::format("Error of {}", order_name(r_, i)),
                                       {fmt::format("error of {}", order_name(r_, i)), "", true},
                                       [i](const CompareRow& row) {
                                         return row.error ? (*row.error)[i] : std::numeric_limits<double>::quiet_NaN();
                                       }));
    Table t{
        fmt::format("Errors; ~ is less than {:g} times the reference's uncertainty: not an error to rely on", kClear),
        {"method", setting_name(), "q", "v", "a", lambda(), "energy (J)"},
        {}};
    for (const CompareRow& row : r_.rows) {
      if (!row.error) continue;
      std::vector<Cell> cells{label(row.method), Number{shown(row.setting)}};
      for (std::size_t i = 0; i < kQuantities; ++i)
        cells.push_back(row.hidden[i] ? Cell(fmt::format("{:.2e} ~", (*row.error)[i])) : rounded_cell((*row.error)[i]));
      cells.push_back(rounded_cell(row.run.energy_error));
      t.rows.push_back(std::move(cells));
    }
    s.blocks.push_back(std::move(t));
  }

  void energy() {
    if (!r_.any_done()) return;
    Section& s = document_.add("Energy");
    s.say(
        "What the method itself adds or removes: |E(t) - E(0) - work of applied forces + dissipation|, averaged over "
        "time.");
    s.blocks.push_back(over_settings("Energy error", {"energy error", "J", true},
                                     [](const CompareRow& row) { return row.run.energy_error; }));
  }

  void violations() {
    if (!r_.any_done()) return;
    Section& s = document_.add("Constraint violations");
    s.say(
        "The largest residual of the constraints over all accepted steps, in SI units. A method that holds a level "
        "keeps "
        "it near rounding at every step size; where it does not, the violation falls with the step.");
    const std::pair<const char*, double RunStatistics::*> levels[] = {
        {"Positions", &RunStatistics::max_position_violation},
        {"Velocities", &RunStatistics::max_velocity_violation},
        {"Accelerations", &RunStatistics::max_acceleration_violation}};
    for (const auto& [name, value] : levels)
      s.blocks.push_back(over_settings(fmt::format("{}: largest violation", name), {"violation", "", true},
                                       [value](const CompareRow& row) { return row.run.statistics.*value; }));
  }

  void cost() {
    if (!r_.any_done()) return;
    Table t{"",
            {"method", setting_name(), "steps", "rejected", "Newton iterations", "Jacobians", "factorisations",
             "CPU time (ms)", "CPU time a step (us)"},
            {}};
    for (const CompareRow& row : r_.rows) {
      if (row.run.status != Run::Status::done) continue;
      const RunStatistics& n = row.run.statistics;
      const auto count = [](auto x) { return Number{static_cast<double>(x)}; };
      t.rows.push_back({label(row.method), Number{shown(row.setting)}, count(n.steps), count(n.rejected_steps),
                        count(n.newton_iterations), count(n.jacobian_evaluations), count(n.factorizations),
                        rounded_cell(1e3 * row.run.cpu_seconds),
                        rounded_cell(1e6 * row.run.cpu_seconds / static_cast<double>(n.steps))});
    }
    Section& s = document_.add("Cost");
    s.say("Processor time of the integration alone: the least of several runs without any measuring.");
    s.blocks.push_back(std::move(t));
  }

  void failures() {
    Section& s = document_.add("Failed and refused runs");
    Table t{"", {"method", setting_name(), "what", "reached (" + r_.units.time_name + ")", "reason"}, {}};
    std::size_t refused = r_.methods.size();
    for (const CompareRow& row : r_.rows) {
      const Run& run = row.run;
      const bool refusal = run.status == Run::Status::refused;
      if (run.status == Run::Status::done || (refusal && refused == row.method)) continue;  // once a method is enough
      if (refusal) refused = row.method;
      t.rows.push_back({label(row.method), refusal ? Cell("all") : Cell(Number{shown(row.setting)}),
                        Judged{status_name(run.status), refusal ? std::nullopt : report::Judgement(false)},
                        refusal ? Cell("") : Cell(Number{run.end_time / r_.units.time}), run.reason});
    }
    if (t.rows.empty())
      s.judge(r_.interrupted ? std::nullopt : report::Judgement(true),
              fmt::format("All {} runs came to their end.", r_.rows.size()));
    else
      s.blocks.push_back(std::move(t));
  }

  std::string failures_of_reference() const {
    return r_.reference_failures.empty() ? "interrupted" : r_.reference_failures;
  }

  void settings() {
    Section& s = document_.add("Settings and reference");
    std::vector<std::string> all;  // of the first method; every one has the same
    for (const CompareRow& row : r_.rows)
      if (row.method == r_.rows.front().method) all.push_back(fmt::format("{:g}", shown(row.setting)));
    s.say(
        fmt::format("{}, to t = {:g} {}. {}: {}.", r_.title.empty() ? "The model" : r_.title, r_.end / r_.units.time,
                    r_.units.time_name,
                    r_.fixed_step ? fmt::format("Fixed steps ({})", r_.units.time_name) : "Variable steps, tolerances",
                    fmt::join(all, ", ")));
    Table methods{"Methods", {"method", "holds to rounding"}, {}};
    for (const ComparedMethod& m : r_.methods) methods.rows.push_back({m.label, m.enforces});
    s.blocks.push_back(std::move(methods));
    if (!r_.reference) return s.judge(false, "No reference: " + failures_of_reference());
    const Reference& ref = *r_.reference;
    s.say(fmt::format("Reference: {}.", ref.how));
    if (!r_.reference_failures.empty()) s.say("Tried in vain: " + r_.reference_failures);
    if (!ref.converged())
      s.judge(false,
              "The reference itself has not converged: the motion is chaotic, not smooth, or far from resolved.");
    Table t{"Reference, in SI units; the size of q is how far the mechanism moved", {"", "uncertain by", "size"}, {}};
    for (std::size_t i = 0; i < kQuantities; ++i)
      t.rows.push_back({order_name(r_, i), rounded_cell(ref.uncertainty[i]), rounded_cell(ref.size[i])});
    s.blocks.push_back(std::move(t));
  }

  const CompareResult& r_;
  report::Document document_;
};

}  // namespace

report::Judgement judged_order(double observed, std::optional<int> in_theory, bool fixed_step) {
  if (!in_theory) return {};
  const double p = *in_theory, theory = fixed_step ? p : p / (p + 1.0), allowed = tolerance_of_orders(fixed_step);
  if (observed > theory + allowed) return {};
  return observed >= theory - allowed;
}

report::Document page_of(const CompareResult& result) { return Page(result).build(); }

}  // namespace alembert::compare
