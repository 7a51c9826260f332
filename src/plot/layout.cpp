#include "plot/layout.h"

#include <algorithm>
#include <cmath>

#include "plot/text.h"

namespace alembert::plot {
namespace {

constexpr double edge = 14.0;        // between anything and the picture's edge
constexpr double tick_gap = 7.0;     // between an axis and the labels of its ticks
constexpr double label_band = 22.0;  // of an axis label
constexpr double title_band = 28.0;
constexpr double between_charts = 16.0;
constexpr double tick_band = 22.0;  // of the labels below the x axis
constexpr double note_row = 17.0;
constexpr int rows_above = 2;          // lines a legend may take above its chart; with more it goes to the right
constexpr double legend_share = 0.32;  // of the width, at most, for legends at the right
constexpr double between_entries = 18.0;
constexpr double least_area = 40.0;  // pixels; a picture with less shows nothing

bool any(const std::vector<Chart>& charts, bool (*holds)(const Chart&)) {
  return std::any_of(charts.begin(), charts.end(), holds);
}

// The name of a line, and on which axis it is to be read if there are two.
std::string name_of(const Chart& chart, const Series& series) {
  return printable(series.name) + (chart.right && series.right ? " (right)" : "");
}

class Planner {
 public:
  Planner(const std::vector<Chart>& charts, const ChartOptions& options, const MeasureText& measure)
      : charts_(charts), measure_(measure) {
    out_.width = options.width;
    out_.height = *options.height;
    out_.charts.resize(charts.size());
  }

  Layout plan() {
    ranges();
    for (const Chart& chart : charts_)
      if (!chart.note.empty()) out_.notes.push_back(fitted_to(chart.note, out_.width - 2.0 * edge, note_letters));
    choose_legends();
    vertical();
    horizontal();
    x_ticks();
    place_legends();
    for (std::size_t i = 0; i < charts_.size(); ++i)
      out_.charts[i].title =
          fitted_to(charts_[i].title, out_.width - out_.charts[i].area.x - edge, title_letters, true);
    return std::move(out_);
  }

 private:
  double width_of(const std::string& text, double size = letters) const { return measure_(text, size, false); }
  std::string fitted_to(const std::string& text, double width, double size, bool bold = false) const {
    const std::string clean = printable(text);
    return fitted(clean, width, [&](const std::string& part) { return measure_(part, size, bold); });
  }

  void ranges() {
    const bool log_x = charts_[0].x.logarithmic;
    Range x(log_x);
    bool to_the_frame = true;
    for (std::size_t i = 0; i < charts_.size(); ++i) {
      const Chart& chart = charts_[i];
      const bool log_y = chart.y.logarithmic, log_right = chart.right && chart.right->logarithmic;
      Range y(log_y), right(log_right);
      for (const Series& series : chart.series) {
        to_the_frame = to_the_frame && series.style == Style::line && std::is_sorted(series.x.begin(), series.x.end());
        const bool on_right = series.right && chart.right;
        for (std::size_t k = 0; k < std::min(series.x.size(), series.y.size()); ++k) {
          if (!shows(log_x, series.x[k])) continue;
          x.include(series.x[k]);
          (on_right ? right : y).include(series.y[k]);
        }
      }
      out_.charts[i].y = y.ends(0.05);
      out_.charts[i].right = right.ends(0.05);
    }
    out_.x = x.ends(to_the_frame ? 0.0 : 0.03);  // a marker has a size, and a curve that turns must be seen to
    // Results that begin with their first step are results from 0 on.
    if (!log_x && out_.x.low > 0.0 && out_.x.low < 0.02 * out_.x.high) out_.x.low = 0.0;
  }

  double entry_width(const std::string& name) const { return legend_sample + legend_gap + width_of(name); }

  // For legends above the charts; leaves the margin that the labels of the y axis usually take.
  double room_above() const { return 0.8 * out_.width; }

  // How many lines the legend takes if its entries follow each other above the chart.
  int rows_needed(const Chart& chart, double room) const {
    int rows = 1;
    double x = 0.0;
    for (const Series& series : chart.series) {
      const double width = entry_width(name_of(chart, series));
      if (x > 0.0 && x + width > room) {
        ++rows;
        x = 0.0;
      }
      if (width > room) return rows_above + 1;
      x += width + between_entries;
    }
    return rows;
  }

  void choose_legends() {
    const double room = room_above();
    above_.assign(charts_.size(), 0);
    for (std::size_t i = 0; i < charts_.size(); ++i)
      if (has_legend(charts_[i])) above_[i] = rows_needed(charts_[i], room);
    if (*std::max_element(above_.begin(), above_.end()) <= rows_above) return;
    above_.assign(charts_.size(), 0);
    double widest = entry_width("and 9999 more");
    for (const Chart& chart : charts_)
      if (has_legend(chart))
        for (const Series& series : chart.series) widest = std::max(widest, entry_width(name_of(chart, series)));
    legend_width_ = std::min(widest, legend_share * out_.width);
  }

