// outputs.csv: `time` and the model's outputs, one row per output time (RFC 4180, but lines end with \n).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/part_file.h"

namespace alembert::results {

// A field as CSV holds it: quoted if it contains a comma, a quote or a line break.
std::string csv_field(const std::string& text);

class CsvWriter {
 public:
  // `time_unit`: the time column holds time / time_unit.
  CsvWriter(const std::filesystem::path& target, const std::vector<std::string>& names, double time_unit);

  // Numbers get the shortest digits that read back to the same double.
  void row(double time, std::span<const double> values);
  PartFile& file() { return file_; }

 private:
  PartFile file_;
  double time_unit_;
};

}  // namespace alembert::results
