// The attempted steps of a run, as many as there is room for. Accepted ones have three quarters of it, rejected ones,
// which say more, a quarter. Where a share is full, every second of its steps is forgotten, and of those to come half
// as many are kept: at any time they are the steps number 0, n, 2 n, ... of their kind, with n a power of 2.
#include <algorithm>
#include <limits>

#include "results/history.h"
#include "results/step_columns.h"
#include "results/steps_writer.h"

namespace alembert::results {

namespace {

std::size_t kind_of(StepOutcome outcome) { return outcome == StepOutcome::accepted ? 0 : 1; }

std::size_t room_for(std::size_t kind, std::size_t most) { return kind == 0 ? most - most / 4 : most / 4; }

template <class Number>
void keep(std::vector<Number>& list, const std::vector<std::size_t>& kept, std::size_t width = 1) {
  if (list.empty()) return;  // not in the file
  for (std::size_t k = 0; k < kept.size(); ++k)
    for (std::size_t i = 0; i < width; ++i) list[width * k + i] = list[width * kept[k] + i];
  list.resize(width * kept.size());
}

}  // namespace

History::Kept History::add(const StepRecord& step, bool fixed_step) {
  const std::size_t kind = kind_of(step.outcome), number = attempted[0] + attempted[1];
  const bool kept = attempted[kind]++ % one_in[kind] == 0 && room_for(kind, most_steps) > 0;
  // Ends of steps are known up to rounding.
  if (kind == 0) steps_until = step.time + step.h * (1.0 + 1e-6);
  if (!kept) return Kept::no;
  step_number.push_back(static_cast<double>(number));
  step_time.push_back(step.time);
  step_h.push_back(step.h);
  step_error_ratio.push_back(has_error_ratio(step, fixed_step) ? step.error_ratio
                                                               : std::numeric_limits<double>::quiet_NaN());
  step_newton_iterations.push_back(step.newton_iterations);
  step_worst_row.push_back(step.worst_row);
  step_predictor_degree.push_back(static_cast<std::int8_t>(step.predictor_degree));
  step_outcome.push_back(static_cast<std::int8_t>(step.outcome));
  step_violation.insert(step_violation.end(), step.violation.begin(), step.violation.end());
  step_new_jacobian.push_back(step.new_jacobian ? 1 : 0);
  // The steps of a kind are at least its attempts over `one_in`: only where these are too many is it worth counting.
  if (attempted[kind] / one_in[kind] < room_for(kind, most_steps)) return Kept::yes;
  const std::size_t before = step_time.size();
  thin_steps();
  return step_time.size() < before ? Kept::thinned : Kept::yes;
}

StepCounts History::recorded_one_in() const {
  StepCounts out = one_in;
  for (std::size_t kind = 0; kind < 2; ++kind)
    if (room_for(kind, most_steps) == 0) out[kind] = 0;
  return out;
}

void History::thin_steps() {
  for (std::size_t kind = 0; kind < 2; ++kind)
    while (true) {
      std::vector<std::size_t> kept;
      std::size_t count = 0;
      for (std::size_t k = 0; k < step_outcome.size(); ++k) {
        const bool ours = kind_of(static_cast<StepOutcome>(step_outcome[k])) == kind;
        if (!ours || count++ % 2 == 0) kept.push_back(k);
      }
      if (count <= std::max<std::size_t>(room_for(kind, most_steps), 1)) break;
      one_in[kind] *= 2;
      keep_steps(kept);
    }
}

void History::keep_steps(const std::vector<std::size_t>& kept) {
  for_each_step_column([&](const auto& column) { keep(this->*column.values, kept, column.width); });
}

}  // namespace alembert::results
