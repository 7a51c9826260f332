// Draws charts as layout.h places them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/files.h"
#include "plot/cairo_canvas.h"
#include "plot/chart.h"
#include "plot/layout.h"
#include "plot/text.h"
#include "plot/thinning.h"

namespace alembert::plot {
namespace {

struct Theme {
  Colour background, ink, faint, grid;
  std::array<Colour, 7> lines;
};

constexpr Colour rgb(unsigned value) {
  return {((value >> 16) & 0xff) / 255.0, ((value >> 8) & 0xff) / 255.0, (value & 0xff) / 255.0};
}

// Colours that people with any colour vision tell apart (Okabe and Ito 2008). Yellow is left out on white and blue on
// black, where they are hard to see.
constexpr Theme light{
    rgb(0xffffff),
    rgb(0x222222),
    rgb(0x707070),
    rgb(0xe2e2e2),
    {rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x000000)}};
constexpr Theme dark{
    rgb(0x16181d),
    rgb(0xe4e4e4),
    rgb(0xa0a0a0),
    rgb(0x363a42),
    {rgb(0x56b4e9), rgb(0xe69f00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xf0e442), rgb(0xd55e00), rgb(0xffffff)}};

// Five dashes and five markers beside seven colours: 35 lines that differ, and the first five even in grey.
constexpr std::array<double, 0> solid{};
constexpr std::array<double, 2> dashed{8.0, 4.0};
constexpr std::array<double, 4> dash_dot{9.0, 3.0, 2.0, 3.0};
constexpr std::array<double, 2> dotted{2.0, 3.0};
constexpr std::array<double, 2> long_dashed{16.0, 4.0};
constexpr std::array<std::span<const double>, 5> dashes{solid, dashed, dash_dot, dotted, long_dashed};
constexpr std::array<Marker, 5> markers{Marker::circle, Marker::square, Marker::triangle, Marker::diamond,
                                        Marker::wedge};
constexpr std::array<double, 2> mark_dash{4.0, 3.0};

constexpr double line_width = 1.7, marker_radius = 3.6, dot = 2.0;
constexpr std::size_t many_points = 400;  // more markers than this in a series of points are dots

class Drawing {
 public:
  Drawing(const std::vector<Chart>& charts, Format format, const ChartOptions& options)
      : charts_(charts),
        theme_(options.dark ? dark : light),
        canvas_(format, options.width, *options.height, options.dpi) {
    layout_ = layout_of(charts, options, [this](const std::string& text, double size, bool bold) {
      return canvas_.text_width(text, {theme_.ink, size, bold});
    });
  }

  std::string draw() {
    canvas_.fill({0.0, 0.0, layout_.width, layout_.height}, theme_.background);
    for (std::size_t i = 0; i < charts_.size(); ++i) chart(charts_[i], layout_.charts[i]);
    const ChartPlace& last = layout_.charts.back();
    for (const Tick& tick : layout_.x_ticks.ticks)
      canvas_.text(tick.label, {x_scale().place(tick.value), last.area.bottom() + 18.0}, Place::centre,
                   {theme_.ink, letters});
    canvas_.text(axis_text(charts_[0].x, layout_.x_ticks), {last.area.x + 0.5 * last.area.width, layout_.x_label_y},
                 Place::centre, {theme_.ink, letters});
    double y = layout_.x_label_y + 20.0;
    for (const std::string& note : layout_.notes) {
      canvas_.text(note, {layout_.y_label_x - 8.0, y}, Place::left, {theme_.faint, note_letters});
      y += 17.0;
    }
    return canvas_.finish();
  }

 private:
  Scale x_scale() const {
    const Rectangle& area = layout_.charts[0].area;
    return {charts_[0].x.logarithmic, layout_.x, area.x, area.right()};
  }
  Colour colour(std::size_t series) const { return theme_.lines[series % theme_.lines.size()]; }

  void chart(const Chart& chart, const ChartPlace& place) {
    const Rectangle& area = place.area;
    const Scale left(chart.y.logarithmic, place.y, area.bottom(), area.y);
    grid(place, left);
    canvas_.text(place.title, {area.x, place.title_y}, Place::left, {theme_.ink, title_letters, true});
    if (chart.right) right_axis(chart, place);
    canvas_.clip({area.x - 1.0, area.y - 1.0, area.width + 2.0, area.height + 2.0});
    for (std::size_t k = 0; k < chart.series.size(); ++k) {
      if (chart.series[k].right && chart.right) {
        const bool logarithmic = chart.right->logarithmic;
        const Scale right(logarithmic, place.right, area.bottom(), area.y);
        series(chart.series[k], k, points_of(chart.series[k], right, logarithmic));
      } else {
        series(chart.series[k], k, points_of(chart.series[k], left, chart.y.logarithmic));
      }
    }
    canvas_.unclip();
    canvas_.frame(area, {theme_.faint, 1.0});
    vertical_marks(chart, area);
    horizontal_marks(chart, area, left);
    legend(chart, place);
    upright_label(axis_text(chart.y, place.y_ticks), layout_.y_label_x, area);
  }

