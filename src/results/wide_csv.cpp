#include "results/wide_csv.h"

#include <fmt/format.h>

#include <iterator>

#include "results/csv_writer.h"
#include "results/part_file.h"

namespace alembert::results {

void write_wide_csv(const std::filesystem::path& path, const RunData& run, const std::vector<Column>& columns) {
  PartFile file(path);
  auto out = std::back_inserter(file.buffer());
  std::vector<const Column*> shown;
  for (const Column& column : columns)
    if (column.clock == Clock::times && !column.derived) shown.push_back(&column);
  fmt::format_to(out, "time [s]");
  for (const Column* column : shown) fmt::format_to(out, ",{}", csv_field(heading(*column)));
  fmt::format_to(out, "\n");
  for (std::size_t row = 0; row < run.history.time.size(); ++row) {
    fmt::format_to(out, "{}", run.history.time[row]);
    for (const Column* column : shown) fmt::format_to(out, ",{}", column->value(row));
    fmt::format_to(out, "\n");
    file.flush_if_large();
  }
  file.commit();
}

}  // namespace alembert::results
