#include "results/recorder.h"

#include <utility>

#include "base/error.h"
#include "results/folder_sink.h"
#include "results/run_data.h"
#include "results/summary_writer.h"

namespace alembert {

namespace fs = std::filesystem;
using results::FolderSink;
using results::History;
using results::RunData;

Recorder::Recorder(ResultsLayout layout) : Recorder(std::nullopt, std::move(layout)) {}

Recorder::Recorder(std::optional<fs::path> folder, ResultsLayout layout)
    : Recorder(std::move(folder), std::move(layout), History{}, Checkpoint{}) {}

Recorder::Recorder(std::optional<fs::path> folder, ResultsLayout layout, History past, Checkpoint checkpoint)
    : data_(std::make_shared<RunData>()) {
  data_->layout = std::move(layout);
  data_->layout.joint_reaction_unique.resize(data_->names(results::Group::joints).size(), 1);
  data_->history = std::move(past);
  data_->history.most_steps = data_->layout.most_steps;
  data_->checkpoint = std::move(checkpoint);
  data_->status = RunSummary{}.status;
  if (folder) folder_ = std::make_unique<FolderSink>(std::move(*folder), *data_);
}

Recorder::~Recorder() {
  if (finished_ || !folder_) return;
  data_->status = "failed";
  data_->message = "the run ended before it was complete";
  try {
    folder_->write_unfinished();
  } catch (const std::exception&) {  // whoever ended the run reports why; the text files flush themselves
  }
}

void Recorder::check_open() const {
  if (finished_) throw Error(ExitCode::internal_error, "the results were used after they were finished");
}

void Recorder::sample(const Sample& sample) {
  check_open();
  data_->history.add(sample, data_->layout);
  if (folder_) folder_->row_added();
}

void Recorder::step(const StepRecord& step) {
  check_open();
  const History::Kept kept = data_->history.add(step, data_->layout.fixed_step);
  if (folder_) folder_->step_added(kept);
}

void Recorder::event(const EventRecord& event) {
  check_open();
  data_->history.add(event);
}

void Recorder::modes_after_step(double time, std::span<const double> xi) {
  check_open();
  data_->history.add_modes(time, xi, data_->layout);
}

void Recorder::renew(const ResultsLayout& layout) {
  ResultsLayout& own = data_->layout;
  own.scene = layout.scene;
  own.joint_reaction_unique = layout.joint_reaction_unique;
  own.fixed_step = layout.fixed_step;
  own.checkpoints = layout.checkpoints;
  data_->history.most_steps = layout.most_steps;
}

void Recorder::begin(std::size_t analysis) {
  check_open();
  data_->history.current_analysis = static_cast<std::int32_t>(analysis);
}

void Recorder::attach(const std::string& name, const fs::path& folder) {
  check_open();
  if (folder_) folder_->attach({name, folder});
}

void Recorder::attach(const std::string& name, std::shared_ptr<const RunData> data) {
  check_open();
  data_->analyses.emplace_back(name, std::move(data));
}

RecordMark Recorder::mark() const { return data_->history.mark(); }

std::optional<ThinnedSteps> Recorder::thinned_steps() const {
  const History& h = data_->history;
  if (!h.thinned()) return std::nullopt;
  return ThinnedSteps{h.attempted, h.step_time.size(), h.recorded_one_in()};
}

void Recorder::keep(Checkpoint checkpoint) { data_->checkpoint = std::move(checkpoint); }
void Recorder::keep_end(std::vector<double> end) { data_->checkpoint.end = std::move(end); }

bool Recorder::snapshot_due() const { return folder_ != nullptr && folder_->snapshot_due(); }

void Recorder::snapshot() {
  check_open();
  if (folder_) folder_->snapshot();
}

void Recorder::finish(const RunSummary& summary) {
  check_open();
  data_->status = summary.status;
  data_->message = summary.message;
  data_->summary = results::Summary(results::summary_maker(data_->layout, summary));
  if (folder_) folder_->finish();
  finished_ = true;
}

std::shared_ptr<const RunData> Recorder::data() const { return data_; }

}  // namespace alembert