  // An axis label beside the chart, turned, no longer than the chart is high.
  void upright_label(const std::string& text, double x, const Rectangle& area) {
    const Lettering lettering{theme_.ink, letters};
    const std::string shown = fitted(printable(text), area.height + 20.0,
                                     [&](const std::string& part) { return canvas_.text_width(part, lettering); });
    canvas_.text(shown, {x, area.y + 0.5 * area.height}, Place::centre, lettering, true);
  }

  // Lines at the labelled ticks, short strokes at the minor ones; each kind is one path, which keeps files small.
  void grid(const ChartPlace& place, const Scale& y) {
    const Rectangle& area = place.area;
    const Scale x = x_scale();
    const Point gap{std::nan(""), std::nan("")};
    std::vector<Point> lines, strokes;
    for (const Tick& tick : layout_.x_ticks.ticks) {
      const double at = x.place(tick.value);
      std::vector<Point>& kind = tick.label.empty() ? strokes : lines;
      const double end = tick.label.empty() ? area.bottom() - 4.0 : area.y;
      kind.insert(kind.end(), {{at, area.bottom()}, {at, end}, gap});
    }
    for (const Tick& tick : place.y_ticks.ticks) {
      const double at = y.place(tick.value);
      std::vector<Point>& kind = tick.label.empty() ? strokes : lines;
      const double end = tick.label.empty() ? area.x + 4.0 : area.right();
      kind.insert(kind.end(), {{area.x, at}, {end, at}, gap});
      canvas_.text(tick.label, {area.x - 7.0, at + 4.5}, Place::right, {theme_.ink, letters});
    }
    canvas_.line(lines, {theme_.grid, 1.0});
    canvas_.line(strokes, {theme_.faint, 1.0});
  }

  void right_axis(const Chart& chart, const ChartPlace& place) {
    const Rectangle& area = place.area;
    const Scale y(chart.right->logarithmic, place.right, area.bottom(), area.y);
    for (const Tick& tick : place.right_ticks.ticks) {
      const double at = y.place(tick.value);
      canvas_.line({{area.right() - (tick.label.empty() ? 4.0 : 7.0), at}, {area.right(), at}}, {theme_.faint, 1.0});
      canvas_.text(tick.label, {area.right() + 7.0, at + 4.5}, Place::left, {theme_.ink, letters});
    }
    upright_label(axis_text(*chart.right, place.right_ticks), place.right_label_x, area);
  }

  // Not a number for what the axes cannot show.
  std::vector<Point> points_of(const Series& series, const Scale& y, bool logarithmic) const {
    const Scale x = x_scale();
    std::vector<Point> points(std::min(series.x.size(), series.y.size()), {std::nan(""), std::nan("")});
    for (std::size_t k = 0; k < points.size(); ++k)
      if (shows(charts_[0].x.logarithmic, series.x[k]) && shows(logarithmic, series.y[k]))
        points[k] = {x.place(series.x[k]), y.place(series.y[k])};
    return points;
  }

  void series(const Series& series, std::size_t index, const std::vector<Point>& points) {
    if (series.style != Style::points) line(thinned_line(points), index);
    if (series.style == Style::line) return lonely_points(points, index);
    const std::vector<std::size_t> shown = thinned_points(points);
    const bool dots = shown.size() > many_points;
    for (const std::size_t k : shown) {
      if (dots)
        canvas_.fill({points[k].x - 0.5 * dot, points[k].y - 0.5 * dot, dot, dot}, colour(index));
      else
        marker(points[k], index, k < series.hollow.size() && series.hollow[k]);
    }
  }
  void line(const std::vector<Point>& points, std::size_t index) {
    canvas_.line(points, {colour(index), line_width, dashes[index % dashes.size()]});
  }
  void marker(const Point& at, std::size_t index, bool hollow) {
    canvas_.marker(markers[index % markers.size()], at, marker_radius, colour(index),
                   hollow ? theme_.background : colour(index));
  }
  // A point between two gaps is no line, and would not be seen.
  void lonely_points(const std::vector<Point>& points, std::size_t index) {
    const auto there = [&](std::size_t k) {
      return k < points.size() && std::isfinite(points[k].x) && std::isfinite(points[k].y);
    };
    for (std::size_t k = 0; k < points.size(); ++k)
      if (there(k) && !there(k - 1) && !there(k + 1)) marker(points[k], index, false);  // k - 1 of 0 is beyond the end
  }

