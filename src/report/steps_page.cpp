#include "report/steps_page.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <set>

#include "report/thinning.h"
#include "results/steps_writer.h"
#include "solve/step_record.h"

namespace alembert::report {

namespace {

using results::History;

// All rejected attempts, if they fit, and accepted steps evenly.
std::vector<std::size_t> kept_steps(const History& h, std::size_t most) {
  const std::size_t count = h.step_time.size();
  if (count <= most) return evenly(count, count);
  std::vector<std::size_t> rejected, accepted;
  for (std::size_t k = 0; k < count; ++k) (h.step_outcome[k] == 0 ? accepted : rejected).push_back(k);
  std::set<std::size_t> kept;
  for (const std::size_t k : evenly(rejected.size(), most / 2)) kept.insert(rejected[k]);
  for (const std::size_t k : evenly(accepted.size(), most - kept.size())) kept.insert(accepted[k]);
  return {kept.begin(), kept.end()};
}

}  // namespace

Json steps_of(const results::RunData& run, const ModelUnits& units, std::size_t most, Arrays& arrays,
              std::vector<std::string>& notes) {
  const History& h = run.history;
  const std::vector<std::size_t> kept = kept_steps(h, most);
  const std::size_t n = kept.size();
  const std::size_t attempted = h.attempted[0] + h.attempted[1];
  if (n < attempted)
    notes.push_back(fmt::format("Of {} attempted steps {} are shown{}.", attempted, n,
                                h.thinned() ? fmt::format("; the results hold {}", h.step_time.size()) : ""));
  std::vector<double> time, size;
  std::vector<float> error, violation;
  std::vector<std::int32_t> iterations, worst;
  std::vector<std::int8_t> outcome, jacobian;
  std::map<std::int32_t, std::int32_t> index;  // only names that occur
  Json names = Json::array();
  for (const std::size_t k : kept) {
    time.push_back(h.step_time[k] / units.time);
    size.push_back(h.step_h[k] / units.time);
    error.push_back(static_cast<float>(h.step_error_ratio[k]));
    iterations.push_back(h.step_newton_iterations[k]);
    outcome.push_back(h.step_outcome[k]);
    jacobian.push_back(h.step_new_jacobian[k]);
    const std::int32_t row = h.step_worst_row[k];
    if (row >= 0 && index.emplace(row, static_cast<std::int32_t>(names.size())).second)
      names.push_back(run.layout.row_names[static_cast<std::size_t>(row)]);
    worst.push_back(row >= 0 ? index[row] : -1);
    for (std::size_t level = 0; level < 3; ++level)
      violation.push_back(h.step_violation.empty() ? std::numeric_limits<float>::quiet_NaN()
                                                   : static_cast<float>(h.step_violation[3 * k + level]));
  }
  Json outcomes = Json::array();
  for (int k = 0; k < kStepOutcomes; ++k) outcomes.push_back(results::outcome_name(static_cast<StepOutcome>(k)));
  const auto summary = [&](const char* key) {
    return run.summary && run.summary->contains(key) ? Json(run.summary->at(key)) : Json(nullptr);
  };
  return {{"of", attempted},
          {"fixed", summary("step").is_number()},
          {"tolerance", summary("tolerance")},
          {"time", arrays.f64(time, {n})},
          {"h", arrays.f64(size, {n})},
          {"error", arrays.f32(error, {n})},
          {"iterations", arrays.i32(iterations, {n})},
          {"outcome", arrays.i8(outcome, {n})},
          {"outcomes", outcomes},
          {"worst", arrays.i32(worst, {n})},
          {"names", names},
          {"new_jacobian", arrays.i8(jacobian, {n})},
          {"violation", arrays.f32(violation, {n, 3})}};
}

}  // namespace alembert::report
