#include "plot/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "plot/text.h"

namespace alembert::plot {
namespace {

// Letters of two thirds of their height, about what fonts have at most.
double measure(const std::string& text, double size, bool) { return 0.66 * size * static_cast<double>(text.size()); }

Series series(const std::string& name, double scale = 1.0) {
  return {name, {0.0, 1.0, 2.0}, {0.0, scale, -scale}, Style::line, false, {}};
}

ChartOptions options_of(std::size_t charts, double width = 900.0) {
  ChartOptions out;
  out.width = width;
  out.height = automatic_height(charts);
  return out;
}

bool outside(const LegendEntry& entry, const Rectangle& area) {
  const double right = entry.at.x + legend_sample + legend_gap + measure(entry.name, letters, false);
  return right < area.x || entry.at.x > area.right() || entry.at.y + 0.4 * legend_row < area.y ||
         entry.at.y - 0.4 * legend_row > area.bottom();
}

// No legend on data, no legend on another, everything within the picture.
void expect_clean(const std::vector<Chart>& charts, const ChartOptions& options) {
  const Layout layout = layout_of(charts, options, measure);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Rectangle& area = layout.charts[i].area;
    EXPECT_GE(area.x, 0.0);
    EXPECT_LE(area.right(), layout.width);
    if (i > 0) {
      EXPECT_GT(area.y, layout.charts[i - 1].area.bottom());
      EXPECT_EQ(area.x, layout.charts[i - 1].area.x);
      EXPECT_EQ(area.width, layout.charts[i - 1].area.width);
    }
    for (const ChartPlace& other : layout.charts)
      for (const LegendEntry& entry : other.legend) EXPECT_TRUE(outside(entry, area)) << entry.name;
    for (const LegendEntry& entry : layout.charts[i].legend) {
      EXPECT_GE(entry.at.x, 0.0);
      EXPECT_LE(entry.at.x + legend_sample + legend_gap + measure(entry.name, letters, false), layout.width + 1.0);
    }
  }
  EXPECT_LE(layout.x_label_y, layout.height);
}

TEST(Layout, PutsShortLegendsAboveAndLongOnesToTheRight) {
  Chart chart{.title = "two lines", .series = {series("a"), series("b")}};
  Layout layout = layout_of({chart}, options_of(1), measure);
  ASSERT_EQ(layout.charts[0].legend.size(), 2U);
  EXPECT_LT(layout.charts[0].legend[0].at.y, layout.charts[0].area.y);
  for (int i = 0; i < 15; ++i) chart.series.push_back(series("a longer name " + std::to_string(i)));
  layout = layout_of({chart}, options_of(1), measure);
  ASSERT_EQ(layout.charts[0].legend.size(), 17U);
  for (const LegendEntry& entry : layout.charts[0].legend) EXPECT_GT(entry.at.x, layout.charts[0].area.right());
}

TEST(Layout, CountsTheLinesThatItCannotName) {
  Chart chart;
  for (int i = 0; i < 100; ++i) chart.series.push_back(series("line " + std::to_string(i)));
  const Layout layout = layout_of({chart}, options_of(1), measure);
  const std::vector<LegendEntry>& legend = layout.charts[0].legend;
  ASSERT_LT(legend.size(), 40U);
  EXPECT_EQ(legend.back().name, "and " + std::to_string(100 - (legend.size() - 1)) + " more");
  EXPECT_LT(legend.back().at.y, layout.charts[0].area.bottom());
}

TEST(Layout, NamesASingleLineOnlyIfNothingElseDoes) {
  EXPECT_FALSE(has_legend({.y = {"angle"}, .series = {series("angle")}}));
  EXPECT_FALSE(has_legend({.title = "angle", .series = {series("angle")}}));
  EXPECT_FALSE(has_legend({.series = {series("")}}));
  EXPECT_TRUE(has_legend({.y = {"velocity"}, .series = {series("rod.velocity.x")}}));
  EXPECT_FALSE(has_legend({}));
}

TEST(Layout, NothingOverlapsWhateverIsDrawn) {
  std::mt19937 random(11);
  const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Chart> charts(static_cast<std::size_t>(1 + pick(5)));
    for (Chart& chart : charts) {
      if (pick(2)) chart.title = std::string(static_cast<std::size_t>(pick(200)), 't');
      if (pick(3) == 0) chart.right = Axis{"right", "N"};
      for (int i = pick(30); i > 0; --i)
        chart.series.push_back(
            series(std::string(static_cast<std::size_t>(pick(60)), 'n'), std::pow(10.0, pick(20) - 10)));
    }
    expect_clean(charts, options_of(charts.size(), 400.0 + pick(1000)));
  }
}

TEST(Layout, LabelsOfTheXAxisKeepTheirDistance) {
  for (const double end : {1.0, 17.0, 99999.0, 3.7e-5, 1e9}) {
    const Chart chart{.series = {{"s", {0.0, end}, {0.0, 1.0}, Style::line, false, {}}}};
    const Layout layout = layout_of({chart}, options_of(1, 300.0), measure);
    const Scale scale(false, layout.x, 0.0, layout.charts[0].area.width);
    double free_from = -1e9;
    for (const Tick& tick : layout.x_ticks.ticks) {
      const double half = 0.5 * measure(tick.label, letters, false);
      EXPECT_GE(scale.place(tick.value) - half, free_from);
      free_from = scale.place(tick.value) + half;
    }
  }
}

TEST(Text, IsMadePrintable) {
  EXPECT_EQ(printable("Prüfstand α → β"), "Prüfstand α → β");
  EXPECT_EQ(printable("two\nlines\t\x01"), "two lines  ");
  EXPECT_EQ(printable("\xff \xc3"), "\ufffd \ufffd");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");  // half of a surrogate pair
  EXPECT_EQ(printable("\xc0\xaf"), "\ufffd\ufffd");            // overlong
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\ufffd\ufffd\ufffd\ufffd");
}

TEST(Text, IsEscapedForXml) { EXPECT_EQ(xml_escaped("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; \"d\""); }

TEST(Text, IsCutBetweenCharacters) {
  const auto width = [](const std::string& text) { return static_cast<double>(text.size()); };
  EXPECT_EQ(fitted("short", 10.0, width), "short");
  EXPECT_EQ(fitted("ääääää", 8.0, width), "ää…");
  EXPECT_EQ(fitted("anything", 0.0, width), "…");
}

}  // namespace
}  // namespace alembert::plot
