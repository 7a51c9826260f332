#include "results/columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/error.h"
#include "results/recorded_run.h"
#include "results/wide_csv.h"

namespace alembert::test {
namespace {

using results::Clock;
using results::Column;
using results::columns_of;
using results::find_columns;
using results::RunData;

// The small run without going through files.
RunData small_run() {
  const ResultsLayout layout = small_layout();
  RunData run;
  run.status = "done";
  run.layout = layout;
  run.layout.output_units = {"deg"};
  for (int i = 0; i < 3; ++i) run.history.add(small_sample(i), layout);
  run.history.add(StepRecord{.time = 0.0, .h = 0.25, .newton_iterations = 3}, false);
  return run;
}

const Column& column(const std::vector<Column>& columns, const std::string& name) {
  const auto found = find_columns(columns, name);
  EXPECT_EQ(found.size(), 1U) << name;
  return *found.at(0);
}

std::vector<std::string> names_of(const std::vector<const Column*>& columns) {
  std::vector<std::string> out;
  for (const Column* one : columns) out.push_back(one->name);
  return out;
}

std::string message_of(const std::vector<Column>& columns, const std::string& name) {
  try {
    find_columns(columns, name);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Columns, HoldEveryNumberUnderItsName) {
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  // 1000 * array + 100 * time + 0.1 * number in the array (recorded_run.h).
  EXPECT_DOUBLE_EQ(column(columns, "crank.position.x").value(0), 0.0);
  EXPECT_DOUBLE_EQ(column(columns, "rod/left.position.y").value(2), 200.4);
  EXPECT_DOUBLE_EQ(column(columns, "rod/left.quaternion.w").value(1), 1100.4);
  EXPECT_DOUBLE_EQ(column(columns, "crank.angular_velocity.z").value(0), 3000.2);
  EXPECT_DOUBLE_EQ(column(columns, "hinge, outer.torque.x").value(1), 7100.3);
  EXPECT_DOUBLE_EQ(column(columns, "spring.force.y").value(0), 8000.1);
  EXPECT_DOUBLE_EQ(column(columns, "energy.total").value(2), 3.0);
  EXPECT_DOUBLE_EQ(column(columns, "angle").value(1), 1.0 / 3.0 + 1.0);
  EXPECT_DOUBLE_EQ(column(columns, "steps.h").value(0), 0.25);
  EXPECT_DOUBLE_EQ(column(columns, "steps.newton_iterations").value(0), 3.0);
  EXPECT_EQ(column(columns, "steps.h").clock, Clock::steps);
  EXPECT_EQ(results::times_of(run, Clock::steps).size(), 1U);
}

TEST(Columns, HaveUnits) {
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  EXPECT_EQ(heading(column(columns, "angle")), "angle [deg]");
  EXPECT_EQ(heading(column(columns, "force, \"peak\"")), "force, \"peak\"");
  EXPECT_EQ(heading(column(columns, "crank.acceleration.x")), "crank.acceleration.x [m/s^2]");
  EXPECT_EQ(heading(column(columns, "crank.quaternion.w")), "crank.quaternion.w");
}

TEST(Columns, GiveMagnitudesOfVectors) {
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  EXPECT_DOUBLE_EQ(column(columns, "spring.force").value(0), std::hypot(8000.0, 8000.1, 8000.2));
  EXPECT_TRUE(column(columns, "spring.force").derived);
  EXPECT_FALSE(column(columns, "spring.force.x").derived);
}

TEST(Columns, StarsStandForAnyLetters) {
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  EXPECT_EQ(names_of(find_columns(columns, "crank.velocity.*")),
            (std::vector<std::string>{"crank.velocity.x", "crank.velocity.y", "crank.velocity.z"}));
  EXPECT_EQ(names_of(find_columns(columns, "*.force")),
            (std::vector<std::string>{"wrist.force", "hinge, outer.force", "slide.force", "spring.force"}));
  EXPECT_EQ(names_of(find_columns(columns, "s*.f*e.z")), (std::vector<std::string>{"slide.force.z", "spring.force.z"}));
  EXPECT_EQ(find_columns(columns, "*").size(), columns.size());
  EXPECT_EQ(find_columns(columns, "**energy**l").size(), 3U);
}

TEST(Columns, SuggestTheNearestName) {
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  EXPECT_EQ(message_of(columns, "crank.velocty.x"),
            "the results hold no `crank.velocty.x`, did you mean `crank.velocity.x`?");
  EXPECT_EQ(message_of(columns, "nonsense.*"), "nothing in the results matches `nonsense.*`");
  EXPECT_EQ(message_of(columns, ""), "the results hold no ``");
}

TEST(Columns, OfTheSameNameAreTold) {
  RunData run = small_run();
  run.layout.names[results::Group::joints][0] = "spring";
  run.layout.names[results::Group::outputs][0] = "crank.position.x";
  const std::vector<Column> columns = columns_of(run);
  EXPECT_DOUBLE_EQ(column(columns, "joints/spring.force.x").value(0), 6000.0);
  EXPECT_DOUBLE_EQ(column(columns, "forces/spring.force.x").value(0), 8000.0);
  EXPECT_DOUBLE_EQ(column(columns, "crank.position.x").value(0), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(column(columns, "bodies/crank.position.x").value(0), 0.0);
  std::vector<std::string> names;
  for (const Column& one : columns) names.push_back(one.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(WideCsv, HoldsAllThatIsStoredAtTheOutputTimes) {
  const TemporaryFolder folder;
  const RunData run = small_run();
  const std::vector<Column> columns = columns_of(run);
  results::write_wide_csv(folder / "all.csv", run, columns);
  std::istringstream lines(read_text(folder / "all.csv"));
  std::string header, first;
  std::getline(lines, header);
  std::getline(lines, first);
  EXPECT_TRUE(header.starts_with("time [s],angle [deg],\"force, \"\"peak\"\"\",energy.kinetic [J],")) << header;
  EXPECT_TRUE(first.starts_with("0,0.3333333333333333,1e-300,2,-1,1,0,0,0,0,0.1,0.2,")) << first;
  const auto stored = std::count_if(columns.begin(), columns.end(),
                                    [](const Column& one) { return !one.derived && one.clock == Clock::times; });
  EXPECT_EQ(std::count(first.begin(), first.end(), ','), stored);
}

}  // namespace
}  // namespace alembert::test
