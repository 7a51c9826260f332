#include "model/yaml_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace alembert {
namespace {

struct Place {
  int line = 0, column = 0;  // from 1
  std::string text() const { return fmt::format("line {}, column {}", line, column); }
};

struct Bracket {
  char sign = 0;
  Place place;
};

// What a glance over the text finds: brackets and quotes, as YAML counts them.
struct Findings {
  std::vector<Bracket> open;           // brackets not closed at the place where the parser gave up, outermost first
  std::optional<Bracket> wrong_close;  // `]` for `{`, or for nothing
  Bracket closed_wrongly;              // what that was to close; no sign: nothing
  std::optional<Place> open_quote;     // never closed
  std::optional<std::pair<Place, int>> long_quote;  // text in quotes over several lines: begin and last line
};

// Goes through the text up to a place. Quotes and brackets count where a value can begin, and brackets anywhere inside
// brackets; text of `|` and `>` is not told apart, which can at worst give a hint that does not help.
class Glance {
 public:
  Glance(std::string_view text, const Place& end) : text_(text), end_(end) {}

  Findings look() {
    while (at_ < text_.size() && !out_.open_quote && !out_.wrong_close &&
           std::pair(place_.line, place_.column) <= std::pair(end_.line, end_.column))
      step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    const bool fresh = begins_value();
    if (c == '#' && (at_ == 0 || std::string_view(" \t\n").find(text_[at_ - 1]) != std::string_view::npos))
      return advance_to(std::min(text_.find('\n', at_), text_.size()));
    if ((c == '"' || c == '\'') && fresh) return quote();
    const bool inside = !out_.open.empty();
    if ((c == '[' || c == '{') && (fresh || inside)) out_.open.push_back({c, place_});
    if ((c == ']' || c == '}') && inside)
      close(c);
    else if ((c == ']' || c == '}') && last_ == 'e')
      out_.wrong_close = Bracket{c, place_};
    if (c == '\n')
      last_ = inside ? ',' : '\n';
    else if (c != ' ' && c != '\t' && c != '\r')
      last_ = (c == ']' || c == '}') ? 'e' : c;
    advance_to(at_ + 1);
  }

  // Behind `: `, `, `, `- `, a bracket, or at the front of a line.
  bool begins_value() const {
    const bool spaced = at_ > 0 && (text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t');
    switch (last_) {
      case '\n':
      case '[':
      case '{':
      case ',':
        return true;
      case ':':
      case '-':
      case '?':
        return spaced;
      default:
        return false;
    }
  }

  void quote() {
    const Place begin = place_;
    const std::size_t end = end_of_quotes(text_, at_);
    if (end == std::string_view::npos) {
      out_.open_quote = begin;
      return;
    }
    advance_to(end);
    if (place_.line > begin.line) out_.long_quote = {begin, place_.line};
    last_ = '"';
  }

  void close(char c) {
    const Bracket opened = out_.open.back();
    out_.open.pop_back();
    if ((opened.sign == '[') == (c == ']')) return;
    out_.wrong_close = Bracket{c, place_};
    out_.closed_wrongly = opened;
  }

  void advance_to(std::size_t target) {
    for (; at_ < target; ++at_) {
      place_.column = text_[at_] == '\n' ? 1 : place_.column + 1;
      place_.line += text_[at_] == '\n' ? 1 : 0;
    }
  }

  std::string_view text_;
  Place end_;
  std::size_t at_ = 0;
  Place place_{1, 1};
  char last_ = '\n';  // the last character that is no space; 'e' for the end of a bracket
  Findings out_;
};

std::vector<std::string> lines_of(const std::string& text, int count) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; static_cast<int>(out.size()) < count && std::getline(stream, line);) out.push_back(line);
  return out;
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

// Of a line that is indented as none of those it could belong to; empty for others.
std::string indentation_problem(const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  const std::size_t here = indentation(lines.back());
  std::vector<std::size_t> levels;  // of the lines that this one could follow, innermost first
  for (std::size_t k = lines.size() - 1; k-- > 0;) {
    const std::size_t depth = indentation(lines[k]);
    if (depth == lines[k].size() || lines[k][depth] == '#' || lines[k][depth] == '\r') continue;
    if (levels.empty() || depth < levels.back()) levels.push_back(depth);
    if (depth == 0) break;
  }
  if (levels.empty() || std::find(levels.begin(), levels.end(), here) != levels.end()) return {};
  const std::size_t above = static_cast<std::size_t>(
      std::find_if(lines.rbegin() + 1, lines.rend(),
                   [](const std::string& l) {
                     return l.find_first_not_of(" \r") != std::string::npos && l[indentation(l)] != '#';
                   }) -
      lines.rbegin());
  const std::string& before = lines[lines.size() - 1 - above];
  const std::size_t last = before.find_last_not_of(" \r", before.find(" #"));
  if (here > levels.front() && last != std::string::npos && (before[last] == ':' || before[last] == '-')) return {};
  if (here > levels.front())
    return fmt::format("this line is indented by {} spaces, the one before by {}, which takes no keys below it", here,
                       levels.front());
  std::reverse(levels.begin(), levels.end());
  return fmt::format("this line is indented by {} space{}, those before by {}: it must stand exactly below one of them",
                     here, here == 1 ? "" : "s", fmt::join(levels, ", "));
}

// What yaml-cpp says, in other words.
std::string plain_words(const std::string& said, char here) {
  if (said == "end of map not found") return "this does not belong to the keys above it";
  if (said == "end of sequence not found") return "this does not belong to the entries `- ...` above it";
  if (said == "illegal map value") return "`key: value` cannot stand here";
  if (said == "unknown token") return fmt::format("`{}` cannot begin a value: put the text in quotes", here);
  return said;
}

// `a: b: c`, or a colon without a space behind it in a line of which nothing else can be said.
std::string colon_hint(const std::string& line) {
  const std::size_t first = line.find(':');
  if (first == std::string::npos || first + 1 >= line.size()) return {};
  if (line[first + 1] != ' ')
    return fmt::format(" (a space belongs behind the `:` of `{}:`)",
                       line.substr(indentation(line), first - indentation(line)));
  if (line.find(": ", first + 1) != std::string::npos)
    return " (a text with `: ` in it needs quotes around it, several keys in one line need { } and commas)";
  return {};
}

}  // namespace

