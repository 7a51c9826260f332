#include "report/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "solve/step_record.h"

namespace alembert::report {

namespace {

using results::History;
using results::RunData;

constexpr std::size_t kKinetic = results::channel(results::Group::energy, "kinetic"),
                      kWorkIn = results::channel(results::Group::energy, "work_in"),
                      kDissipated = results::channel(results::Group::energy, "dissipated"),
                      kNumerical = results::channel(results::Group::energy, "numerical");

constexpr double kUsesTheTolerance = 0.2;  // an accepted error above this share of the tolerance: it set the step
constexpr double kManyRejections = 0.15;   // of the attempts
constexpr double kNoticeableLoss = 0.01;   // energy the method added or removed, of what was turned over

struct Counts {
  std::size_t accepted = 0, rejected = 0, by_error = 0, by_newton = 0, singular = 0, not_finite = 0, passed_through = 0;
  std::size_t tested = 0, limited_by_error = 0, at_largest = 0, jacobians = 0;
  bool some = false;  // of the attempts alone are known
  double iterations = 0.0, smallest = INFINITY, largest = 0.0, median = 0.0;
  double first_rejection = 0.0, last_rejection = 0.0;
  std::map<int, std::size_t> blamed_for_step, blamed_for_rejection;
};

Counts count(const History& h) {
  Counts c;
  std::vector<double> sizes;
  for (std::size_t k = 0; k < h.step_time.size(); ++k) {
    const auto outcome = static_cast<StepOutcome>(h.step_outcome[k]);
    const std::size_t n = h.one_in[outcome == StepOutcome::accepted ? 0 : 1];  // it stands for so many
    c.jacobians += h.step_new_jacobian[k] != 0 ? n : 0;
    const int row = h.step_worst_row[k];
    if (outcome == StepOutcome::accepted) {
      c.accepted += n;
      c.iterations += static_cast<double>(n) * h.step_newton_iterations[k];
      sizes.push_back(h.step_h[k]);
      if (!std::isnan(h.step_error_ratio[k])) c.tested += n;
      if (h.step_error_ratio[k] > kUsesTheTolerance) {
        c.limited_by_error += n;
        if (row >= 0) c.blamed_for_step[row] += n;
      }
      continue;
    }
    if (c.rejected == 0) c.first_rejection = h.step_time[k];
    c.rejected += n;
    c.last_rejection = h.step_time[k];
    if (row >= 0) c.blamed_for_rejection[row] += n;
    if (outcome == StepOutcome::error_test) c.by_error += n;
    if (outcome == StepOutcome::newton_diverged || outcome == StepOutcome::newton_iterations) c.by_newton += n;
    if (outcome == StepOutcome::singular) c.singular += n;
    if (outcome == StepOutcome::not_finite) c.not_finite += n;
    if (outcome == StepOutcome::passed_through) c.passed_through += n;
  }
  c.some = h.thinned();
  if (sizes.empty()) return c;
  std::sort(sizes.begin(), sizes.end());
  c.smallest = sizes.front();
  c.largest = sizes.back();
  c.median = sizes[sizes.size() / 2];
  c.at_largest = h.one_in[0] * static_cast<std::size_t>(std::count_if(sizes.begin(), sizes.end(),
                                                                      [&](double x) { return x > 0.999 * c.largest; }));
  return c;
}

// "crank: rotation z (61 %), rod: x (20 %)"
std::string most_blamed(const std::map<int, std::size_t>& blamed, const std::vector<std::string>& names) {
  std::vector<std::pair<std::size_t, int>> sorted;
  std::size_t total = 0;
  for (const auto& [row, n] : blamed) {
    sorted.emplace_back(n, row);
    total += n;
  }
  std::sort(sorted.rbegin(), sorted.rend());
  std::vector<std::string> out;
  for (const auto& [n, row] : sorted) {
    if (out.size() == 3) break;
    out.push_back(fmt::format("{} ({:.0f} %)", names[static_cast<std::size_t>(row)],
                              100.0 * static_cast<double>(n) / static_cast<double>(total)));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string variable_step(const Counts& c, const RunData& run) {
  const double limited = static_cast<double>(c.limited_by_error) / static_cast<double>(c.accepted);
  std::string out =
      fmt::format("The step varied between {:.3g} and {:.3g} s, half of the {} steps were above {:.3g} s. ", c.smallest,
                  c.largest, c.accepted, c.median);
  if (static_cast<double>(c.at_largest) > 0.5 * static_cast<double>(c.accepted)) {
    out +=
        "Most steps had the largest size: a limit (max_step, or the distance to the end) set them, not the accuracy. ";
  } else if (limited > 0.5) {
    out += fmt::format(
        "Accuracy set it: in {:.0f} % of the steps the local error used more than a fifth of the tolerance, most often "
        "that of {}. A tolerance ten times looser would allow steps about twice as long. ",
        100.0 * limited, most_blamed(c.blamed_for_step, run.layout.row_names));
  } else {
    out += fmt::format(
        "The local error was mostly far below the tolerance (above a fifth of it in {:.0f} % of the steps): the step "
        "was "
        "still growing, or was held back by rejected attempts. ",
        100.0 * limited);
  }
  return out;
}

std::string rejections(const Counts& c, const RunData& run) {
  if (c.rejected == 0) return "No attempt was rejected. ";
  const double rejected = static_cast<double>(c.rejected) / static_cast<double>(c.rejected + c.accepted);
  std::vector<std::string> reasons;
  if (c.by_error > 0) reasons.push_back(fmt::format("{} because the error was above the tolerance", c.by_error));
  if (c.by_newton > 0) reasons.push_back(fmt::format("{} because Newton's iteration did not converge", c.by_newton));
  if (c.singular > 0) reasons.push_back(fmt::format("{} because the matrix was singular", c.singular));
  if (c.not_finite > 0) reasons.push_back(fmt::format("{} because a value was not finite", c.not_finite));
  if (c.passed_through > 0)
    reasons.push_back(fmt::format("{} because bodies were too deep in each other", c.passed_through));
  std::string out = fmt::format("{} of {} attempts were rejected ({:.1f} %): {}", c.rejected, c.rejected + c.accepted,
                                100.0 * rejected, fmt::join(reasons, ", "));
  if (!c.blamed_for_rejection.empty())
    out += fmt::format("; most often {} was to blame", most_blamed(c.blamed_for_rejection, run.layout.row_names));
  out += c.rejected == 1 ? fmt::format(", at t = {:.4g} s. ", c.first_rejection)
                         : fmt::format(", between t = {:.4g} and {:.4g} s. ", c.first_rejection, c.last_rejection);
  if (c.by_newton > c.by_error)
    out +=
        "Newton fails where forces change abruptly or the mechanism passes a singular position: soften stops and "
        "switches, or give a smaller max_step. ";
  else if (rejected > kManyRejections)
    out +=
        "That many rejections mean that something changes faster than the step can follow: a smaller max_step or a "
        "smoother force saves the wasted attempts. ";
  return out;
}

// As it was counted in every step; of what is stored alone, where the summary does not say.
double turned_over(const RunData& run) {
  const History& h = run.history;
  if (run.summary && run.summary->contains("energy"))
    if (const auto& energy = run.summary->at("energy"); energy.contains("turned_over"))
      return energy.at("turned_over").is_number() ? energy.at("turned_over").get<double>() : 0.0;
  const std::vector<double>& kinetic = h[kKinetic];
  return std::max({*std::max_element(kinetic.begin(), kinetic.end()), std::abs(h[kWorkIn].back()),
                   std::abs(h[kDissipated].back())});
}

std::string energy(const RunData& run) {
  const History& h = run.history;
  // A file of an older program may lack any of them.
  if (h[kNumerical].empty() || h[kKinetic].empty() || h[kWorkIn].empty() || h[kDissipated].empty()) return "";
  const double moved = turned_over(run);
  const double lost = h[kNumerical].back();
  if (!(moved > 0.0) || !(std::abs(lost) > kNoticeableLoss * moved)) return "";
  return fmt::format("The method itself {} {:.3g} J, {:.2g} % of the energy that was turned over: {}.",
                     lost < 0.0 ? "removed" : "added", std::abs(lost), 100.0 * std::abs(lost) / moved,
                     lost < 0.0
                         ? "less numerical damping (alpha nearer to 0) or a smaller step or tolerance keeps more of it"
                         : "a smaller step or tolerance, or more numerical damping, keeps it out");
}

}  // namespace

std::vector<std::string> story_of(const RunData& run) {
  std::vector<std::string> out;
  const Counts c = count(run.history);
  if (run.status == "failed") out.push_back("The run failed: " + run.message);
  const std::size_t attempted = run.history.attempted[0] + run.history.attempted[1];
  if (c.some && run.history.step_time.empty())
    out.push_back(fmt::format("{} steps were attempted; they were not recorded (step_history: 0).", attempted));
  else if (c.some)
    out.push_back(fmt::format("Of {} attempted steps {} are recorded, evenly; what follows is estimated from these.",
                              attempted, run.history.step_time.size()));
  if (c.accepted == 0) {
    if (c.rejected > 0) out.push_back(rejections(c, run));
    if (out.empty()) out.push_back("No step was made.");
    return out;
  }
  // The summary of a killed run does not say; then no step had its error tested.
  const bool fixed = (run.summary && run.summary->contains("step")) || c.tested == 0;
  std::string first =
      fixed ? fmt::format("The step was fixed at {:.4g} s: {} steps. ", c.median, c.accepted) : variable_step(c, run);
  out.push_back(first + (fixed && c.rejected == 0 ? "" : rejections(c, run)));
  const double steps_a_jacobian =
      static_cast<double>(c.accepted) / static_cast<double>(std::max<std::size_t>(c.jacobians, 1));
  out.push_back(fmt::format("A step took {:.2f} Newton iterations on average; a Jacobian served {:.1f} steps.{}",
                            c.iterations / static_cast<double>(c.accepted), steps_a_jacobian,
                            c.iterations > 4.0 * static_cast<double>(c.accepted)
                                ? " That is many: smaller steps, or smoother forces, would converge faster."
                                : ""));
  if (std::string text = energy(run); !text.empty()) out.push_back(std::move(text));
  return out;
}

}  // namespace alembert::report
