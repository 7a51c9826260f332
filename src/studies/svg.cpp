#include "studies/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alembert::studies {

namespace {

constexpr double kWidth = 640.0, kHeight = 400.0;                           // of one picture
constexpr double kLeft = 80.0, kRight = 20.0, kTop = 34.0, kBottom = 46.0;  // around its axes
constexpr std::array kColours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

// One axis: values to places, linear or logarithmic.
class Axis {
 public:
  Axis(bool logarithmic, double from, double to) : logarithmic_(logarithmic), from_(from), to_(to) {}

  void take(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, scaled(value));
    high_ = std::max(high_, scaled(value));
  }
  // After all values are taken.
  void settle() {
    if (low_ > high_) low_ = 0.0, high_ = 1.0;
    const double margin = high_ > low_ ? 0.03 * (high_ - low_) : std::max(1e-12, 0.1 * std::abs(low_));
    low_ -= margin;
    high_ += margin;
  }
  bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0.0); }
  double place(double value) const { return from_ + (scaled(value) - low_) / (high_ - low_) * (to_ - from_); }

  std::vector<double> ticks() const {
    std::vector<double> out;
    if (logarithmic_) {
      const double every = std::max(1.0, std::ceil((high_ - low_) / 8.0));
      for (double e = std::ceil(low_ / every) * every; e <= high_; e += every) out.push_back(std::pow(10.0, e));
      if (out.size() >= 2) return out;
      out.clear();
      for (int k = 0; k <= 4; ++k) out.push_back(std::pow(10.0, low_ + (high_ - low_) * k / 4.0));
      return out;
    }
    const double raw = (high_ - low_) / 5.0, power = std::pow(10.0, std::floor(std::log10(raw)));
    const double share = raw / power, step = power * (share < 1.5 ? 1.0 : share < 3.5 ? 2.0 : share < 7.5 ? 5.0 : 10.0);
    for (double x = std::ceil(low_ / step) * step; x <= high_; x += step)
      out.push_back(std::abs(x) < 1e-9 * step ? 0.0 : x);
    return out;
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  bool logarithmic_;
  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
};

std::string frame(const Axis& x, const Axis& y, const Figure& figure, const std::string& title) {
  const double right = kWidth - kRight, bottom = kHeight - kBottom;
  std::string out = fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#444'/>\n", kLeft, kTop,
                                right - kLeft, bottom - kTop);
  for (const double t : x.ticks())
    out += fmt::format(
        "<line x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2}' stroke='#ddd'/><text x='{0:.1f}' y='{3}' "
        "text-anchor='middle'>{4:.3g}</text>\n",
        x.place(t), kTop, bottom, bottom + 16, t);
  for (const double t : y.ticks())
    out += fmt::format(
        "<line x1='{1}' y1='{0:.1f}' x2='{2}' y2='{0:.1f}' stroke='#ddd'/><text x='{3}' y='{4:.1f}' "
        "text-anchor='end'>{5:.3g}</text>\n",
        y.place(t), kLeft, right, kLeft - 6, y.place(t) + 4, t);
  out += fmt::format("<text x='{}' y='20' text-anchor='middle' font-size='14'>{}</text>\n", kWidth / 2, escaped(title));
  out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n", (kLeft + right) / 2, kHeight - 10,
                     escaped(figure.x));
  out += fmt::format("<text transform='translate(16 {}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                     (kTop + bottom) / 2, escaped(figure.y));
  return out;
}

std::string curve(const Axis& x, const Axis& y, const Series& series, Figure::Kind kind, const char* colour) {
  std::string line, dots;
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (!x.shows(series.x[k]) || !y.shows(series.y[k])) continue;
    const double px = x.place(series.x[k]), py = y.place(series.y[k]);
    line += fmt::format("{:.1f},{:.1f} ", px, py);
    if (kind == Figure::Kind::loglog || kind == Figure::Kind::points)
      dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>", px, py,
                          kind == Figure::Kind::points ? 0.8 : 3.0, colour);
  }
  if (kind == Figure::Kind::points) return dots + "\n";
  return fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='1.3'/>{}\n", line, colour, dots);
}

std::string picture(const Figure& figure, const std::vector<const Series*>& shown, const std::string& title) {
  const bool logarithmic = figure.kind == Figure::Kind::loglog;
  Axis x(logarithmic, kLeft, kWidth - kRight), y(logarithmic, kHeight - kBottom, kTop);
  for (const Series* s : shown)
    for (std::size_t k = 0; k < s->x.size(); ++k) {
      x.take(s->x[k]);
      y.take(s->y[k]);
    }
  x.settle();
  y.settle();
  std::string out = frame(x, y, figure, title);
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const char* colour = kColours[k % kColours.size()];
    out += curve(x, y, *shown[k], figure.kind, colour);
    if (shown.size() > 1)
      out += fmt::format("<text x='{}' y='{}' fill='{}'>{}</text>\n", kLeft + 10, kTop + 18 + 15 * double(k), colour,
                         escaped(shown[k]->name));
  }
  return out;
}

}  // namespace

std::string svg_text(const Figure& figure) {
  std::vector<Series> series;
  for (const Series& s : figure.series) series.push_back(thinned(s));
  std::vector<std::string> pictures;
  if (figure.kind == Figure::Kind::panels) {
    for (const Series& s : series) pictures.push_back(picture(figure, {&s}, figure.title + ": " + s.name));
  } else {
    std::vector<const Series*> all;
    for (const Series& s : series) all.push_back(&s);
    pictures.push_back(picture(figure, all, figure.title));
  }
  const double columns = pictures.size() > 1 ? 2.0 : 1.0;
  const double rows = std::ceil(static_cast<double>(pictures.size()) / columns);
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n",
      kWidth * columns, kHeight * rows);
  for (std::size_t k = 0; k < pictures.size(); ++k)
    out += fmt::format("<g transform='translate({} {})'>\n{}</g>\n", kWidth * double(k % 2), kHeight * double(k / 2),
                       pictures[k]);
  return out + "</svg>\n";
}

}  // namespace alembert::studies
