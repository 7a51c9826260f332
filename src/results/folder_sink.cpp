#include "results/folder_sink.h"

#include <system_error>
#include <utility>

#include "results/part_file.h"
#include "results/results_folder.h"
#include "results/summary_writer.h"

namespace alembert::results {
namespace {

namespace fs = std::filesystem;

// After `save`, which tells whether it wrote results.h5.part, removes what an older run left in the folder.
// Folders of single analyses, where there is a list of them, are the business of who made them.
template <class Save>
fs::path prepare(fs::path folder, bool of_list, Save save) {
  remove_results(folder, save(folder) ? "results.h5.part" : "");
  if (!of_list) remove_analyses(folder);
  return folder;
}

}  // namespace

FolderSink::FolderSink(fs::path folder, RunData& run)
    : run_(run),
      claim_(folder),
      folder_(prepare(std::move(folder), !run.layout.analyses.empty(),
                      [this](const fs::path& to) { return save_past(to); })),
      csv_(folder_ / "outputs.csv", run.names(Group::outputs), run.layout.time_unit),
      steps_(folder_ / "steps.jsonl", run.layout.row_names),
      schedule_(WriteSchedule::Clock::now()) {
  run_.file = folder_ / "results.h5";
  const History& history = run_.history;
  for (std::size_t k = 0; k < history.time.size(); ++k) csv_.row(history.time[k], history.outputs_at(k));
  steps_.write(history);
  flush_texts();
  PartFile running(folder_ / "summary.json");
  const std::string text = summary_text(run_.layout, RunSummary{});
  running.buffer().append(text);
  running.flush();
}

bool FolderSink::save_past(const fs::path& folder) const {
  if (run_.checkpoint.state.empty()) return false;
  write(folder / "results.h5.part");
  return true;
}

void FolderSink::write(const fs::path& target) const {
  const fs::path temporary = target.parent_path() / "results.h5.tmp";
  try {
    write_hdf5(temporary, run_, attached_);
    publish(temporary, target);
  } catch (...) {
    std::error_code ignored;  // the first failure is the one to report
    fs::remove(temporary, ignored);
    throw;
  }
}

void FolderSink::flush_texts() {
  csv_.file().flush();
  steps_.file().flush();
}

void FolderSink::keep_readable() {
  const WriteSchedule::Time now = WriteSchedule::Clock::now();
  if (schedule_.flush_due(now)) {
    flush_texts();
    schedule_.flushed(now);
  }
  if (!run_.layout.checkpoints && schedule_.snapshot_due(now)) snapshot();
}

void FolderSink::snapshot() {
  const WriteSchedule::Time begin = WriteSchedule::Clock::now();
  flush_texts();  // all files tell of the same moment
  write(folder_ / "results.h5.part");
  schedule_.snapshot_written(begin, WriteSchedule::Clock::now());
}

void FolderSink::row_added() {
  csv_.row(run_.history.time.back(), run_.history.outputs_at(run_.history.time.size() - 1));
  keep_readable();
}

void FolderSink::step_added(History::Kept kept) {
  if (kept == History::Kept::yes) steps_.last_of(run_.history);
  if (kept == History::Kept::thinned) steps_.write(run_.history);
  keep_readable();
}

void FolderSink::finish() {
  csv_.file().commit();
  if (run_.history.thinned() && run_.history.step_time.empty()) steps_.write(run_.history);  // which says so
  steps_.file().commit();
  write(folder_ / "results.h5");
  std::error_code ignored;  // an old snapshot that cannot be removed does no harm
  fs::remove(folder_ / "results.h5.part", ignored);
  // Last: a folder with a summary.json has all the other files too.
  PartFile file(folder_ / "summary.json");
  file.buffer().append(run_.summary.text());
  file.commit();
}

}  // namespace alembert::results