std::size_t end_of_quotes(std::string_view text, std::size_t start) {
  const char quote = text[start];
  for (std::size_t k = start + 1; k < text.size(); ++k) {
    if (text[k] == '\\' && quote == '"')
      ++k;
    else if (text[k] == quote && quote == '\'' && k + 1 < text.size() && text[k + 1] == quote)
      ++k;
    else if (text[k] == quote)
      return k + 1;
  }
  return std::string_view::npos;
}

std::string comment_hint(const std::string& text, int line) {
  const std::vector<std::string> lines = lines_of(text, line);
  if (lines.empty() || static_cast<int>(lines.size()) < line) return {};
  const std::string& last = lines.back();
  const std::size_t at = last.find(": #");
  if (at == std::string::npos) return {};
  const std::string comment = last.substr(at + 2, last.find_first_of(" ,}]", at + 2) - at - 2);
  return fmt::format(" (`#` begins a comment: write \"{}\" in quotes)", comment);
}

void fail_yaml(const std::string& text, SourcePosition where, const std::string& said) {
  const Findings found = Glance(text, {where.line, where.column}).look();
  const std::vector<std::string> lines = lines_of(text, where.line);
  const std::string line = static_cast<int>(lines.size()) == where.line && where.line > 0 ? lines.back() : "";
  const char here = where.column > 0 && static_cast<std::size_t>(where.column) <= line.size()
                        ? line[static_cast<std::size_t>(where.column) - 1]
                        : ' ';
  const std::string words = plain_words(said, here);
  const auto fail = [&](const Place& place, const std::string& message) {
    throw ModelError({where.file, place.line, place.column}, "not valid YAML: " + message);
  };
  if (found.open_quote) fail(*found.open_quote, "the quote that begins here is not closed");
  if (found.long_quote)
    fail({where.line, where.column}, fmt::format("{} (the quote of {} ends in line {}: is one missing?)", words,
                                                 found.long_quote->first.text(), found.long_quote->second));
  if (line.substr(0, line.find_first_not_of(" \t") == std::string::npos ? 0 : line.find_first_not_of(" \t"))
          .find('\t') != std::string::npos)
    fail({where.line, where.column}, "tabs cannot indent: use spaces");
  if (found.wrong_close) {
    const Bracket& close = *found.wrong_close;
    fail(close.place, found.closed_wrongly.sign != 0
                          ? fmt::format("`{}` cannot close the `{}` of {}", close.sign, found.closed_wrongly.sign,
                                        found.closed_wrongly.place.text())
                          : fmt::format("`{}` closes nothing: there is one too many", close.sign));
  }
  if (!found.open.empty()) {
    const Bracket& open = found.open.back();
    for (int k = open.place.line; k <= where.line; ++k)
      if (const std::string hint = comment_hint(text, k); !hint.empty())
        fail(open.place, fmt::format("the `{}` that begins here is not closed{}", open.sign, hint));
    const char close = open.sign == '[' ? ']' : '}';
    if (open.place.line < where.line)
      fail(open.place, fmt::format("the `{}` that begins here is not closed by a `{}` up to line {}", open.sign, close,
                                   where.line));
    fail({where.line, where.column},
         fmt::format("expected a comma or `{}` here, for the `{}` of column {}{}", close, open.sign, open.place.column,
                     text.find("repeat") != std::string::npos && open.sign == '{'
                         ? " (inside [ ] or { } a name with {...} needs quotes)"
                         : ""));
  }
  if (const std::string problem = indentation_problem(lines); !problem.empty())
    fail({where.line, where.column}, problem);
  throw ModelError(where, "not valid YAML: " + words + colon_hint(line));
}

}  // namespace alembert
