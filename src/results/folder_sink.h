// Keeps the folder of a run up to date with what it has recorded: outputs.csv, steps.jsonl, results.h5, summary.json.
#pragma once

#include <filesystem>
#include <vector>

#include "results/csv_writer.h"
#include "results/folder_claim.h"
#include "results/hdf5_writer.h"
#include "results/run_data.h"
#include "results/steps_writer.h"
#include "results/write_schedule.h"

namespace alembert::results {

class FolderSink {
 public:
  // `run` is what is recorded, and stays; what it holds already is written at once.
  FolderSink(std::filesystem::path folder, RunData& run);

  // The last row of the history; the last step, and what became of it.
  void row_added();
  void step_added(History::Kept kept);
  void attach(AttachedAnalysis analysis) { attached_.push_back(std::move(analysis)); }

  bool snapshot_due() const { return schedule_.snapshot_due(WriteSchedule::Clock::now()); }
  void snapshot();
  // results.h5.part, of a run that did not come to its end.
  void write_unfinished() const { write(folder_ / "results.h5.part"); }
  // The run has ended: its files get their names.
  void finish();

 private:
  bool save_past(const std::filesystem::path& folder) const;
  void write(const std::filesystem::path& target) const;
  void flush_texts();
  // Brings the unfinished files up to date if it is time to.
  void keep_readable();

  RunData& run_;
  std::vector<AttachedAnalysis> attached_;
  FolderClaim claim_;
  std::filesystem::path folder_;
  CsvWriter csv_;
  StepsWriter steps_;
  WriteSchedule schedule_;
};

}  // namespace alembert::results
