#include "studies/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "studies/figure_charts.h"

namespace alembert::studies {

namespace {

using report::Cell;
using report::Judged;
using report::Number;
using report::Section;

report::Judgement judgement(Status status) {
  if (status == Status::reproduced) return true;
  if (status == Status::not_reproduced) return false;
  return std::nullopt;
}

std::string sentence(const Item& i) {
  std::string out = fmt::format("{}: {}.", name_of(i.status), i.claim);
  if (!i.published.empty()) out += fmt::format(" Published: {}.", i.published);
  if (!i.ours.empty()) out += fmt::format(" Here: {}.", i.ours);
  const bool failed = i.status == Status::not_reproduced || i.status == Status::not_attempted;
  if (!i.reason.empty()) out += fmt::format(" {}: {}.", failed ? "Why" : "Note", i.reason);
  return out;
}

// The number a text begins with, and what comes behind it up to the next blank or punctuation.
struct Quantity {
  double value = 0.0;
  std::string unit;
};
std::optional<Quantity> quantity(const std::string& text) {
  Quantity out;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, out.value);
  if (error != std::errc() || !std::isfinite(out.value)) return {};
  const std::string_view rest(end, static_cast<std::size_t>(last - end));
  if (!rest.empty() && rest.front() != ' ') return {};  // 2^-4, 0.1-0.3
  const std::size_t from = rest.find_first_not_of(' ');
  if (from != std::string_view::npos) out.unit = rest.substr(from, rest.find_first_of(" ,;:", from) - from);
  return out;
}

report::Table table_of(const Table& t) {
  report::Table out{t.title, t.columns, {}};
  for (const auto& row : t.rows) out.rows.emplace_back(row.begin(), row.end());
  // "X published" followed by "X here" gets a column that compares them.
  const std::string ours = " here", published = " published";
  for (std::size_t c = t.columns.size(); c-- > 1;) {
    const std::string& name = t.columns[c];
    const std::string what = name.substr(0, name.size() - std::min(name.size(), ours.size()));
    if (!name.ends_with(ours) || t.columns[c - 1] != what + published || what == "ratio") continue;
    const auto at = static_cast<std::ptrdiff_t>(c + 1);
    out.columns.insert(out.columns.begin() + at, what + " here / published");
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
      const std::optional<double> ratio = ratio_of(t.rows[r][c], t.rows[r][c - 1]);
      out.rows[r].insert(out.rows[r].begin() + at, ratio ? Cell(fmt::format("{:.3f}", *ratio)) : Cell(""));
    }
  }
  return out;
}

// What the paper says of a place in it, in the order of the claims; then places that have data alone.
std::vector<std::string> places_of(const Findings& f) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& where) {
    if (std::find(out.begin(), out.end(), where) == out.end()) out.push_back(where);
  };
  for (const Item& i : f.items) add(i.where);
  for (const Table& t : f.tables) add(t.where);
  for (const Figure& g : f.figures) add(g.where);
  return out;
}

report::Table claims_of(const Findings& f) {
  report::Table out{"All claims", {"where", "verdict", "claim", "published", "here", "here / published"}, {}};
  for (const Item& i : f.items) {
    const std::optional<double> ratio = ratio_of(i.ours, i.published);
    out.rows.push_back({i.where, Judged{name_of(i.status), judgement(i.status), i.reason}, i.claim, i.published, i.ours,
                        ratio ? Cell(fmt::format("{:.3f}", *ratio)) : Cell("")});
  }
  return out;
}

void add_place(const Findings& f, const std::string& where, Section& s) {
  for (const Item& i : f.items)
    if (i.where == where) s.judge(judgement(i.status), sentence(i));
  for (const Table& t : f.tables)
    if (t.where == where) s.blocks.push_back(table_of(t));
  for (const Figure& figure : f.figures) {
    if (figure.where != where) continue;
    Figure thin = figure;
    for (Series& series : thin.series) series = thinned(series);
    for (plot::Chart& chart : charts_of(thin)) {
      for (plot::Series& series : chart.series) {
        if (series.name.empty()) series.name = chart.y.label;
        if (series.name.ends_with("published")) series.style = plot::Style::points;  // on the line of ours
      }
      s.blocks.push_back(std::move(chart));
    }
  }
}

void add_sum(const std::vector<const PaperFindings*>& papers, report::Document& out) {
  Section& s = out.add("What came out");
  s.judge(std::nullopt, count_text(papers) + ".");
  s.say(
      "Every claim of the papers that this program can put to the test, with what was published and what came out "
      "here. "
      "`measured` are running times, which belong to a machine and are not judged.");
  report::Table t{"", {"paper", "reproduced", "NOT reproduced", "measured", "not attempted", "citation"}, {}};
  for (const PaperFindings* p : papers) {
    std::vector<Cell> row{fmt::format("{} ({})", p->paper->name, p->paper->number)};
    for (const Status status : {Status::reproduced, Status::not_reproduced, Status::measured, Status::not_attempted})
      row.push_back(Number{static_cast<double>(std::count_if(p->findings.items.begin(), p->findings.items.end(),
                                                             [&](const Item& i) { return i.status == status; }))});
    row.push_back(std::string(p->paper->citation));
    t.rows.push_back(std::move(row));
  }
  s.blocks.push_back(std::move(t));
  report::Table failed{
      "What does not reproduce, and why", {"paper", "where", "claim", "published", "here", "reason"}, {}};
  for (const PaperFindings* p : papers)
    for (const Item& i : p->findings.items)
      if (i.status == Status::not_reproduced)
        failed.rows.push_back({std::string(p->paper->name), i.where, i.claim, i.published, i.ours, i.reason});
  if (!failed.rows.empty()) s.blocks.push_back(std::move(failed));
}

}  // namespace

std::optional<double> ratio_of(const std::string& ours, const std::string& published) {
  const std::optional<Quantity> a = quantity(ours), b = quantity(published);
  if (!a || !b || a->unit != b->unit || b->value == 0.0) return {};
  return a->value / b->value;
}

report::Document page_of(const std::vector<const PaperFindings*>& papers) {
  report::Document out;
  add_sum(papers, out);
  for (const PaperFindings* p : papers) {
    Section& s = out.add(fmt::format("{} {}", p->paper->number, p->paper->name));
    s.say(std::string(p->paper->citation));
    s.judge(std::nullopt, count_text({p}) + ".");
    s.blocks.push_back(claims_of(p->findings));
    for (const std::string& where : places_of(p->findings)) add_place(p->findings, where, out.add(where, 2));
  }
  return out;
}

}  // namespace alembert::studies
