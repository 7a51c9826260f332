#include "analysis/compare/work_precision_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace alembert::compare {

namespace {

// Colours that people with any colour vision tell apart (Okabe and Ito 2008), dark enough for thin lines on white.
constexpr std::array<const char*, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#b58900", "#56b4e9", "#000000"};
constexpr std::array<const char*, 3> kDashes{"none", "7 4", "2 4"};  // for the eighth method and on

struct Point {
  double x = 0.0, y = 0.0;  // log10 of CPU time and error
  bool hidden = false;
};

std::vector<std::vector<Point>> points_of(const CompareResult& result) {
  std::vector<std::vector<Point>> out(result.methods.size());
  for (const CompareRow& row : result.rows) {
    if (!row.error || !((*row.error)[0] > 0.0) || !std::isfinite((*row.error)[0]) || !(row.run.cpu_seconds > 0.0))
      continue;
    out[row.method].push_back({std::log10(row.run.cpu_seconds), std::log10((*row.error)[0]), row.hidden[0]});
  }
  return out;
}

// The smallest and largest of what is shown, widened to whole decades (x and y apart).
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
  void widen() {
    low = std::floor(low - 0.02);
    high = std::ceil(high + 0.02);
  }
};

void ranges_of(const std::vector<std::vector<Point>>& lines, Range& x, Range& y) {
  for (const std::vector<Point>& line : lines)
    for (const Point& p : line) {
      x.include(p.x);
      y.include(p.y);
    }
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else
      out += c;
  }
  return out;
}

// A drawing area with logarithmic axes.
class Plot {
 public:
  Plot(const Range& x, const Range& y) : x_(x), y_(y) {}

  double px(double x) const { return kLeft + (x - x_.low) / (x_.high - x_.low) * kWidth; }
  double py(double y) const { return kTop + (y_.high - y) / (y_.high - y_.low) * kHeight; }

  void axes(const std::string& title) {
    add(R"(<text x="{}" y="24" font-size="15" font-weight="bold">{}</text>)", kLeft, escaped(title));
    const int x_every = every(x_), y_every = every(y_);
    for (int k = static_cast<int>(x_.low); k <= static_cast<int>(x_.high); ++k) {
      if ((k - static_cast<int>(x_.low)) % x_every != 0) continue;
      line(px(k), kTop, px(k), kTop + kHeight, "#dddddd");
      add(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{})", px(k), kTop + kHeight + 18, decade(k));
    }
    for (int k = static_cast<int>(y_.low); k <= static_cast<int>(y_.high); ++k) {
      if ((k - static_cast<int>(y_.low)) % y_every != 0) continue;
      line(kLeft, py(k), kLeft + kWidth, py(k), "#dddddd");
      add(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{})", kLeft - 8, py(k) + 4, decade(k));
    }
    add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="#444444"/>)", kLeft, kTop, kWidth, kHeight);
    add(R"(<text x="{}" y="{}" text-anchor="middle">CPU time of the integration (s)</text>)", kLeft + kWidth / 2,
        kTop + kHeight + 40);
    add("<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>", kTop + kHeight / 2,
        "error of the positions at the end");
  }

  void method(std::size_t index, const std::vector<Point>& points, const std::string& label) {
    const char* colour = kColours[index % kColours.size()];
    const char* dash = kDashes[index / kColours.size() % kDashes.size()];
    std::string path;
    for (const Point& p : points) path += fmt::format("{:.1f},{:.1f} ", px(p.x), py(p.y));
    add(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2" stroke-dasharray="{}"/>)", path, colour,
        dash);
    for (const Point& p : points)
      add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="{}" stroke="{}" stroke-width="1.5"/>)", px(p.x), py(p.y),
          p.hidden ? "white" : colour, colour);
    const double y = kTop + 12 + 22 * static_cast<double>(index), x = kLeft + kWidth + 20;
    add(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="2" stroke-dasharray="{}"/>)", x, y, x + 28,
        y, colour, dash);
    add(R"(<circle cx="{}" cy="{}" r="4" fill="{}"/>)", x + 14, y, colour);
    add(R"(<text x="{}" y="{}">{}{}</text>)", x + 36, y + 4, escaped(label), points.empty() ? " (no result)" : "");
  }

  // A line across at an error, with what it is.
  void level(double y, const std::string& label) {
    if (y < y_.low || y > y_.high) return;
    add(R"(<line x1="{}" y1="{:.1f}" x2="{}" y2="{:.1f}" stroke="#888888" stroke-dasharray="3 3"/>)", kLeft, py(y),
        kLeft + kWidth, py(y));
    add(R"(<text x="{}" y="{:.1f}" text-anchor="end" fill="#666666" font-size="11">{}</text>)", kLeft + kWidth - 6,
        py(y) - 4, escaped(label));
  }

  std::string file(std::size_t methods) const {
    const double height = std::max(kTop + kHeight + 56.0, kTop + 30.0 + 22.0 * static_cast<double>(methods));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n{2}</svg>\n",
        kLeft + kWidth + kLegend, height, body_);
  }

 private:
  static constexpr double kLeft = 80, kTop = 44, kWidth = 480, kHeight = 380, kLegend = 260;

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
    body_ += '\n';
  }
  void line(double x1, double y1, double x2, double y2, const char* colour) {
    add(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)", x1, y1, x2, y2, colour);
  }
  // 10 to the power of k, closing the text it stands in.
  static std::string decade(int k) { return fmt::format(R"(10<tspan dy="-5" font-size="10">{}</tspan></text>)", k); }
  // At most about ten labels an axis.
  static int every(const Range& r) { return std::max(1, static_cast<int>(std::ceil((r.high - r.low) / 10.0))); }

  Range x_, y_;
  std::string body_;
};

}  // namespace

