#include "flexible/inp_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "flexible/text_rows.h"

namespace alembert::flexible {
namespace {

constexpr int deepest_include = 20;

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return std::string(text);
}

std::string unquoted(std::string text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return text.substr(1, text.size() - 2);
  return text;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> out;
  for (;;) {
    const std::size_t comma = line.find(',');
    out.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

// "*SOLID  Section" -> "SOLID SECTION"
std::string keyword_of(const std::string& text) {
  std::string out;
  for (const char c : upper_case(trimmed(std::string_view(text).substr(1)))) {
    if (std::isspace(static_cast<unsigned char>(c)) && (out.empty() || out.back() == ' ')) continue;
    out += std::isspace(static_cast<unsigned char>(c)) ? ' ' : c;
  }
  return out;
}

class CardsReader {
 public:
  void read(const std::filesystem::path& path, const SourcePosition& from, int depth) {
    const std::string name = path.string();
    if (const std::string problem = files::reading_problem(path); !problem.empty())
      throw ModelError(from, fmt::format("{}: {}", name, problem));
    std::ifstream stream(path);
    if (depth > deepest_include) throw ModelError(from, "files include each other without end");
    std::string line;
    int number = 0;
    while (std::getline(stream, line)) {
      ++number;
      if (line.find('\0') != std::string::npos) throw ModelError({name, number, 0}, "this is no text");
      take({name, number, 0}, trimmed(line), path, depth);
    }
    if (stream.bad()) throw ModelError({name, number, 0}, "the file cannot be read to its end");
  }

  std::vector<InpCard> finish() { return std::move(cards_); }

 private:
  void take(const SourcePosition& where, const std::string& line, const std::filesystem::path& path, int depth) {
    if (line.empty() || line.starts_with("**")) return;
    if (line[0] != '*' && !open_) {
      if (cards_.empty()) throw ModelError(where, fmt::format("expected a keyword, *NODE say; found `{:.40}`", line));
      cards_.back().rows.push_back({cells_of(line), where});
      return;
    }
    std::vector<std::string> cells = cells_of(line);
    if (line[0] == '*') {
      cards_.push_back({keyword_of(cells[0]), {}, {}, where});
      cells.erase(cells.begin());
    }
    open_ = !cells.empty() && cells.back().empty();  // a comma at the end: more parameters on the next line
    for (const std::string& cell : cells) {
      if (cell.empty()) continue;
      const std::size_t equals = cell.find('=');
      const std::string value = equals == std::string::npos ? "" : unquoted(trimmed(cell.substr(equals + 1)));
      cards_.back().parameters[upper_case(trimmed(cell.substr(0, equals)))] = value;
    }
    if (open_) return;
    const InpCard card = cards_.back();  // *NODE, INPUT=file has its rows there
    if (card.keyword == "INCLUDE") {
      cards_.pop_back();
      if (!card.has("INPUT")) throw ModelError(where, "*INCLUDE needs INPUT=file");
    }
    if (card.has("INPUT")) read(path.parent_path() / card.need("INPUT"), where, depth + 1);
  }

  std::vector<InpCard> cards_;
  bool open_ = false;
};

}  // namespace

const std::string& InpCard::need(const std::string& parameter) const {
  const auto found = parameters.find(parameter);
  if (found == parameters.end() || found->second.empty())
    throw ModelError(where, fmt::format("*{} needs {}=...", keyword, parameter));
  return found->second;
}

std::vector<InpCard> read_inp_cards(const std::filesystem::path& path) {
  CardsReader reader;
  reader.read(path, {}, 0);
  return reader.finish();
}

std::vector<std::string> included_files(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  bool keyword = false;  // a comma at the end of its line: parameters go on in the next
  for (std::string line; std::getline(stream, line);) {
    line = trimmed(line);
    if (line.starts_with("**") || (!keyword && !line.starts_with("*"))) continue;
    for (const std::string& cell : cells_of(line))
      if (const std::size_t equals = cell.find('=');
          equals != std::string::npos && upper_case(trimmed(cell.substr(0, equals))) == "INPUT")
        out.push_back(unquoted(trimmed(cell.substr(equals + 1))));
    keyword = line.ends_with(",");
  }
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

double number_in(const InpRow& row, std::size_t cell, const char* what) {
  const std::string text = cell < row.cells.size() ? row.cells[cell] : "";
  std::string plain = text.starts_with('+') ? text.substr(1) : text;
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  return finite_of(plain, text, row.where, what);
}

int integer_in(const InpRow& row, std::size_t cell, const char* what) {
  return whole_of(cell < row.cells.size() ? row.cells[cell] : "", row.where, what);
}

}  // namespace alembert::flexible
