#include "flexible/text_rows.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>

#include "base/files.h"

namespace alembert::flexible {

std::vector<std::string> split_cells(const std::string& line, const char* separators) {
  std::vector<std::string> out;
  for (std::size_t at = line.find_first_not_of(separators); at != std::string::npos;) {
    const std::size_t end = line.find_first_of(separators, at);
    out.push_back(line.substr(at, end - at));
    at = end == std::string::npos ? end : line.find_first_not_of(separators, end);
  }
  return out;
}

std::vector<TextRow> read_rows(const std::filesystem::path& path, const char* separators) {
  const std::string name = path.string();
  if (const std::string problem = files::reading_problem(path); !problem.empty())
    throw ModelError({name, 0, 0}, problem);
  std::ifstream stream(path);
  std::vector<TextRow> out;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.find('\0') != std::string::npos) throw ModelError({name, number, 0}, "this is no text");
    std::vector<std::string> cells = split_cells(line, separators);
    if (!cells.empty()) out.push_back({line, std::move(cells), {name, number, 0}});
  }
  if (stream.bad()) throw ModelError({name, 0, 0}, "the file cannot be read to its end");
  return out;
}

double real_in(const TextRow& row, std::size_t cell, const char* what) {
  std::string text = cell < row.cells.size() ? row.cells[cell] : "";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool sign = c == '+' || c == '-';
    const bool after_digit = i > 0 && (std::isdigit(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '.');
    if (sign && after_digit) plain += 'e';  // 1.5-3
    if (c == '+' && i == 0) continue;
    plain += c == 'd' || c == 'D' ? 'e' : c;
  }
  return finite_of(plain, text, row.where, what);
}

int whole_in(const TextRow& row, std::size_t cell, const char* what) {
  return whole_of(cell < row.cells.size() ? row.cells[cell] : "", row.where, what);
}

double finite_of(const std::string& text, const std::string& shown, const SourcePosition& where, const char* what) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw ModelError(where, fmt::format("expected {} (a number), found `{}`", what, shown));
  return value;
}

int whole_of(const std::string& text, const SourcePosition& where, const char* what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    throw ModelError(where, fmt::format("expected {} (a whole number), found `{}`", what, text));
  return value;
}

}  // namespace alembert::flexible