std::string work_precision_svg(const CompareResult& result) {
  const std::vector<std::vector<Point>> lines = points_of(result);
  Range x, y;
  ranges_of(lines, x, y);
  if (x.empty()) {  // axes without lines, rather than no file
    x.include(-3.0);
    y.include(-6.0);
  }
  x.widen();
  y.widen();
  Plot plot(x, y);
  plot.axes("Work and precision" + (result.title.empty() ? "" : ": " + result.title));
  if (result.recommendation)
    plot.level(std::log10(result.recommendation->accuracy),
               fmt::format("accuracy {:.2g}", result.recommendation->accuracy));
  if (result.reference && result.reference->uncertainty[0] > 0.0)
    plot.level(std::log10(kClear * result.reference->uncertainty[0]), "hidden by the reference below this");
  for (std::size_t k = 0; k < lines.size(); ++k) plot.method(k, lines[k], result.methods[k].label);
  return plot.file(lines.size());
}

std::string work_precision_letters(const CompareResult& result) {
  constexpr int kColumns = 60, kRows = 14;
  const std::vector<std::vector<Point>> lines = points_of(result);
  Range x, y;
  ranges_of(lines, x, y);
  if (x.empty() || x.high - x.low < 1e-9 || y.high - y.low < 1e-9) return "";
  std::vector<std::string> grid(kRows + 1, std::string(kColumns + 1, ' '));
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (const Point& p : lines[k]) {
      const auto row = static_cast<std::size_t>(std::lround((y.high - p.y) / (y.high - y.low) * kRows));
      const auto column = static_cast<std::size_t>(std::lround((p.x - x.low) / (x.high - x.low) * kColumns));
      char& cell = grid[row][column];
      cell = cell == ' ' ? static_cast<char>('A' + static_cast<int>(k % 26)) : '*';
    }
  std::string out = "error of q at the end, over CPU time (both logarithmic; *: several)\n";
  for (std::size_t k = 0; k < grid.size(); ++k) {
    std::string label(8, ' ');
    if (k == 0 || k == kRows) label = fmt::format("{:8.1e}", std::pow(10.0, k == 0 ? y.high : y.low));
    out += fmt::format("  {} |{}\n", label, grid[k].substr(0, grid[k].find_last_not_of(' ') + 1));
  }
  const std::string least = fmt::format("{:.2g} s", std::pow(10.0, x.low));
  const std::string most = fmt::format("{:.2g} s", std::pow(10.0, x.high));
  out += fmt::format("  {:8} +{:-<61}\n  {:8}  {}{:>{}}\n", "", "", "", least, most,
                     kColumns + 1 - static_cast<int>(least.size()));
  return out;
}

}  // namespace alembert::compare
