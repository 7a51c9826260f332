#include "analysis/run_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "model/units.h"

namespace alembert {

namespace {

constexpr std::size_t kMostTold = 10;  // events and impacts, each
constexpr std::size_t kMostOutputs = 20;

struct Told {
  double time = 0.0;
  std::string text;
};

std::string speed_text(double speed, const Units& u) {
  return fmt::format("{:.4g} {}/{}", speed * u.time / u.length, u.length_name, u.time_name);
}

// The first of what sensors did and of what touched, by time.
std::string events_text(const RunSummary& s, const Units& u) {
  std::vector<Told> told;
  for (const EventRecord& e : s.events) {
    const std::string what = fmt::format("{}", fmt::join(e.actions, ", "));
    if (e.sensor.empty())
      told.push_back({e.time, "the analysis " + what});
    else
      told.push_back({e.time, fmt::format("sensor {}{}{}", e.sensor, what.empty() ? " acts" : ": ", what)});
  }
  std::size_t touches = 0;
  for (const ContactRecord& c : s.contacts) {
    touches += static_cast<std::size_t>(c.count);
    for (const ImpactRecord& i : c.impacts)
      told.push_back(
          {i.begin, fmt::format("contact {}: {} touches {} at {}, largest force {:.4g} {}", c.name, i.between[0],
                                i.between[1], speed_text(i.approach, u), i.peak / u.force, u.force_name)});
  }
  if (told.empty()) return "";
  std::stable_sort(told.begin(), told.end(), [](const Told& a, const Told& b) { return a.time < b.time; });
  std::string out = "\nevents";
  for (std::size_t k = 0; k < std::min(kMostTold, told.size()); ++k)
    out += fmt::format("\n  t = {:<11} {}", fmt::format("{:.7g} {}", told[k].time / u.time, u.time_name), told[k].text);
  const std::size_t all = std::max(told.size(), s.event_count + touches);
  if (all > kMostTold) out += fmt::format("\n  ... and {} more: summary.json", all - kMostTold);
  return out;
}

std::string corners_text(const RunSummary& s, const Units& u) {
  if (s.corners.empty()) return "";
  std::vector<std::string> times;
  for (std::size_t k = 0; k < std::min<std::size_t>(5, s.corners.size()); ++k)
    times.push_back(fmt::format("{:.6g}", s.corners[k] / u.time));
  return fmt::format("\nbegun anew at {} corner{} of functions of time: {}{} {}", s.corners.size(),
                     s.corners.size() == 1 ? "" : "s", fmt::join(times, ", "),
                     s.corners.size() > times.size() ? ", ..." : "", u.time_name);
}

// Why it is not at the end that was asked for.
std::string early_text(const RunSummary& s, const Model& model) {
  if (s.message.empty() || s.status == "failed") return "";  // an error tells that
  return fmt::format("\nended early, {:g} {} were asked for: {}", model.simulation.end / model.units.time,
                     model.units.time_name, s.message);
}

std::string steps_text(const RunSummary& s) {
  if (!s.thinned_steps) return "";
  const ThinnedSteps& t = *s.thinned_steps;
  return fmt::format("\nof {} attempted steps {} are recorded (step_history)", t.attempted[0] + t.attempted[1],
                     t.kept == 0 ? "none" : fmt::format("{}", t.kept));
}

}  // namespace

std::vector<OutputRange> output_ranges(const std::vector<std::string>& names, const std::vector<double>& times,
                                       const std::vector<std::vector<double>>& rows, std::size_t first) {
  std::vector<OutputRange> out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    OutputRange range{names[k], INFINITY, NAN, -INFINITY, NAN};
    for (std::size_t row = first; row < rows.size(); ++row) {
      const double x = rows[row][k];
      if (!std::isfinite(x)) continue;
      if (x < range.least) std::tie(range.least, range.least_at) = std::pair(x, times[row]);
      if (x > range.largest) std::tie(range.largest, range.largest_at) = std::pair(x, times[row]);
    }
    if (std::isfinite(range.least)) out.push_back(std::move(range));
  }
  return out;
}

std::string ranges_text(const std::vector<OutputRange>& ranges, const Model& model) {
  if (ranges.empty()) return "";
  const std::size_t shown = std::min(kMostOutputs, ranges.size());
  std::vector<std::string> heads;
  std::size_t width = 6;
  for (std::size_t k = 0; k < shown; ++k) {
    const auto output = std::find_if(model.outputs.begin(), model.outputs.end(),
                                     [&](const Output& o) { return o.name == ranges[k].name; });
    const std::string unit = output != model.outputs.end() ? unit_name(model.units, output->expression) : "";
    heads.push_back(unit.empty() || unit == "1" ? ranges[k].name : fmt::format("{} [{}]", ranges[k].name, unit));
    width = std::max(width, heads.back().size());
  }
  const std::string at = fmt::format("at [{}]", model.units.time_name);
  std::string out = fmt::format("\n  {:<{}} {:>13} {:>11} {:>13} {:>11}", "output", width, "least", at, "largest", at);
  for (std::size_t k = 0; k < shown; ++k)
    out += fmt::format("\n  {:<{}} {:>13.6g} {:>11.6g} {:>13.6g} {:>11.6g}", heads[k], width, ranges[k].least,
                       ranges[k].least_at, ranges[k].largest, ranges[k].largest_at);
  if (ranges.size() > shown) out += fmt::format("\n  ... and {} more outputs: summary.json", ranges.size() - shown);
  return out;
}

std::string dynamics_text(const RunSummary& s, const Model& model) {
  const Units& units = model.units;
  const std::string part = s.turned_over ? fmt::format(" ({:.2g} % of the {:.3g} J that were turned over)",
                                                       100.0 * std::abs(s.numerical) / *s.turned_over, *s.turned_over)
                                         : "";
  return fmt::format(
             "{}: t = {:g} {} in {} steps ({} rejected), {} Newton iterations, {} Jacobians, {:.3g} s\n"
             "joints closed to {:.2g}; energy {:.6g} -> {:.6g} J{}\n"
             "energy balance: {:.6g} J put in, {:.6g} J dissipated, {:.3g} J {} by the method itself{}",
             s.status, s.end_time / units.time, units.time_name, s.statistics.steps, s.statistics.rejected_steps,
             s.statistics.newton_iterations, s.statistics.jacobian_evaluations, s.cpu_seconds,
             s.statistics.max_position_violation, s.energy_start, s.energy_end,
             s.max_energy_drift ? fmt::format(", largest drift {:.3g} J", *s.max_energy_drift) : "", s.work_in,
             s.dissipated, std::abs(s.numerical), s.numerical < 0.0 ? "removed" : "added", part) +
         early_text(s, model) + steps_text(s) + corners_text(s, units) + events_text(s, units) +
         ranges_text(s.outputs, model);
}

}  // namespace alembert
