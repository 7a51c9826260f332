#include "results/csv_writer.h"

#include <fmt/format.h>

#include <iterator>

namespace alembert::results {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

CsvWriter::CsvWriter(const std::filesystem::path& target, const std::vector<std::string>& names, double time_unit)
    : file_(target), time_unit_(time_unit) {
  auto out = std::back_inserter(file_.buffer());
  fmt::format_to(out, "time");
  for (const std::string& name : names) fmt::format_to(out, ",{}", csv_field(name));
  fmt::format_to(out, "\n");
  file_.flush();
}

void CsvWriter::row(double time, std::span<const double> values) {
  auto out = std::back_inserter(file_.buffer());
  fmt::format_to(out, "{}", time / time_unit_);
  for (const double value : values) fmt::format_to(out, ",{}", value);
  fmt::format_to(out, "\n");
  file_.flush_if_large();
}

}  // namespace alembert::results
