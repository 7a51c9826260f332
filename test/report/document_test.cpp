#include "report/document.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "report/base64.h"
#include "report/page.h"
#include "support/temporary_folder.h"

namespace alembert::report {
namespace {

std::string base64(std::string_view data) {
  std::string out;
  append_base64(out, data);
  return out;
}

TEST(Base64, IsThatOfTheStandard) {  // RFC 4648 sec. 10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

Document example() {
  Document document;
  Section& first = document.add("First");
  first.say("words");
  first.judge(true, "holds");
  first.judge(std::nullopt, "open");
  first.blocks.push_back(Table{"numbers",
                               {"name", "value", "verdict"},
                               {{"a", Number{0.5}, Judged{"1.99", true, "from three points"}},
                                {"b", Number{std::nan("")}, Judged{"none", std::nullopt}}}});
  plot::Chart chart;
  chart.title = "Error";
  chart.x = {"step", "s", true};
  chart.y = {"error", "", false};
  chart.series.push_back({"hht", {1.0, 2.0}, {3.0, std::nan("")}, plot::Style::both});
  document.add("Second", 2).blocks.push_back(chart);
  return document;
}

TEST(Document, HasTheLayoutThatTheViewerReads) {
  Arrays arrays;
  const Json sections = document_header(example(), arrays).at("sections");
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[0]["heading"], "First");
  EXPECT_EQ(sections[1]["level"], 2);
  const Json& blocks = sections[0]["blocks"];
  EXPECT_EQ(blocks[0], (Json{{"kind", "text"}, {"text", "words"}}));
  EXPECT_EQ(blocks[1], (Json{{"kind", "verdict"}, {"good", true}, {"text", "holds"}}));
  EXPECT_TRUE(blocks[2]["good"].is_null());
  const Json& rows = blocks[3]["rows"];
  EXPECT_EQ(rows[0][1], 0.5);
  EXPECT_EQ(rows[0][2], (Json{{"text", "1.99"}, {"good", true}, {"hint", "from three points"}}));
  EXPECT_TRUE(rows[1][1].is_null()) << "JSON has no NaN";
  EXPECT_FALSE(rows[1][2].contains("hint"));
  const Json& chart = sections[1]["blocks"][0]["chart"];
  EXPECT_EQ(chart["x"], (Json{{"label", "step"}, {"unit", "s"}, {"log", true}}));
  EXPECT_EQ(chart["series"][0]["style"], "both");
  const Json& y = chart["series"][0]["y"];
  EXPECT_EQ(y["dtype"], "f64");
  EXPECT_EQ(y["shape"], Json{2});
  double values[2];
  std::memcpy(values, arrays.bytes().data() + y["offset"].get<std::size_t>(), sizeof values);
  EXPECT_EQ(values[0], 3.0);
  EXPECT_TRUE(std::isnan(values[1]));
}

TEST(Document, PageIsWrittenWholeOrFailsByName) {
  if (!has_pages()) GTEST_SKIP() << "built without the viewer";
  const test::TemporaryFolder folder;
  write_document_page(folder / "a.html", "A < B", example());
  EXPECT_GT(std::filesystem::file_size(folder / "a.html"), 10'000U);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.html.part"));
  try {
    write_document_page(folder / "missing/a.html", "A", example());
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("missing/a.html"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace alembert::report