  void vertical_marks(const Chart& chart, const Rectangle& area) {
    constexpr int rows = 3;  // of labels; more would cover the chart
    std::array<double, rows> free_from;
    free_from.fill(area.x);
    std::vector<Mark> marks = chart.vertical;
    std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.at < b.at; });
    const Lettering lettering{theme_.faint, note_letters};
    for (const Mark& mark : marks) {
      const double x = x_scale().place(mark.at);
      if (!(x >= area.x && x <= area.right())) continue;
      canvas_.line({{x, area.y}, {x, area.bottom()}}, {theme_.faint, 1.0, mark_dash});
      const double width = canvas_.text_width(mark.label, lettering);
      const double start = std::min(x + 4.0, area.right() - width - 4.0);
      for (int row = 0; row < rows; ++row) {
        double& free = free_from[static_cast<std::size_t>(row)];
        if (start < free) continue;
        const double base = area.y + 14.0 + 15.0 * row;
        backed_text(mark.label, {start, base}, width, lettering);
        free = start + width + 8.0;
        break;
      }
    }
  }

  void horizontal_marks(const Chart& chart, const Rectangle& area, const Scale& y) {
    const Lettering lettering{theme_.faint, note_letters};
    std::vector<double> labelled;
    for (const Mark& mark : chart.horizontal) {
      const double at = y.place(mark.at);
      if (!(at >= area.y && at <= area.bottom())) continue;
      canvas_.line({{area.x, at}, {area.right(), at}}, {theme_.faint, 1.0, mark_dash});
      const double base = at - 5.0 < area.y + 12.0 ? at + 14.0 : at - 5.0;
      if (std::any_of(labelled.begin(), labelled.end(), [&](double other) { return std::abs(other - base) < 14.0; }))
        continue;
      labelled.push_back(base);
      const double width = canvas_.text_width(mark.label, lettering);
      backed_text(mark.label, {area.right() - width - 6.0, base}, width, lettering);
    }
  }

  // On a patch of the background, because lines may run below it.
  void backed_text(const std::string& text, const Point& at, double width, const Lettering& lettering) {
    Colour patch = theme_.background;
    patch.opacity = 0.8;
    canvas_.fill({at.x - 2.0, at.y - 11.0, width + 4.0, 14.0}, patch);
    canvas_.text(text, at, Place::left, lettering);
  }

  void legend(const Chart& chart, const ChartPlace& place) {
    for (const LegendEntry& entry : place.legend) {
      if (entry.series < chart.series.size()) {
        const Style style = chart.series[entry.series].style;
        if (style != Style::points) line({entry.at, {entry.at.x + legend_sample, entry.at.y}}, entry.series);
        if (style != Style::line) marker({entry.at.x + 0.5 * legend_sample, entry.at.y}, entry.series, false);
      }
      canvas_.text(entry.name, {entry.at.x + legend_sample + legend_gap, entry.at.y + 4.5}, Place::left,
                   {theme_.ink, letters});
    }
  }

  const std::vector<Chart>& charts_;
  const Theme& theme_;
  Layout layout_;
  CairoCanvas canvas_;
};

// Options with a height, if they make a picture that Cairo and people can handle.
ChartOptions checked(ChartOptions options, std::size_t charts) {
  options.height = options.height.value_or(automatic_height(charts));
  const auto between = [](const char* name, double value, double least, double most) {
    if (!(value >= least && value <= most))
      throw UsageError(fmt::format("a chart's {} of {} is not from {} to {}", name, value, least, most));
  };
  between("width", options.width, 200.0, 10000.0);
  between("height", *options.height, 150.0, 20000.0);
  between("resolution (dpi)", options.dpi, 20.0, 1200.0);
  const double scale = options.dpi / 96.0, width = options.width * scale, height = *options.height * scale;
  constexpr double longest = 32767.0, most = 2e8;  // pixels: of a Cairo image; 800 MB
  if (std::max(width, height) > longest || width * height > most)
    throw UsageError(fmt::format("a chart of {:.0f} x {:.0f} pixels is too large", width, height));
  return options;
}

Format format_of(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".svg") return Format::svg;
  if (ending == ".png") return Format::png;
  throw UsageError(fmt::format("{}: a chart's file ends with .svg or .png", path.string()));
}

}  // namespace

std::string chart_file(const std::vector<Chart>& stacked, Format format, const ChartOptions& options) {
  const std::vector<Chart> empty(1);
  const std::vector<Chart>& charts = stacked.empty() ? empty : stacked;
  std::string bytes = Drawing(charts, format, checked(options, charts.size())).draw();
  if (format == Format::png) return bytes;
  const std::string title = "\n<title>" + xml_escaped(printable(charts[0].title)) + "</title>";
  return bytes.insert(bytes.find('>', bytes.find("<svg")) + 1, title);
}

void write_chart(const std::filesystem::path& path, const std::vector<Chart>& stacked, const ChartOptions& options) {
  files::write_file(path, chart_file(stacked, format_of(path), options));
}

}  // namespace alembert::plot
