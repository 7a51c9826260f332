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

StepsWriter::StepsWriter(const std::filesystem::path& target, const std::vector<std::string>& row_names,
                         bool fixed_step)
    : file_(target), fixed_step_(fixed_step) {
  row_names_.reserve(row_names.size());
  for (const std::string& name : row_names) row_names_.push_back(json_string(name));
}

void StepsWriter::step(const StepRecord& step) {
  const Output out(file_.buffer());
  fmt::format_to(out, "{{\"time\":");
  write_number(out, step.time);
  fmt::format_to(out, ",\"h\":");
  write_number(out, step.h);
  fmt::format_to(out, ",\"order\":{},\"newton\":{},\"error\":", step.predictor_degree, step.newton_iterations);
  write_number(out, has_error_ratio(step, fixed_step_) ? step.error_ratio : NAN);
  const bool known = step.worst_row >= 0 && static_cast<std::size_t>(step.worst_row) < row_names_.size();
  fmt::format_to(out, ",\"outcome\":\"{}\",\"worst\":{},\"jacobian\":{}}}\n", outcome_name(step.outcome),
                 known ? row_names_[static_cast<std::size_t>(step.worst_row)].c_str() : "null", step.new_jacobian);
  file_.flush_if_large();
}

}  // namespace alembert::results
