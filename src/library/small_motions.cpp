// check, modes and linear models of alembert/simulate.h.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analysis/check.h"
#include "analysis/inputs.h"
#include "analysis/linear/modes.h"
#include "analysis/mechanism.h"
#include "base/error.h"
#include "base/suggest.h"
#include "library/ask.h"
#include "model/validate.h"

namespace alembert::api {

namespace {

template <class... Lists>
void check_names(const std::vector<std::string>& wanted, const char* what, const Lists&... all) {
  std::vector<std::string> known;
  const auto add = [&](const auto& list) {
    for (const auto& element : list) known.push_back(element.name);
  };
  (add(all), ...);
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(fmt::format("the model has no {} `{}`{}", what, name, did_you_mean(name, known)));
}

void apply_about(const std::string& about, Simulation& s) {
  using About = Simulation::About;
  if (about.empty()) return;
  if (about == "initial" || about == "equilibrium") {
    s.about = about == "initial" ? About::initial : About::equilibrium;
    return;
  }
  char* end = nullptr;
  s.about_time = std::strtod(about.c_str(), &end);
  if (end == about.c_str() || *end != '\0' || !(s.about_time >= 0.0))
    throw UsageError(fmt::format("about `{}`: expected initial, equilibrium or a time in s", about));
  s.about = About::time;
}

ModesResult small_motions(const Model& model, const AboutOptions& options, AnalysisKind kind) {
  alembert::Model asked_for = asked(model, {}, kind);
  Simulation& s = asked_for.simulation;
  apply_about(options.about, s);
  check_names(options.inputs, "input or variable", asked_for.inputs, asked_for.variables);
  check_names(options.outputs, "output", asked_for.outputs);
  if (!options.inputs.empty()) s.inputs = options.inputs;
  if (!options.outputs.empty()) s.outputs = options.outputs;
  if (options.count) {
    if (*options.count < 1) throw UsageError(fmt::format("{} modes: must be at least 1", *options.count));
    s.mode_count = *options.count;
  }
  const std::vector<std::string> inputs = chosen_inputs(asked_for);
  Mechanism mechanism(with_inputs(asked_for, inputs));
  return find_modes(asked_for, mechanism, inputs);
}

Matrix rows_of(const Eigen::MatrixXd& m) {
  Matrix out{static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()), {}};
  out.values.reserve(out.rows * out.columns);
  for (Eigen::Index r = 0; r < m.rows(); ++r)
    for (Eigen::Index c = 0; c < m.cols(); ++c) out.values.push_back(m(r, c));
  return out;
}

}  // namespace

Check check(const Model& model) {
  validate(inner(model));
  const CheckReport report = check_model_report(inner(model));
  Check out;
  out.ok = report.problem.empty();
  out.problem = report.problem;
  out.degrees_of_freedom = report.start.degrees_of_freedom;
  const System system(inner(model));
  for (const alembert::DependentSet& set : report.start.dependent_sets) {
    DependentSet& named = out.dependent_sets.emplace_back();
    named.redundant = set.redundant;
    named.always = set.always;
    for (const int row : set.rows) named.equations.push_back(system.row_name(row));
  }
  out.position_violation = report.start.given_position_violation;
  out.velocity_violation = report.start.given_velocity_violation;
  out.warnings = report.start.warnings;
  out.text = report.text;
  return out;
}

std::vector<Mode> modes(const Model& model, const AboutOptions& options) {
  std::vector<Mode> out;
  for (const alembert::Mode& mode : small_motions(model, options, AnalysisKind::modes).modes)
    out.push_back(
        {mode.eigenvalue.real(), mode.eigenvalue.imag(), mode.frequency(), mode.damping_ratio(), mode.carried_by});
  return out;
}

LinearModel linearise(const Model& model, const AboutOptions& options) {
  const ModesResult found = small_motions(model, options, AnalysisKind::linearise);
  if (!found.linear) throw UsageError("the model is too large for full matrices of its linear model");
  const alembert::LinearModel& linear = *found.linear;
  return {rows_of(linear.A),  rows_of(linear.B),  rows_of(linear.C),   rows_of(linear.D),
          linear.state_names, linear.input_names, linear.output_names, linear.at_rest};
}

}  // namespace alembert::api
