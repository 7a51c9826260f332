#include "results/steps_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace alembert::results {
namespace {

using Output = std::back_insert_iterator<fmt::memory_buffer>;

// JSON knows no NaN and no infinity: they become null.
void write_number(Output out, double value) {
  if (std::isfinite(value)) {
    fmt::format_to(out, "{}", value);
  } else {
    fmt::format_to(out, "null");
  }
}

std::string json_string(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

const char* outcome_name(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::accepted:
      return "accepted";
    case StepOutcome::error_test:
      return "error_test";
    case StepOutcome::newton_diverged:
      return "newton_diverged";
    case StepOutcome::newton_iterations:
      return "newton_iterations";
    case StepOutcome::singular:
      return "singular";
    case StepOutcome::not_finite:
      return "not_finite";
    case StepOutcome::passed_through:
      return "passed_through";
  }
  return "unknown";
}

bool has_error_ratio(const StepRecord& step, bool fixed_step) {
  const bool tested = step.outcome == StepOutcome::accepted || step.outcome == StepOutcome::error_test;
  return tested && !fixed_step && std::isfinite(step.error_ratio);
}

StepsWriter::StepsWriter(const std::filesystem::path& target, const std::vector<std::string>& row_names)
    : file_(target) {
  row_names_.reserve(row_names.size());
  for (const std::string& name : row_names) row_names_.push_back(json_string(name));
}

void StepsWriter::write(const History& history) {
  file_.buffer().clear();
  if (history.thinned())
    fmt::format_to(Output(file_.buffer()), "{{\"thinned\":{{\"accepted_one_in\":{},\"rejected_one_in\":{}}}}}\n",
                   history.recorded_one_in()[0], history.recorded_one_in()[1]);
  for (std::size_t k = 0; k < history.step_time.size(); ++k) step(history, k);
  file_.rewrite();
}

void StepsWriter::last_of(const History& history) {
  step(history, history.step_time.size() - 1);
  file_.flush_if_large();
}

void StepsWriter::step(const History& h, std::size_t k) {
  const Output out(file_.buffer());
  fmt::format_to(out, "{{\"number\":{:.0f},\"time\":", h.step_number[k]);
  write_number(out, h.step_time[k]);
  fmt::format_to(out, ",\"h\":");
  write_number(out, h.step_h[k]);
  fmt::format_to(out, ",\"order\":{},\"newton\":{},\"error\":", h.step_predictor_degree[k],
                 h.step_newton_iterations[k]);
  write_number(out, h.step_error_ratio[k]);
  const std::int32_t row = h.step_worst_row[k];
  const bool known = row >= 0 && static_cast<std::size_t>(row) < row_names_.size();
  fmt::format_to(out, ",\"outcome\":\"{}\",\"worst\":{},\"jacobian\":{}}}\n",
                 outcome_name(static_cast<StepOutcome>(h.step_outcome[k])),
                 known ? row_names_[static_cast<std::size_t>(row)].c_str() : "null", h.step_new_jacobian[k] != 0);
}

}  // namespace alembert::results
