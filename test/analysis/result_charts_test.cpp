#include "analysis/result_charts.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "math/types.h"

namespace alembert {
namespace {

using results::Column;
using results::columns_of;
using results::Group;
using results::RunData;

// A rod without joints at ten times, 0.0 to 0.9 s, and three steps.
RunData run_of() {
  RunData run;
  run.layout.title = "rod";
  run.status = "done";
  run.layout.names[Group::bodies] = {"rod"};
  run.layout.names[Group::outputs] = {"angle", "x", "y", "mixed"};
  run.layout.output_units = {"rad", "m", "m", ""};
  for (int i = 0; i < 10; ++i) {
    Sample sample(run.layout.names);
    sample.time = 0.1 * i;
    for (const char* name : {"position", "velocity", "angular_velocity", "acceleration", "angular_acceleration"})
      sample.put(results::find_channel("bodies", name).value(), 0, Vec3(1.0 * i, 0.0, 0.0));
    sample.put(results::channel(Group::bodies, "quaternion"), 0, Eigen::Vector4d(1.0, 0.0, 0.0, 0.0));
    for (std::size_t k = 0; const double value : {0.5 * i, 1.0 * i, 0.0, 2.0 * i})
      sample.put(results::channel(Group::outputs, "values"), k++, value);
    run.history.add(sample, run.layout);
  }
  for (int i = 0; i < 3; ++i) run.history.add(StepRecord{.time = 0.3 * i, .h = 0.3}, false);
  return run;
}

std::vector<plot::Chart> charts(const RunData& run, const ChartSelection& selection) {
  return charts_of(run, columns_of(run), selection);
}

std::string refusal(const ChartSelection& selection) {
  try {
    charts(run_of(), selection);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

ChartSelection named(std::vector<std::string> names) {
  ChartSelection out;
  out.names = std::move(names);
  return out;
}

TEST(ResultCharts, PutLinesOfOneUnitTogether) {
  const std::vector<plot::Chart> all = charts(run_of(), {});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].title, "rod");
  EXPECT_EQ(all[0].y.label, "angle");
  EXPECT_EQ(all[0].y.unit, "rad");
  EXPECT_EQ(all[1].y.unit, "m");
  EXPECT_EQ(all[1].series.size(), 2U);
  EXPECT_EQ(all[2].y.label, "mixed");
  EXPECT_EQ(all[2].y.unit, "");
  EXPECT_EQ(all[0].x.label, "time");
  EXPECT_EQ(all[0].x.unit, "s");
}

TEST(ResultCharts, SeparateLinesOnRequest) {
  ChartSelection selection;
  selection.separate = true;
  EXPECT_EQ(charts(run_of(), selection).size(), 4U);
}

TEST(ResultCharts, NameTheQuantityThatAllLinesShow) {
  const std::vector<plot::Chart> velocities = charts(run_of(), named({"rod.angular_velocity.*"}));
  ASSERT_EQ(velocities.size(), 1U);
  EXPECT_EQ(velocities[0].y.label, "angular velocity");
  EXPECT_EQ(charts(run_of(), named({"steps.error", "steps.newton_iterations"})).size(), 2U);
}

TEST(ResultCharts, DrawAStretchOfTime) {
  ChartSelection selection = named({"x", "x"});
  selection.from = 0.15;
  selection.to = 0.45;
  const std::vector<plot::Chart> some = charts(run_of(), selection);
  ASSERT_EQ(some.at(0).series.size(), 1U);
  EXPECT_EQ(some[0].series[0].y, (std::vector<double>{2.0, 3.0, 4.0}));
  selection.from = selection.to = 5.0;
  EXPECT_EQ(refusal(selection), "there are no results between the times given, or none at all");
}

TEST(ResultCharts, DrawOverAnotherColumn) {
  ChartSelection selection = named({"mixed"});
  selection.x = "angle";
  const plot::Chart chart = charts(run_of(), selection).at(0);
  EXPECT_EQ(chart.x.label, "angle");
  EXPECT_EQ(chart.x.unit, "rad");
  EXPECT_EQ(chart.series[0].x[2], 1.0);
  selection.x = "steps.h";
  EXPECT_EQ(refusal(selection), "mixed and steps.h are not stored at the same times");
  selection.x = "rod.*";
  EXPECT_NE(refusal(selection).find("the x axis needs one"), std::string::npos);
}

TEST(ResultCharts, SayThatARunIsIncomplete) {
  RunData run = run_of();
  run.status = "failed";
  run.message = "singular";
  EXPECT_EQ(charts(run, {}).back().note, "incomplete: failed, singular");
}

TEST(ResultCharts, NeedNoUnitsOfOutputs) {
  RunData run = run_of();
  run.layout.output_units.clear();
  EXPECT_EQ(charts(run, {}).size(), 1U);
}

}  // namespace
}  // namespace alembert
