// steps.jsonl: one line of JSON per attempted step; where they are thinned, a first line says so.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/history.h"
#include "results/part_file.h"
#include "solve/step_record.h"

namespace alembert::results {

// "accepted", "error_test", ...: as steps.jsonl and results.h5 name it.
const char* outcome_name(StepOutcome outcome);

// Was the error test reached, so that the record's error ratio is a number worth writing?
bool has_error_ratio(const StepRecord& step, bool fixed_step);

class StepsWriter {
 public:
  StepsWriter(const std::filesystem::path& target, const std::vector<std::string>& row_names);

  // All steps of a history, in place of what was written before; the last of them behind what was.
  void write(const History& history);
  void last_of(const History& history);
  PartFile& file() { return file_; }

 private:
  void step(const History& history, std::size_t k);

  PartFile file_;
  std::vector<std::string> row_names_;  // as JSON strings, quotes included
};

}  // namespace alembert::results
