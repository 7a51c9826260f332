#include "report/document.h"

#include <cmath>

#include "report/page.h"

namespace alembert::report {

namespace {

Json json(Judgement good) { return good ? Json(*good) : Json(nullptr); }

Json json(const Cell& cell) {
  if (const auto* number = std::get_if<Number>(&cell))
    return std::isfinite(number->value) ? Json(number->value) : Json(nullptr);
  if (const auto* judged = std::get_if<Judged>(&cell)) {
    Json out = {{"text", judged->text}, {"good", json(judged->good)}};
    if (!judged->hint.empty()) out["hint"] = judged->hint;
    return out;
  }
  return std::get<std::string>(cell);
}

Json json(const plot::Axis& axis) { return {{"label", axis.label}, {"unit", axis.unit}, {"log", axis.logarithmic}}; }

const char* style_name(plot::Style style) {
  switch (style) {
    case plot::Style::line:
      return "line";
    case plot::Style::points:
      return "points";
    case plot::Style::both:
      return "both";
  }
  return "line";
}

// One block as the header of the page describes it.
struct BlockWriter {
  Arrays& arrays;

  Json operator()(const Text& text) const { return {{"kind", "text"}, {"text", text.text}}; }
  Json operator()(const Verdict& verdict) const {
    return {{"kind", "verdict"}, {"good", json(verdict.good)}, {"text", verdict.text}};
  }
  Json operator()(const Table& table) const {
    Json rows = Json::array();
    for (const std::vector<Cell>& row : table.rows) {
      Json cells = Json::array();
      for (const Cell& cell : row) cells.push_back(json(cell));
      rows.push_back(std::move(cells));
    }
    return {{"kind", "table"}, {"caption", table.caption}, {"columns", table.columns}, {"rows", std::move(rows)}};
  }
  Json operator()(const plot::Chart& chart) const {
    Json series = Json::array();
    for (const plot::Series& s : chart.series)
      series.push_back({{"name", s.name},
                        {"style", style_name(s.style)},
                        {"x", arrays.f64(s.x, {s.x.size()})},
                        {"y", arrays.f64(s.y, {s.y.size()})}});
    return {{"kind", "chart"},
            {"chart",
             {{"title", chart.title},
              {"x", json(chart.x)},
              {"y", json(chart.y)},
              {"series", std::move(series)},
              {"note", chart.note}}}};
  }
};

}  // namespace

bool has_pages() { return !viewer_template().empty(); }

Json document_header(const Document& document, Arrays& arrays) {
  Json sections = Json::array();
  for (const Section& section : document.sections) {
    Json blocks = Json::array();
    for (const Block& block : section.blocks) blocks.push_back(std::visit(BlockWriter{arrays}, block));
    sections.push_back({{"heading", section.heading}, {"level", section.level}, {"blocks", std::move(blocks)}});
  }
  return {{"sections", std::move(sections)}};
}

void write_document_page(const std::filesystem::path& file, const std::string& title, const Document& document) {
  Arrays arrays;
  Json header = document_header(document, arrays);
  write_page(file, title, std::move(header), arrays);
}

}  // namespace alembert::report
