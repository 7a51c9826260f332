#include "analysis/compare/page.h"

#include <gtest/gtest.h>

namespace alembert::compare {
namespace {

TEST(ComparePage, OrderIsJudgedByTheory) {
  EXPECT_EQ(judged_order(1.95, 2, true), true);
  EXPECT_EQ(judged_order(1.2, 2, true), false);
  EXPECT_EQ(judged_order(1.02, 1, true), true);
  EXPECT_EQ(judged_order(2.0, 1, true), std::nullopt) << "better than theory is not judged";
  EXPECT_EQ(judged_order(2.0, std::nullopt, true), std::nullopt) << "a variable order has no theory";
  EXPECT_EQ(judged_order(0.67, 2, false), true) << "over tolerances p/(p+1)";
  EXPECT_EQ(judged_order(0.5, 2, false), false);
}

CompareResult result() {
  CompareResult r;
  r.methods = {{{"a", {}, {}}, "a", "position", 2, {}}, {{"b", {}, {}}, "b", "position", 1, {}}};
  r.methods[0].orders[0] = {ObservedOrder::Verdict::scattered, {}, 0, {0.1, 3.0}, "slopes are 0.1 3.0"};
  for (const double step : {0.1, 0.05}) {
    CompareRow row;
    row.setting = step;
    row.run.energy_error = step;
    row.run.statistics.steps = 10;
    r.rows.push_back(row);
  }
  CompareRow failed;
  failed.method = 1;
  failed.setting = 0.1;
  failed.run.status = Run::Status::failed;
  failed.run.reason = "Newton did not converge";
  r.rows.push_back(failed);
  return r;
}

const report::Section* section(const report::Document& page, const std::string& heading) {
  for (const report::Section& s : page.sections)
    if (s.heading == heading) return &s;
  return nullptr;
}

TEST(ComparePage, SaysWhyThereIsNoRecommendation) {
  const report::Document page = page_of(result());
  const auto& verdict = std::get<report::Verdict>(page.sections.at(0).blocks.at(0));
  EXPECT_EQ(verdict.good, false);
  EXPECT_NE(verdict.text.find("no reference"), std::string::npos);
  EXPECT_EQ(section(page, "Work and precision"), nullptr);
}

TEST(ComparePage, OrdersThatScatterAreMeaningless) {
  const report::Document page = page_of(result());
  const auto& table = std::get<report::Table>(section(page, "Orders")->blocks.at(1));
  ASSERT_EQ(table.rows.size(), 1U) << "only methods with results";
  const auto& q = std::get<report::Judged>(table.rows[0][2]);
  EXPECT_EQ(q.text, "meaningless");
  EXPECT_EQ(q.hint, "slopes are 0.1 3.0");
}

TEST(ComparePage, FailedRunsHaveTheirReasons) {
  const report::Document page = page_of(result());
  const auto& table = std::get<report::Table>(section(page, "Failed and refused runs")->blocks.at(0));
  EXPECT_EQ(std::get<std::string>(table.rows.at(0).at(4)), "Newton did not converge");
}

TEST(ComparePage, NothingAtAllIsStillAPage) {
  CompareResult r;
  r.interrupted = true;
  EXPECT_FALSE(page_of(r).sections.empty());
}

}  // namespace
}  // namespace alembert::compare