  // Heights: titles and legends above each chart, the rest shared equally.
  void vertical() {
    const double below = tick_band + label_band + note_row * static_cast<double>(out_.notes.size()) + 8.0;
    double taken = edge + below;
    for (std::size_t i = 0; i < charts_.size(); ++i) taken += head(i) + (i > 0 ? between_charts : 0.0);
    const double each = std::max(least_area, (out_.height - taken) / static_cast<double>(charts_.size()));
    double y = edge;
    for (std::size_t i = 0; i < charts_.size(); ++i) {
      if (i > 0) y += between_charts;
      out_.charts[i].title_y = y + 13.0;
      y += head(i);
      out_.charts[i].area.y = y;
      out_.charts[i].area.height = each;
      y += each;
    }
    out_.x_label_y = y + tick_band + 15.0;
  }
  double head(std::size_t i) const {
    return (charts_[i].title.empty() ? 0.0 : title_band) + (above_[i] > 0 ? above_[i] * legend_row + 6.0 : 0.0);
  }

  // Widths: the labels of the ticks decide the margins, the same for all charts so that their x axes agree.
  void horizontal() {
    double left = 0.0, right = 0.0;
    for (std::size_t i = 0; i < charts_.size(); ++i) {
      ChartPlace& place = out_.charts[i];
      const int most = std::clamp(static_cast<int>(place.area.height / 40.0), 2, 8);
      place.y_ticks = ticks_of(charts_[i].y, place.y.low, place.y.high, most);
      left = std::max(left, widest(place.y_ticks));
      if (!charts_[i].right) continue;
      place.right_ticks = ticks_of(*charts_[i].right, place.right.low, place.right.high, most);
      right = std::max(right, widest(place.right_ticks));
    }
    const bool right_axis = any(charts_, [](const Chart& chart) { return chart.right.has_value(); });
    out_.y_label_x = edge + 10.0;
    const double begin = edge + label_band + left + tick_gap;
    double end = out_.width - edge - 10.0;  // room for half of the last label of the x axis
    if (legend_width_ > 0.0) end = out_.width - edge - legend_width_ - 14.0;
    legend_x_ = end + 14.0;
    if (right_axis) end -= label_band + right + tick_gap;
    for (ChartPlace& place : out_.charts) {
      place.area.x = begin;
      place.area.width = std::max(least_area, end - begin);
      place.right_label_x = place.area.right() + tick_gap + right + 15.0;
    }
  }
  double widest(const Ticks& ticks) const {
    double width = 0.0;
    for (const Tick& tick : ticks.ticks) width = std::max(width, width_of(tick.label));
    return width;
  }

  // As many as have room between each other.
  void x_ticks() {
    const double width = out_.charts[0].area.width;
    for (int most = 8;; --most) {
      out_.x_ticks = ticks_of(charts_[0].x, out_.x.low, out_.x.high, most);
      const Scale scale(charts_[0].x.logarithmic, out_.x, 0.0, width);
      double free_from = -1e9;
      bool fits = true;
      for (const Tick& tick : out_.x_ticks.ticks) {
        if (tick.label.empty()) continue;
        const double half = 0.5 * width_of(tick.label), at = scale.place(tick.value);
        fits = fits && at - half >= free_from;
        free_from = at + half + 10.0;
      }
      if (fits || most == 2) return;
    }
  }

  void place_legends() {
    for (std::size_t i = 0; i < charts_.size(); ++i) {
      if (!has_legend(charts_[i])) continue;
      if (above_[i] > 0)
        legend_above(i);
      else
        legend_at_right(i);
    }
  }
  void legend_above(std::size_t i) {
    ChartPlace& place = out_.charts[i];
    const double start = std::min(place.area.x, out_.width - edge - room_above());
    Point at{start, place.area.y - above_[i] * legend_row + 3.0};
    for (std::size_t k = 0; k < charts_[i].series.size(); ++k) {
      const std::string name = name_of(charts_[i], charts_[i].series[k]);
      const double width = entry_width(name);
      if (at.x > start && at.x + width > start + room_above()) at = {start, at.y + legend_row};
      place.legend.push_back({k, name, at});
      at.x += width + between_entries;
    }
  }
  void legend_at_right(std::size_t i) {
    ChartPlace& place = out_.charts[i];
    const std::size_t count = charts_[i].series.size();
    const auto room = static_cast<std::size_t>(std::max(1.0, std::floor(place.area.height / legend_row)));
    const std::size_t named = count <= room ? count : room - 1;
    Point at{legend_x_, place.area.y + 0.5 * legend_row};
    const double width = legend_width_ - legend_sample - legend_gap;
    for (std::size_t k = 0; k < named; ++k, at.y += legend_row)
      place.legend.push_back({k, fitted_to(name_of(charts_[i], charts_[i].series[k]), width, letters), at});
    if (named < count)
      place.legend.push_back({count, fitted_to("and " + std::to_string(count - named) + " more", width, letters), at});
  }

  const std::vector<Chart>& charts_;
  const MeasureText& measure_;
  Layout out_;
  std::vector<int> above_;  // lines of the legend above each chart; 0: none, or at the right
  double legend_width_ = 0.0, legend_x_ = 0.0;
};

}  // namespace

double automatic_height(std::size_t charts) { return charts <= 1 ? 560.0 : 80.0 + 240.0 * static_cast<double>(charts); }

bool has_legend(const Chart& chart) {
  if (chart.series.size() > 1) return true;
  return chart.series.size() == 1 && !chart.series[0].name.empty() && chart.series[0].name != chart.y.label &&
         chart.series[0].name != chart.title;
}

Layout layout_of(const std::vector<Chart>& charts, const ChartOptions& options, const MeasureText& measure) {
  return Planner(charts, options, measure).plan();
}

}  // namespace alembert::plot
