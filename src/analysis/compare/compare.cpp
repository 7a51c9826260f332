#include "analysis/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "analysis/dynamics.h"
#include "analysis/integrators.h"
#include "base/error.h"

namespace alembert::compare {

namespace {

constexpr std::array<double, 5> kStepFactors{4.0, 2.0, 1.0, 0.5, 0.25};
constexpr std::array<double, 5> kToleranceFactors{100.0, 10.0, 1.0, 0.1, 0.01};
// Where nobody gave settings they stay within these: at least a few steps, and tolerances that mean something.
constexpr double kFewestSteps = 8.0;
constexpr double kLoosest = 1e-2, kTightest = 1e-12;
constexpr double kMostSteps = 1e8;            // of one run
constexpr double kSmallestTolerance = 1e-13;  // rounding
constexpr double kEnergyRounding = 1e-13;     // of the energies met

void check_settings(const CompareOptions& options, double end) {
  if (!options.steps.empty() && !options.tolerances.empty())
    throw UsageError("give steps or tolerances to compare at, not both");
  for (const double h : options.steps) {
    if (!(h > 0.0) || h > end) throw UsageError(fmt::format("a step of {:g} s is not within (0, {:g} s]", h, end));
    if (end / h > kMostSteps)
      throw UsageError(fmt::format("a step of {:g} s would take {:.3g} steps to the end; at most {:g} are made", h,
                                   end / h, kMostSteps));
  }
  for (const double e : options.tolerances)
    if (!(e >= kSmallestTolerance) || e > 1.0)
      throw UsageError(fmt::format("a tolerance of {:g} is not within [{:g}, 1]", e, kSmallestTolerance));
  if (options.accuracy && (!(*options.accuracy > 0.0) || !std::isfinite(*options.accuracy)))
    throw UsageError(fmt::format("an accuracy of {:g} is not positive", *options.accuracy));
}

// A tenth of 1e-5 is 1e-6 to whoever reads it, not 1.0000000000000002e-06.
double rounded(double value) { return std::stod(fmt::format("{:.12g}", value)); }

// From coarse to fine, each once.
std::vector<double> settings_of(const CompareOptions& options, const Simulation& s, bool& fixed_step) {
  std::vector<double> out;
  fixed_step = !options.steps.empty() || (options.tolerances.empty() && s.step);
  if (!options.steps.empty() || !options.tolerances.empty()) {
    out = fixed_step ? options.steps : options.tolerances;
  } else if (fixed_step) {
    for (const double f : kStepFactors)
      if (s.end / (f * *s.step) >= kFewestSteps) out.push_back(f * *s.step);
    if (out.empty()) out.push_back(*s.step);
  } else {
    const double middle = s.tolerance.value_or(kDefaultTolerance);
    for (const double f : kToleranceFactors) out.push_back(std::clamp(rounded(f * middle), kTightest, kLoosest));
  }
  std::sort(out.begin(), out.end(), std::greater<>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// All methods with their default parameters, the model's own with the model's.
std::vector<MethodChoice> chosen_methods(const CompareOptions& options, const Simulation& s) {
  if (!options.methods.empty()) return options.methods;
  std::vector<MethodChoice> out;
  for (const MethodDescription& m : all_methods()) {
    const std::string name(m.name);
    out.push_back({name, name == s.method.name ? s.method.parameters : std::map<std::string, double>{}, {}});
  }
  return out;
}

// The methods with what refuses each; a name or parameter that is wrong, or a method given twice, throws.
std::vector<ComparedMethod> described(const std::vector<MethodChoice>& choices) {
  std::vector<ComparedMethod> out;
  for (const MethodChoice& choice : choices) {
    const std::string label = method_label(choice);
    if (std::any_of(out.begin(), out.end(), [&](const ComparedMethod& m) { return m.label == label; }))
      throw UsageError(fmt::format("method {} is given twice", label));
    ComparedMethod method{choice, label, "", {}, {}};
    for (const MethodDescription& d : all_methods())
      if (d.name == choice.name) method.enforces = d.enforces;
    out.push_back(method);
  }
  return out;
}

Setting setting_of(const CompareResult& result, double value) {
  return result.fixed_step ? Setting{value, {}} : Setting{{}, value};
}

std::string shown(const CompareResult& result, double value) {
  return result.fixed_step ? fmt::format("step {:g} {}", value / result.units.time, result.units.time_name)
                           : fmt::format("tolerance {:g}", value);
}

void measure_errors(const Bench& bench, CompareResult& result) {
  for (CompareRow& row : result.rows) {
    row.error.reset();
    if (!result.reference || row.run.status != Run::Status::done) continue;
    row.error = bench.difference(row.run.end, result.reference->end);
    for (std::size_t i = 0; i < kQuantities; ++i)
      row.hidden[i] = !result.reference->converged() || !((*row.error)[i] >= kClear * result.reference->uncertainty[i]);
  }
}

// The mean step of each method's finest run, and of those the middle one: a method that rings makes steps out of
// proportion.
std::optional<double> typical_finest_step(const CompareResult& result) {
  std::map<std::size_t, double> finest;
  for (const CompareRow& row : result.rows)
    if (row.run.status == Run::Status::done && row.run.statistics.steps > 0)
      finest[row.method] = result.end / static_cast<double>(row.run.statistics.steps);
  std::vector<double> steps;
  for (const auto& [method, step] : finest) steps.push_back(step);
  if (steps.empty()) return {};
  std::sort(steps.begin(), steps.end());
  return steps[steps.size() / 2];
}

// Runs everything, and the reference as early as it can be had, so that an interruption leaves errors too.
class Comparison {
 public:
  Comparison(const Model& model, const CompareOptions& options)
      : options_(options), bench_(model, options.interruption) {
    result_.title = model.title;
    result_.end = model.simulation.end;
    result_.units = model.units;
    result_.multipliers_are_unique = bench_.multipliers_are_unique();
    settings_ = settings_of(options, model.simulation, result_.fixed_step);
    result_.methods = described(chosen_methods(options, model.simulation));
    for (const ComparedMethod& m : result_.methods)
      refusals_.push_back(bench_.refusal(m.choice, setting_of(result_, settings_.front())));
    for (ComparedMethod& m : result_.methods)
      if (const auto method = make_method(m.choice.name, m.choice.parameters)) m.order_in_theory = method->order();
    if (options_.progress)
      bench_.on_step = [this](double t) { options_.progress({what_, run_, runs_, t / result_.end}); };
    runs_ = static_cast<int>(settings_.size() * result_.methods.size());
  }

  CompareResult run() {
    if (options_.before_runs) options_.before_runs();
    ReferenceSearch search;
    what_ = "reference";
    improve_reference(bench_, result_.fixed_step ? std::optional<double>(settings_.back()) : std::nullopt, {}, search);
    result_.reference = search.best;
    for (std::size_t k = 0; k < result_.methods.size(); ++k)
      for (const double setting : settings_)
        if (!bench_.interrupted()) run_one(k, setting);
    measure_errors(bench_, result_);
    if (!bench_.interrupted() && result_.any_done()) {
      std::vector<RunSizes> errors;
      for (const CompareRow& row : result_.rows)
        if (row.error) errors.push_back(*row.error);
      what_ = "reference";
      run_ = 0;
      improve_reference(bench_, typical_finest_step(result_), errors, search);
      result_.reference = search.best;
      measure_errors(bench_, result_);
    }
    result_.reference_failures = search.failures;
    result_.interrupted = bench_.interrupted();
    find_orders();
    find_recommendation();
    return result_;
  }

 private:
  void run_one(std::size_t method, double setting) {
    CompareRow row;
    row.method = method;
    row.setting = setting;
    ++run_;
    what_ = result_.methods[method].label + ", " + shown(result_, setting);
    if (refusals_[method]) {
      row.run.status = Run::Status::refused;
      row.run.reason = *refusals_[method];
    } else {
      row.run = bench_.measure(result_.methods[method].choice, setting_of(result_, setting));
    }
    result_.rows.push_back(row);
  }

  void find_orders() {
    const OrderLimits limits = result_.fixed_step ? kStepLimits : kToleranceLimits;
    for (std::size_t k = 0; k < result_.methods.size(); ++k) {
      std::array<std::vector<OrderPoint>, kOrders> points;
      for (const CompareRow& row : result_.rows) {
        if (row.method != k || row.run.status != Run::Status::done) continue;
        for (std::size_t i = 0; i < kQuantities && row.error; ++i)
          points[i].push_back({row.setting, (*row.error)[i], !row.hidden[i]});
        points[kQuantities].push_back(
            {row.setting, row.run.energy_error, row.run.energy_error > kEnergyRounding * row.run.energy_scale});
      }
      for (std::size_t i = 0; i < kOrders; ++i) result_.methods[k].orders[i] = observed_order(points[i], limits);
    }
  }

  // By positions. An error that the reference hides is known only to lie below what would be clear of it.
  void find_recommendation() {
    if (!result_.reference) return;
    const double clear = kClear * result_.reference->uncertainty[0];
    if (options_.accuracy && *options_.accuracy < clear) return;
    std::vector<std::vector<CostPoint>> points(result_.methods.size());
    for (const CompareRow& row : result_.rows)
      if (row.error && std::isfinite((*row.error)[0]))
        points[row.method].push_back(
            {row.setting, std::max((*row.error)[0], clear), row.run.cpu_seconds, !row.hidden[0]});
    result_.recommendation = recommend(points, options_.accuracy);
  }

  const CompareOptions& options_;
  Bench bench_;
  CompareResult result_;
  std::vector<double> settings_;
  std::vector<std::optional<std::string>> refusals_;  // by method
  std::string what_;
  int run_ = 0, runs_ = 0;
};

}  // namespace

bool CompareResult::any_done() const {
  return std::any_of(rows.begin(), rows.end(), [](const CompareRow& r) { return r.run.status == Run::Status::done; });
}

bool CompareResult::any_done(std::size_t method) const {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const CompareRow& r) { return r.method == method && r.run.status == Run::Status::done; });
}

const CompareRow* CompareResult::nearest_row(std::size_t method, double setting) const {
  const CompareRow* out = nullptr;
  double least = 0.0;
  for (const CompareRow& row : rows) {
    if (row.method != method || !row.error) continue;
    const double distance = std::abs(std::log(row.setting / setting));
    if (!out || distance < least) {
      out = &row;
      least = distance;
    }
  }
  return out;
}

std::string method_label(const MethodChoice& method) {
  std::string out = method.name;
  const char* separator = ":";
  for (const auto& [name, value] : method.parameters) {
    out += fmt::format("{}{}={:g}", separator, name, value);
    separator = ",";
  }
  return out;
}

CompareResult compare_methods(const Model& model, const CompareOptions& options) {
  // Errors are measured at the same times of smooth motions; after an event they would be those of its moment.
  for (const Sensor& sensor : model.sensors)
    if (sensor.active)
      throw UsageError(
          fmt::format("compare follows a motion without events, but sensor {} watches this one: give it "
                      "`active: false`, or compare the results of runs",
                      sensor.name));
  check_settings(options, model.simulation.end);
  return Comparison(model, options).run();
}

}  // namespace alembert::compare
