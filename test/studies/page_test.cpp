#include "studies/page.h"

#include <gtest/gtest.h>

#include "studies/papers.h"

namespace alembert::studies {
namespace {

TEST(StudiesPage, RatioIsOfNumbersOfTheSameUnit) {
  EXPECT_DOUBLE_EQ(*ratio_of("0.0876 J at h = 0.01 s", "0.0885 J"), 0.0876 / 0.0885);
  EXPECT_DOUBLE_EQ(*ratio_of("2e-3", "1e-3"), 2.0);
  EXPECT_FALSE(ratio_of("0.3 ms", "0.357 s"));
  EXPECT_FALSE(ratio_of("runs", "0.357 s"));
  EXPECT_FALSE(ratio_of("2^-4", "2^-5"));
  EXPECT_FALSE(ratio_of("1", "0"));
}

TEST(StudiesPage, ClaimsHaveVerdictsWithTheirDataBelow) {
  PaperFindings found;
  found.paper = &all_papers().front();
  found.findings.claim("Table 1", "energy", "2 J", "1 J", false, "other units");
  found.findings.items.push_back({"Figure 9", "time", "1 s", "2 s", Status::measured, ""});
  found.findings.tables.push_back({"Table 1", "t", "energies", {"h", "E published", "E here"}, {{"1", "2", "3"}}});
  found.findings.figures.push_back(
      {"Figure 7", "f", "curve", "t (s)", "x (m)", Figure::Kind::curves, {{"ours", {1}, {2}}}});
  const report::Document page = page_of({&found});
  ASSERT_EQ(page.sections.size(), 5U);
  const report::Section& table = page.sections[2];
  EXPECT_EQ(table.heading, "Table 1");
  EXPECT_EQ(table.level, 2);
  const auto& verdict = std::get<report::Verdict>(table.blocks.at(0));
  EXPECT_EQ(verdict.good, false);
  EXPECT_EQ(verdict.text, "NOT reproduced: energy. Published: 2 J. Here: 1 J. Why: other units.");
  const auto& rows = std::get<report::Table>(table.blocks.at(1));
  EXPECT_EQ(rows.columns.at(3), "E here / published");
  EXPECT_EQ(std::get<std::string>(rows.rows.at(0).at(3)), "1.500");
  EXPECT_EQ(std::get<report::Verdict>(page.sections[3].blocks.at(0)).good, std::nullopt);
  EXPECT_EQ(page.sections[4].heading, "Figure 7");
  EXPECT_EQ(std::get<plot::Chart>(page.sections[4].blocks.at(0)).x.unit, "s");
}

}  // namespace
}  // namespace alembert::studies
