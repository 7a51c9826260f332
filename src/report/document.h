// A page to be read from top to bottom: sections of text, verdicts, tables and charts. `compare` and `reproduce` write
// such pages; viewer/src/data.ts says what becomes of them.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plot/chart.h"

namespace alembert::report {

class Arrays;

// nothing: neither good nor bad
using Judgement = std::optional<bool>;

struct Text {
  std::string text;
};

struct Verdict {
  Judgement good;
  std::string text;
};

// A number is shown with as many digits as a reader needs, and whole when pointed at; one that is not finite is a gap.
struct Number {
  double value = 0.0;
};
struct Judged {
  std::string text;
  Judgement good;
  std::string hint = {};  // shown when pointed at; empty: nothing
};
using Cell = std::variant<std::string, Number, Judged>;

struct Table {
  std::string caption;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

// Of a plot::Chart the page shows what has a place in it: title, left axes, series and note. Marks and hollow markers
// are drawn in pictures alone.
using Block = std::variant<Text, Verdict, Table, plot::Chart>;

struct Section {
  std::string heading;
  int level = 1;  // 1, 2, 3
  std::vector<Block> blocks;

  void say(std::string text) { blocks.push_back(Text{std::move(text)}); }
  void judge(Judgement good, std::string text) { blocks.push_back(Verdict{good, std::move(text)}); }
};

struct Document {
  std::vector<Section> sections;

  // Good until the next one is added.
  Section& add(std::string heading, int level = 1) {
    return sections.emplace_back(Section{std::move(heading), level, {}});
  }
};

// False: this program was built without the viewer (ALEMBERT_VIEWER=OFF) and can write no page.
bool has_pages();

// The `sections` of the page's header, with the numbers of the charts put into the arrays.
nlohmann::ordered_json document_header(const Document& document, Arrays& arrays);
// Writes the page whole or not at all; throws Error(ExitCode::bad_usage) naming the file.
void write_document_page(const std::filesystem::path& file, const std::string& title, const Document& document);

}  // namespace alembert::report
