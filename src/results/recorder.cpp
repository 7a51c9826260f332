#include "results/recorder.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "results/csv_writer.h"
#include "results/folder_claim.h"
#include "results/hdf5_writer.h"
#include "results/history.h"
#include "results/part_file.h"
#include "results/results_folder.h"
#include "results/steps_writer.h"
#include "results/summary_writer.h"
#include "results/write_schedule.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;
using results::WriteSchedule;

// After `save`, which tells whether it wrote results.h5.part, removes what an older run left in the folder.
// Folders of single analyses, where there is a list of them, are the business of who made them.
template <class Save>
fs::path prepare(fs::path folder, bool of_list, Save save) {
  results::remove_results(folder, save(folder) ? "results.h5.part" : "");
  if (!of_list) results::remove_analyses(folder);
  return folder;
}

}  // namespace

struct Recorder::Implementation {
  Implementation(fs::path where, ResultsLayout what, results::History past, Checkpoint from)
      : layout(std::move(what)),
        history(std::move(past)),
        checkpoint(std::move(from)),
        claim(where),
        folder(
            prepare(std::move(where), !layout.analyses.empty(), [this](const fs::path& to) { return save_past(to); })),
        csv(folder / "outputs.csv", layout.outputs, layout.time_unit),
        steps(folder / "steps.jsonl", layout.row_names),
        schedule(WriteSchedule::Clock::now()) {
    history.most_steps = layout.most_steps;
    for (std::size_t k = 0; k < history.time.size(); ++k) csv.row(history.time[k], history.outputs_at(k));
    steps.write(history);
    flush_texts();
    results::PartFile running(folder / "summary.json");
    const std::string text = results::summary_text(layout, RunSummary{});
    running.buffer().append(text);
    running.flush();
  }

  bool save_past(const fs::path& to) const {
    if (checkpoint.state.empty()) return false;
    write_hdf5(to / "results.h5.part", RunSummary{});
    return true;
  }

  void write_hdf5(const fs::path& target, const RunSummary& summary) const {
    const fs::path temporary = target.parent_path() / "results.h5.tmp";
    try {
      results::write_hdf5(temporary, layout, history, summary, checkpoint, attached);
      results::publish(temporary, target);
    } catch (...) {
      std::error_code ignored;  // the first failure is the one to report
      fs::remove(temporary, ignored);
      throw;
    }
  }

  void flush_texts() {
    csv.file().flush();
    steps.file().flush();
  }

  // Brings the unfinished files up to date if it is time to.
  void keep_readable() {
    const WriteSchedule::Time now = WriteSchedule::Clock::now();
    if (schedule.flush_due(now)) {
      flush_texts();
      schedule.flushed(now);
    }
    if (!layout.checkpoints && schedule.snapshot_due(now)) write_snapshot();
  }

  void write_snapshot() {
    const WriteSchedule::Time begin = WriteSchedule::Clock::now();
    flush_texts();  // all files tell of the same moment
    write_hdf5(folder / "results.h5.part", RunSummary{});
    schedule.snapshot_written(begin, WriteSchedule::Clock::now());
  }

  void check_open() const {
    if (finished) throw Error(ExitCode::internal_error, "the results were used after they were finished");
  }

  ResultsLayout layout;
  results::History history;
  Checkpoint checkpoint;
  std::vector<results::AttachedAnalysis> attached;
  results::FolderClaim claim;
  fs::path folder;
  results::CsvWriter csv;
  results::StepsWriter steps;
  WriteSchedule schedule;
  bool finished = false;
};

Recorder::Recorder(fs::path folder, ResultsLayout layout)
    : Recorder(std::move(folder), std::move(layout), results::History{}, Checkpoint{}) {}

Recorder::Recorder(fs::path folder, ResultsLayout layout, results::History past, Checkpoint checkpoint)
    : implementation_(std::make_unique<Implementation>(std::move(folder), std::move(layout), std::move(past),
                                                       std::move(checkpoint))) {}

Recorder::~Recorder() {
  if (implementation_->finished) return;
  RunSummary summary;
  summary.status = "failed";
  summary.message = "the run ended before it was complete";
  try {
    implementation_->write_hdf5(implementation_->folder / "results.h5.part", summary);
  } catch (const std::exception&) {  // whoever ended the run reports why; the text files flush themselves
  }
}

void Recorder::sample(const Sample& sample) {
  implementation_->check_open();
  implementation_->history.add(sample, implementation_->layout);
  implementation_->csv.row(sample.time, sample.outputs);
  implementation_->keep_readable();
}

void Recorder::step(const StepRecord& step) {
  implementation_->check_open();
  results::History& history = implementation_->history;
  const auto kept = history.add(step, implementation_->layout.fixed_step);
  if (kept == results::History::Kept::yes) implementation_->steps.last_of(history);
  if (kept == results::History::Kept::thinned) implementation_->steps.write(history);
  implementation_->keep_readable();
}

void Recorder::event(const EventRecord& event) {
  implementation_->check_open();
  implementation_->history.add(event);
}

void Recorder::modes_after_step(double time, std::span<const double> xi) {
  implementation_->check_open();
  implementation_->history.add_modes(time, xi, implementation_->layout);
}

void Recorder::renew(const ResultsLayout& layout) {
  ResultsLayout& own = implementation_->layout;
  own.scene = layout.scene;
  own.joint_reaction_unique = layout.joint_reaction_unique;
  own.fixed_step = layout.fixed_step;
  own.checkpoints = layout.checkpoints;
  implementation_->history.most_steps = layout.most_steps;
}

void Recorder::begin(std::size_t analysis, double energy) {
  implementation_->check_open();
  implementation_->history.current_analysis = static_cast<std::int32_t>(analysis);
  implementation_->history.energy_at_begin = energy;
}

void Recorder::attach(const std::string& name, const fs::path& folder) {
  implementation_->check_open();
  implementation_->attached.push_back({name, folder});
}

RecordMark Recorder::mark() const { return implementation_->history.mark(); }
std::optional<ThinnedSteps> Recorder::thinned_steps() const {
  const results::History& h = implementation_->history;
  if (!h.thinned()) return std::nullopt;
  return ThinnedSteps{h.attempted, h.step_time.size(), h.recorded_one_in()};
}
bool Recorder::snapshot_due() const { return implementation_->schedule.snapshot_due(WriteSchedule::Clock::now()); }
void Recorder::keep(Checkpoint checkpoint) { implementation_->checkpoint = std::move(checkpoint); }
void Recorder::keep_end(std::vector<double> end) { implementation_->checkpoint.end = std::move(end); }

void Recorder::snapshot() {
  implementation_->check_open();
  implementation_->write_snapshot();
}

void Recorder::finish(const RunSummary& summary) {
  Implementation& all = *implementation_;
  all.check_open();
  all.csv.file().commit();
  if (all.history.thinned() && all.history.step_time.empty()) all.steps.write(all.history);  // which says so
  all.steps.file().commit();
  all.write_hdf5(all.folder / "results.h5", summary);
  std::error_code ignored;  // an old snapshot that cannot be removed does no harm
  fs::remove(all.folder / "results.h5.part", ignored);
  // Last: a folder with a summary.json has all the other files too.
  results::PartFile file(all.folder / "summary.json");
  const std::string text = results::summary_text(all.layout, summary);
  file.buffer().append(text);
  file.commit();
  all.finished = true;
}

}  // namespace alembert
