#include "analysis/state_recorder.h"

#include <algorithm>

#include "analysis/layout.h"
#include "analysis/run_text.h"
#include "model/names.h"
#include "results/folder_claim.h"

namespace alembert {

StateRecorder::StateRecorder(Mechanism& mechanism, const AnalysisOptions& options, AnalysisKind analysis)
    : mechanism_(mechanism),
      sampler_(mechanism),
      coordinates_(mechanism.system(), mechanism.problem()),
      options_(options),
      shared_(options.shared),
      last_(mechanism.initial_state()) {
  if (options.from != nullptr) options.from->count_on(coordinates_);
  for (const Output& o : mechanism.system().model().outputs) result_.columns.push_back(o.name);
  result_.summary.analysis = analysis_name(analysis);
  result_.summary.equations = mechanism.system().sizes().unknowns();
  result_.summary.warnings = mechanism.start_report().warnings;
  if (!options.records()) return;
  ResultsLayout layout = layout_of(mechanism.system(), mechanism.start_report(), true);
  std::optional<results::FolderClaim> claim;
  if (options.folder) {
    claim.emplace(*options.folder);
    keep_parts(mechanism.system(), *options.folder, layout);
  }
  const auto make = [&](ResultsLayout made) { return std::make_unique<Recorder>(options.folder, std::move(made)); };
  if (shared_ == nullptr) own_ = make(std::move(layout));
  recorder_ = shared_ == nullptr ? own_.get() : shared_->recorder_for(std::move(layout), options.folder, make);
}

void StateRecorder::take(const dae::State& state) {
  RunStatistics& seen = result_.summary.statistics;
  if (mechanism_.system().sizes().multipliers > 0) {
    Vector f(mechanism_.system().sizes().velocities), phi(mechanism_.system().sizes().multipliers);
    mechanism_.problem().evaluate(state.t, state.q, state.v, state.lambda, f, phi);
    const int holonomic = mechanism_.system().sizes().holonomic();
    if (holonomic > 0)
      seen.max_position_violation = std::max(seen.max_position_violation, phi.head(holonomic).cwiseAbs().maxCoeff());
  }
  mechanism_.problem().place(state.t, state.q, state.v);
  coordinates_.accept(state.t);
  const Sample& sample = sampler_.take_as_given(state, coordinates_);
  energy_ = sample[results::channel(results::Group::energy, "total")].front();
  const bool first = !begun_;
  begun_ = true;
  if (first) energy_start_ = energy_;
  last_ = state;
  result_.summary.end_time = state.t;
  if (first && shared_ != nullptr) {
    if (recorder_ != nullptr) recorder_->begin(shared_->place);
    if (shared_->last_time == state.t) return;  // the row is there
  }
  if (recorder_ != nullptr) recorder_->sample(sample);
  result_.times.push_back(state.t / mechanism_.system().model().units.time);
  const std::span<const double> outputs = sample[results::channel(results::Group::outputs, "values")];
  result_.outputs.emplace_back(outputs.begin(), outputs.end());
}

StatesResult StateRecorder::finish(const std::string& status, const std::string& message) {
  RunSummary& summary = result_.summary;
  summary.status = status;
  summary.message = message;
  summary.energy_start = energy_start_;
  summary.energy_end = energy_;
  summary.outputs = output_ranges(result_.columns, result_.times, result_.outputs);
  result_.end = start_from(mechanism_, last_, coordinates_);
  if (shared_ != nullptr) {
    shared_->summary = summary;
    shared_->last_time = last_.t;
  } else if (own_) {
    if (status == "done") own_->keep_end(stored(result_.end));
    own_->finish(summary);
    result_.data = own_->data();
    if (options_.recorded) options_.recorded(result_.data);
  }
  return std::move(result_);
}

}  // namespace alembert
