#include "analysis/dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "model/model_kinks.h"

namespace alembert {

namespace {

constexpr double kSmallestTolerance = 1e-13;
constexpr double kLongestFirstStep = 1e-3;  // s; a slow motion is at its own steps after a few doublings
constexpr double kMostSteps = 1e10;         // days of computing for the smallest model
constexpr double kMostOutputTimes = 1e7;    // gigabytes

// A complaint about a method written in the model file is a complaint about the file.
template <class F>
auto blaming_the_file(const Model& model, F&& f) {
  try {
    return f();
  } catch (const UsageError& e) {
    if (model.simulation.method.where.line == 0) throw;
    throw ModelError(model.simulation.method.where, e.what());
  }
}

std::unique_ptr<Integrator> make_integrator_of(const Model& model, dae::Problem& problem,
                                               const IntegrationOptions& options) {
  return blaming_the_file(model, [&] {
    const MethodChoice& m = model.simulation.method;
    return make_integrator(problem, m.name, m.parameters, options);
  });
}

}  // namespace

IntegrationOptions integration_options(const Model& model, std::vector<std::string>* left_out) {
  const Simulation& s = model.simulation;
  IntegrationOptions o;
  o.end = s.end;
  o.step = s.step;
  o.tolerance = s.tolerance;
  if (!o.step && !o.tolerance) o.tolerance = kDefaultTolerance;
  // Requests that no machine can meet are refused rather than begun.
  if (o.tolerance && *o.tolerance < kSmallestTolerance)
    throw ModelError(s.where, fmt::format("a tolerance of {:g} is below rounding; the smallest is {:g}", *o.tolerance,
                                          kSmallestTolerance));
  if (o.step && s.end / *o.step > kMostSteps)
    throw ModelError(s.where, fmt::format("a step of {:g} s would take {:.3g} steps to the end; at most {:g} are made",
                                          *o.step, s.end / *o.step, kMostSteps));
  if (s.output_step && s.end / *s.output_step > kMostOutputTimes)
    throw ModelError(s.where, fmt::format("an output step of {:g} s would write {:.3g} rows; at most {:g} are written",
                                          *s.output_step, s.end / *s.output_step, kMostOutputTimes));
  o.initial_step = s.initial_step;
  o.longest_first_step = std::min(kLongestFirstStep, 0.5 * output_step_of(s));
  o.min_step = s.min_step;
  o.contact_accuracy = s.contact_accuracy.value_or(o.contact_accuracy);
  // Between two rows of results nothing is stepped over unless the user allows it.
  if (!o.step) o.corners = kink_times(model, 0.0, s.end, left_out);
  o.max_step = s.max_step.value_or(std::max(output_step_of(s), s.min_step.value_or(0.0)));
  return o;
}

void check_integration(const Model& model, dae::Problem& problem) {
  refuse_jumps(model, 0.0, model.simulation.end);
  make_integrator_of(model, problem, integration_options(model));
}

DynamicsEngine::DynamicsEngine(const Model& model, const Restart* from)
    : mechanism_(model, from), warnings_(start_report().warnings) {
  refuse_jumps(model, initial_state().t, model.simulation.end);
  std::vector<std::string> left_out;
  IntegrationOptions options = integration_options(model, &left_out);
  if (from != nullptr && from->first_step > 0.0) options.initial_step = from->first_step;
  start(options);
  for (const std::string& w : integrator_->warnings()) warnings_.push_back(w);
  for (const std::string& function : left_out)
    warnings_.push_back(
        fmt::format("{} has so many kinks that steps do not end at them: a `max_step` keeps it from being "
                    "stepped over",
                    function));
}

DynamicsEngine::DynamicsEngine(const Model& model, const dae::State& state, std::vector<linear::RankComponent> ranks)
    : mechanism_(model, state, std::move(ranks)) {
  start(integration_options(model));
}

void DynamicsEngine::start(const IntegrationOptions& options) {
  integrator_ = make_integrator_of(system().model(), problem(), options);
  integrator_->start(initial_state());
}

}  // namespace alembert
