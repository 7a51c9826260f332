// Records a run: rows, steps and events into a RunData in memory, and, where there is a folder, from there into its
// files (docs/results.md).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/history.h"
#include "results/layout.h"
#include "results/records.h"
#include "results/sample.h"
#include "solve/step_record.h"

namespace alembert {

namespace results {
struct RunData;
class FolderSink;
}  // namespace results

class Recorder {
 public:
  // In memory alone; nothing is written anywhere.
  explicit Recorder(ResultsLayout layout);
  // Creates the folder if needed and removes the results of an older run from it, so that old and new never mix. Each
  // file is written under a temporary name (NAME.part) and gets its own name only when complete; the .part files are
  // flushed often enough that a killed run leaves readable results. Whatever cannot be written throws
  // Error(ExitCode::bad_usage) naming the path. A Recorder that is destroyed without `finish` leaves the .part files.
  Recorder(std::optional<std::filesystem::path> folder, ResultsLayout layout);
  // Goes on from what was recorded until a checkpoint. The older results, which may be in the same folder, are removed
  // only when results.h5.part holds all of that.
  Recorder(std::optional<std::filesystem::path> folder, ResultsLayout layout, results::History past,
           Checkpoint checkpoint);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void sample(const Sample& sample);
  void step(const StepRecord& step);
  void event(const EventRecord& event);
  // Modal coordinates after a step, all of the group `modes`.
  void modes_after_step(double time, std::span<const double> xi);
  // Of a list: what may have changed for the next analysis; names of things stay.
  void renew(const ResultsLayout& layout);
  // Of a list: rows and steps from now on are of this analysis, counted from 0.
  void begin(std::size_t analysis);
  // Of a list: an analysis with results of its own: in a folder, which is a group in results.h5 too; in memory.
  void attach(const std::string& name, const std::filesystem::path& folder);
  void attach(const std::string& name, std::shared_ptr<const results::RunData> data);
  // How much has been recorded.
  RecordMark mark() const;
  std::optional<ThinnedSteps> thinned_steps() const;
  // The checkpoint that is written from now on; what it ended with.
  void keep(Checkpoint checkpoint);
  void keep_end(std::vector<double> end);
  // Writes what was recorded so far, with the checkpoint; nothing without a folder, which is never due.
  void snapshot();
  bool snapshot_due() const;
  // Writes everything out and moves the files into place. `summary.status` other than "done" marks them incomplete.
  void finish(const RunSummary& summary);
  // All that was recorded, once it is finished.
  std::shared_ptr<const results::RunData> data() const;

 private:
  void check_open() const;

  std::shared_ptr<results::RunData> data_;
  std::unique_ptr<results::FolderSink> folder_;  // null: in memory alone
  bool finished_ = false;
};

}  // namespace alembert
