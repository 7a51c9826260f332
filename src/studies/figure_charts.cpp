#include "studies/figure_charts.h"

namespace alembert::studies {
namespace {

// "angle (rad)" is a label and its unit.
plot::Axis axis(const std::string& text, bool logarithmic) {
  const std::size_t open = text.rfind(" (");
  if (open == std::string::npos || !text.ends_with(')')) return {text, "", logarithmic};
  return {text.substr(0, open), text.substr(open + 2, text.size() - open - 3), logarithmic};
}

plot::Style style_of(Figure::Kind kind) {
  if (kind == Figure::Kind::loglog) return plot::Style::both;
  return kind == Figure::Kind::points ? plot::Style::points : plot::Style::line;
}

}  // namespace

std::vector<plot::Chart> charts_of(const Figure& figure) {
  const bool logarithmic = figure.kind == Figure::Kind::loglog;
  plot::Chart empty;
  empty.title = figure.title;
  empty.x = axis(figure.x, logarithmic);
  empty.y = axis(figure.y, logarithmic);
  std::vector<plot::Chart> charts = {empty};
  for (const Series& series : figure.series) {
    plot::Series line;
    line.x = series.x;
    line.y = series.y;
    line.style = style_of(figure.kind);
    if (figure.kind == Figure::Kind::panels) {
      if (!charts.back().series.empty()) charts.push_back(empty);
      charts.back().title = figure.title + ": " + series.name;  // which names the line
    } else {
      line.name = series.name;
    }
    charts.back().series.push_back(std::move(line));
  }
  return charts;
}

}  // namespace alembert::studies
