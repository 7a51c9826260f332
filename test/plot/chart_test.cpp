#include "plot/chart.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace alembert::plot {
namespace {

namespace fs = std::filesystem;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Series line(std::string name, std::vector<double> x, std::vector<double> y) {
  return {std::move(name), std::move(x), std::move(y), Style::line, false, {}};
}

Series oscillation(std::string name, double phase, std::size_t count = 500) {
  Series out;
  out.name = std::move(name);
  for (std::size_t i = 0; i < count; ++i) {
    out.x.push_back(10.0 * static_cast<double>(i) / static_cast<double>(count));
    out.y.push_back(std::exp(-0.2 * out.x.back()) * std::sin(3.0 * out.x.back() + phase));
  }
  return out;
}

bool is_png(const std::string& bytes) { return bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n"; }
bool is_svg(const std::string& bytes) { return bytes.find("<svg") != std::string::npos && bytes.ends_with("</svg>\n"); }

// Width and height, which a PNG file holds from byte 16 on.
std::pair<int, int> png_size(const std::string& bytes) {
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

void expect_draws(const std::vector<Chart>& charts) {
  for (const bool dark : {false, true}) {
    ChartOptions options;
    options.dark = dark;
    EXPECT_TRUE(is_png(chart_file(charts, Format::png, options)));
    const std::string svg = chart_file(charts, Format::svg, options);
    EXPECT_TRUE(is_svg(svg));
    for (const char* word : {"nan", "inf", "e+", "e-0"}) EXPECT_EQ(svg.find(word), std::string::npos) << word;
  }
}

TEST(Chart, SurvivesWhateverTheSeriesHold) {
  for (const bool logarithmic : {false, true}) {
    for (const Style style : {Style::line, Style::points, Style::both}) {
      Chart chart{.x = {"x", "s", logarithmic}, .y = {"y", "m", logarithmic}};
      expect_draws({chart});
      for (const Series& one :
           {line("empty", {}, {}), line("single", {1.0}, {2.0}), line("zero", {0.0}, {0.0}),
            line("constant", {0.0, 1.0}, {5.0, 5.0}), line("none", {kNan, inf}, {1.0, 2.0}),
            line("gap", {0.0, 1.0, 2.0, 3.0}, {1.0, kNan, -inf, 2.0}), line("huge", {0.0, 1.0}, {-1.7e308, 1.7e308}),
            line("large", {0.0, 1.0}, {-1e300, 1e300}), line("tiny", {0.0, 1.0}, {0.0, 5e-324}),
            line("uneven", {0.0, 1.0, 2.0}, {1.0})}) {
        chart.series = {one};
        chart.series[0].style = style;
        expect_draws({chart});
      }
    }
  }
  expect_draws({});
}

TEST(Chart, SurvivesWhateverTheTextsHold) {
  const std::string odd = "a < b & \"c\" \xff \xc3\x28 \n \x01 α";
  Chart chart{.title = odd,
              .x = {odd, odd},
              .y = {odd, odd},
              .right = Axis{odd, odd},
              .series = {oscillation(odd, 0.0), oscillation(std::string(5000, 'x'), 1.0)},
              .vertical = {{1.0, odd}, {kNan, "never"}},
              .horizontal = {{0.0, odd}, {0.01, "too near"}, {inf, "never"}},
              .note = odd};
  chart.series[1].right = true;
  expect_draws({chart, chart});
}

TEST(Chart, TextsOfAnSvgAreTexts) {
  const std::string svg = chart_file({Chart{.title = "a < b",
                                            .x = {"time", "s"},
                                            .y = {"x & y", "m"},
                                            .series = {oscillation("rod", 0.0), oscillation("<crank>", 1.0)}}},
                                     Format::svg);
  for (const char* text : {"<title>a &lt; b</title>", ">a &lt; b</text>", ">time (s)</text>", ">x &amp; y (m)</text>",
                           ">rod</text>", ">&lt;crank&gt;</text>", ">0.5</text>"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_LT(svg.size(), 40000U);
}

TEST(Chart, LongSeriesMakeSmallFiles) {
  const std::string svg = chart_file({Chart{.series = {oscillation("long", 0.0, 1000000)}}}, Format::svg);
  EXPECT_LT(svg.size(), 80000U);
}

TEST(Chart, SizesAreThoseAskedFor) {
  ChartOptions options;
  EXPECT_EQ(png_size(chart_file({Chart{}}, Format::png, options)), std::pair(900, 560));
  options = {.width = 400.0, .height = 300.0, .dpi = 192.0};
  EXPECT_EQ(png_size(chart_file({Chart{}}, Format::png, options)), std::pair(800, 600));
  EXPECT_NE(chart_file({Chart{}}, Format::svg, options).find("viewBox=\"0 0 400 300\""), std::string::npos);
}

TEST(Chart, RefusesSizesThatMakeNoPicture) {
  for (const ChartOptions& options :
       {ChartOptions{.width = 10.0}, ChartOptions{.width = kNan}, ChartOptions{.height = -5.0},
        ChartOptions{.dpi = 0.0}, ChartOptions{.dpi = inf}, ChartOptions{.width = 10000.0, .dpi = 1200.0}})
    EXPECT_THROW(chart_file({Chart{}}, Format::png, options), UsageError);
}

TEST(Chart, FilesAppearWholeOrNotAtAll) {
  const test::TemporaryFolder folder;
  write_chart(folder / "a.svg", {Chart{}});
  write_chart(folder / "a.png", {Chart{}});
  std::ifstream stream(folder / "a.svg");
  EXPECT_TRUE(is_svg({std::istreambuf_iterator<char>(stream), {}}));
  for (const char* wrong : {"a.pdf", "a", "missing/a.svg"}) {
    try {
      write_chart(folder / wrong, {Chart{}});
      ADD_FAILURE() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_usage);
      EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

// Pictures to look at, where ALEMBERT_PICTURES says.
TEST(Chart, DrawsAGallery) {
  Chart waves{.title = "Damped oscillations",
              .x = {"time", "s"},
              .y = {"displacement", "m"},
              .right = Axis{"force", "N"},
              .vertical = {{2.0, "impact"}, {2.2, "release"}, {7.0, "end of contact"}},
              .horizontal = {{0.5, "limit"}},
              .note = "the second line is drawn over the right axis"};
  for (int i = 0; i < 5; ++i) waves.series.push_back(oscillation("line " + std::to_string(i), 0.5 * i));
  waves.series[1].right = true;
  for (double& y : waves.series[1].y) y *= 3e6;
  Chart errors{.title = "Errors", .x = {"h", "s", true}, .y = {"error", "", true}};
  for (int i = 0; i < 9; ++i) {
    Series one{"a method of order " + std::to_string(i % 4 + 1), {}, {}, Style::both, false, {}};
    for (double h = 0.1; h > 1e-4; h /= 2.0) {
      one.x.push_back(h);
      one.y.push_back((i + 1) * std::pow(h, i % 4 + 1));
      one.hollow.push_back(h < 1e-3);
    }
    errors.series.push_back(one);
  }
  Chart drift{.x = {"time", "s"}, .y = {"total energy", "J"}, .series = {oscillation("total energy", 0.0)}};
  for (double& y : drift.series[0].y) y = 1234.5 + 1e-7 * y;
  const char* folder = std::getenv("ALEMBERT_PICTURES");
  for (const auto& [name, charts] : std::vector<std::pair<std::string, std::vector<Chart>>>{
           {"waves", {waves}}, {"errors", {errors}}, {"stacked", {waves, drift, drift}}}) {
    for (const bool dark : {false, true}) {
      const std::string bytes = chart_file(charts, Format::png, {.dark = dark});
      EXPECT_TRUE(is_png(bytes));
      if (folder) std::ofstream(fs::path(folder) / (name + (dark ? "_dark.png" : ".png")), std::ios::binary) << bytes;
    }
  }
}

}  // namespace
}  // namespace alembert::plot
