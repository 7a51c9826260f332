#include "model/csv_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "base/suggest.h"
#include "model/node.h"

namespace alembert {
namespace {

struct Cell {
  std::string_view text;  // without spaces and quotes around it
  int column = 0;         // of its first character in the line, from 1
};

// One separator for a whole file: `;` or a tab where the first line has one, else the comma.
char separator_of(std::string_view line) {
  if (line.find(';') != std::string_view::npos) return ';';
  if (line.find(',') != std::string_view::npos) return ',';
  return line.find('\t') != std::string_view::npos ? '\t' : ',';
}

std::vector<Cell> cells_of(std::string_view line, char separator) {
  std::vector<Cell> out;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(line.find(separator, at), line.size());
    std::size_t first = at, last = end;
    const auto blank = [&](std::size_t k) { return line[k] == ' ' || line[k] == '\t' || line[k] == '"'; };
    while (first < last && blank(first)) ++first;
    while (last > first && blank(last - 1)) --last;
    out.push_back({line.substr(first, last - first), static_cast<int>(first) + 1});
    if (end == line.size()) return out;
    at = end + 1;
  }
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// Hands the cells of every line that holds any to `add(cells, line number)`.
template <class Add>
void read_lines(const std::filesystem::path& path, const Add& add) {
  const auto fail = [&](const std::string& message) { throw ModelError({path.string(), 0, 0}, message); };
  if (const std::string problem = files::reading_problem(path); !problem.empty()) fail(problem);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail("the file cannot be opened for reading");
  std::string line;
  std::size_t size = 0, columns = 0;  // columns: of the first line
  char separator = 0;
  for (int number = 1; std::getline(stream, line); ++number) {
    size += line.size() + 1;
    if (size > largest_file) fail("the file is too large");
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);  // byte order mark
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos || line.starts_with('#')) continue;
    if (separator == 0) separator = separator_of(line);
    if (separator != ';' && line.find(';') != std::string::npos)
      throw ModelError({path.string(), number, 0},
                       "`;` in a file whose first line is separated otherwise: use one separator for all lines");
    if (const std::size_t at = line.find('\0'); at != std::string::npos)
      throw ModelError({path.string(), number, static_cast<int>(at) + 1},
                       "this is no text (byte 0x00): save the table as CSV in UTF-8");
    const std::vector<Cell> cells = cells_of(line, separator);
    if (columns == 0) columns = cells.size();
    if (cells.size() > columns)
      throw ModelError({path.string(), number, cells[columns].column},
                       fmt::format("this line has {} cells, the first has {}{}", cells.size(), columns,
                                   separator == ',' ? "; decimals are written with a point, not a comma" : ""));
    add(cells, number);
  }
  if (stream.bad()) fail("the file cannot be read to its end");
}

bool is_comma_number(std::string_view text) {
  const std::size_t comma = text.find(',');
  return comma != std::string_view::npos && number_of(text.substr(0, comma)) && number_of(text.substr(comma + 1));
}

double finite_number(const Cell& cell, const std::string& file, int line) {
  const std::optional<double> value = number_of(cell.text);
  if (!value || !std::isfinite(*value)) {
    const bool comma = std::count(cell.text.begin(), cell.text.end(), ',') == 1;
    throw ModelError({file, line, cell.column},
                     fmt::format("expected a finite number, found `{}`{}", cell.text,
                                 comma ? "; decimals are written with a point, not a comma" : ""));
  }
  return *value;
}

class ColumnReader {
 public:
  ColumnReader(const std::filesystem::path& path, const std::string& first, const std::string& second,
               const std::string& preferred)
      : file_(path.string()), names_{first, second}, preferred_(preferred) {}

  CsvColumns read() {
    read_lines(file_, [this](const std::vector<Cell>& cells, int line) { add(cells, line); });
    if (out_.lines.empty()) fail(0, "there are no numbers in this file");
    return std::move(out_);
  }

 private:
  void add(const std::vector<Cell>& cells, int line) {
    if (!started_) {
      started_ = true;
      const bool header = !std::all_of(cells.begin(), cells.end(), [](const Cell& c) { return number_of(c.text); });
      if (header && !preferred_.empty() &&
          std::any_of(cells.begin(), cells.end(), [&](const Cell& c) { return c.text == preferred_; }))
        names_[1] = preferred_;
      for (const Cell& cell : cells)  // a number with a comma is no name
        if (header && is_comma_number(cell.text)) finite_number(cell, file_, line);
      for (std::size_t k = 0; k < 2; ++k) columns_[k] = find_column(names_[k], cells, header, line);
      if (header) return;
    }
    double values[2];
    for (std::size_t k = 0; k < 2; ++k) {
      if (columns_[k] >= cells.size()) {
        fail(line, fmt::format("there is no column {} in this line, which has {}", columns_[k] + 1, cells.size()));
      }
      values[k] = finite_number(cells[columns_[k]], file_, line);
    }
    out_.first.push_back(values[0]);
    out_.second.push_back(values[1]);
    out_.lines.push_back(line);
  }

  std::size_t find_column(const std::string& name, const std::vector<Cell>& cells, bool header, int line) const {
    std::vector<std::string> known;
    for (std::size_t k = 0; header && k < cells.size(); ++k) {
      if (cells[k].text == name) return k;
      known.emplace_back(cells[k].text);
    }
    const std::optional<double> number = number_of(name);
    if (!number) {
      fail(line, header ? fmt::format("there is no column `{}`{}", name, instead_of(name, known))
                        : fmt::format("there is no column `{}`: the file has no header with names", name));
    }
    const auto count = static_cast<double>(cells.size());
    if (*number != std::floor(*number) || *number < 1.0 || *number > count) {
      fail(line, fmt::format("there is no column {}: they are numbered from 1 to {}", name, cells.size()));
    }
    return static_cast<std::size_t>(*number) - 1;
  }

  // The nearest column, or all of them if they are few.
  static std::string instead_of(const std::string& name, const std::vector<std::string>& known) {
    constexpr std::size_t most = 12;
    const std::string near = did_you_mean(name, known);
    return !near.empty() || known.size() > most ? near : fmt::format("; there are `{}`", fmt::join(known, "`, `"));
  }

  [[noreturn]] void fail(int line, const std::string& message) const { throw ModelError({file_, line, 0}, message); }

  std::string file_;
  std::string names_[2], preferred_;
  std::size_t columns_[2] = {0, 0};
  bool started_ = false;
  CsvColumns out_;
};

}  // namespace

CsvColumns read_csv_columns(const std::filesystem::path& path, const std::string& first, const std::string& second,
                            const std::string& preferred) {
  return ColumnReader(path, first, second, preferred).read();
}

std::vector<std::vector<double>> read_csv_matrix(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::vector<std::vector<double>> out;
  bool started = false;
  read_lines(path, [&](const std::vector<Cell>& cells, int line) {
    const bool header =
        !started && std::none_of(cells.begin(), cells.end(), [](const Cell& c) { return number_of(c.text); });
    started = true;
    if (header) return;
    std::vector<double> row;
    row.reserve(cells.size());
    for (const Cell& cell : cells) row.push_back(finite_number(cell, file, line));
    out.push_back(std::move(row));
    if (out.back().size() != out[0].size())
      throw ModelError({file, line, 0},
                       fmt::format("this row has {} numbers, the first has {}", out.back().size(), out[0].size()));
  });
  if (out.empty()) throw ModelError({file, 0, 0}, "there are no numbers in this file");
  return out;
}

}  // namespace alembert
