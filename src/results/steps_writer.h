// steps.jsonl: one line of JSON per attempted step.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/part_file.h"
#include "solve/step_record.h"

namespace alembert::results {

// "accepted", "error_test", ...: as steps.jsonl and results.h5 name it.
const char* outcome_name(StepOutcome outcome);

// Was the error test reached, so that the record's error ratio is a number worth writing?
bool has_error_ratio(const StepRecord& step, bool fixed_step);

class StepsWriter {
 public:
  StepsWriter(const std::filesystem::path& target, const std::vector<std::string>& row_names, bool fixed_step);

  void step(const StepRecord& step);
  void set_fixed_step(bool fixed) { fixed_step_ = fixed; }
  PartFile& file() { return file_; }

 private:
  PartFile file_;
  std::vector<std::string> row_names_;  // as JSON strings, quotes included
  bool fixed_step_;
};

}  // namespace alembert::results
