#include "report/story.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace alembert::report {
namespace {

using results::RunData;

RunData steps_of(const std::vector<StepRecord>& steps, bool fixed = false) {
  RunData run;
  run.status = "done";
  run.layout.row_names = {"body crank: angle", "body rod: x"};
  nlohmann::json summary = nlohmann::json::object();
  if (fixed) summary["step"] = 0.1;
  run.summary = results::Summary(summary);
  for (const StepRecord& step : steps) run.history.add(step, fixed);
  return run;
}

StepRecord step(double time, double h, double error, StepOutcome outcome = StepOutcome::accepted, int worst = 0) {
  StepRecord out;
  out.time = time;
  out.h = h;
  out.error_ratio = error;
  out.outcome = outcome;
  out.worst_row = worst;
  out.newton_iterations = 2;
  return out;
}

std::string whole_story(const RunData& run) {
  std::string out;
  for (const std::string& line : story_of(run)) out += line + "\n";
  return out;
}

TEST(Story, BlamesTheCoordinateThatSetTheStep) {
  const std::string text =
      whole_story(steps_of({step(0, 0.1, 0.8), step(0.1, 0.2, 0.7), step(0.3, 0.15, 0.9, StepOutcome::accepted, 1)}));
  EXPECT_NE(text.find("Accuracy set it"), std::string::npos) << text;
  EXPECT_NE(text.find("body crank: angle (67 %), body rod: x (33 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("between 0.1 and 0.2 s"), std::string::npos) << text;
  EXPECT_NE(text.find("No attempt was rejected"), std::string::npos) << text;
}

TEST(Story, TellsALimitFromTheTolerance) {
  std::vector<StepRecord> steps;
  for (int k = 0; k < 10; ++k) steps.push_back(step(0.1 * k, 0.1, 1e-4));
  EXPECT_NE(whole_story(steps_of(steps)).find("a limit"), std::string::npos);
}

TEST(Story, CountsRejectionsByReason) {
  const std::string text = whole_story(
      steps_of({step(0, 0.1, 0.5), step(0.1, 0.2, 3, StepOutcome::error_test, 1),
                step(0.1, 0.1, 0, StepOutcome::newton_diverged), step(0.1, 0.05, 0, StepOutcome::newton_iterations)}));
  EXPECT_NE(text.find("3 of 4 attempts were rejected (75.0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("1 because the error was above the tolerance"), std::string::npos) << text;
  EXPECT_NE(text.find("2 because Newton's iteration did not converge"), std::string::npos) << text;
  EXPECT_NE(text.find("soften stops"), std::string::npos) << text;
}

TEST(Story, OfAFailureBeginsWithIt) {
  RunData run = steps_of({});
  run.status = "failed";
  run.message = "singular at t = 1 s";
  EXPECT_EQ(whole_story(run), "The run failed: singular at t = 1 s\n");
}

TEST(Story, OfAKilledRunKnowsAFixedStepByItsUntestedErrors) {
  RunData run = steps_of({step(0, 0.1, 0), step(0.1, 0.1, 0)}, true);
  run.summary = {};
  EXPECT_NE(whole_story(run).find("The step was fixed at 0.1 s: 2 steps"), std::string::npos);
}

TEST(Story, SaysNothingOfEnergiesThatAreNotStored) {
  RunData run = steps_of({step(0, 0.1, 0)}, true);
  run.history.values[results::channel(results::Group::energy, "kinetic")] = {1.0};
  run.history.values[results::channel(results::Group::energy, "numerical")] = {0.5};  // without work_in and dissipated
  EXPECT_EQ(whole_story(run).find("The method itself"), std::string::npos);
}

TEST(Story, SaysWhatTheMethodAte) {
  RunData run = steps_of({step(0, 0.1, 0)}, true);
  run.history.values[results::channel(results::Group::energy, "kinetic")] = {1.0, 2.0};
  run.history.values[results::channel(results::Group::energy, "work_in")] =
      run.history.values[results::channel(results::Group::energy, "dissipated")] = {0.0, 0.0};
  run.history.values[results::channel(results::Group::energy, "numerical")] = {0.0, -0.5};
  const std::string text = whole_story(run);
  EXPECT_NE(text.find("The step was fixed at 0.1 s: 1 steps"), std::string::npos) << text;
  EXPECT_NE(text.find("removed 0.5 J, 25 %"), std::string::npos) << text;
  run.summary = results::Summary(nlohmann::json{{"step", 0.1}, {"energy", {{"turned_over", 5.0}}}});
  EXPECT_NE(whole_story(run).find("removed 0.5 J, 10 %"), std::string::npos) << whole_story(run);
  run.summary = results::Summary(nlohmann::json{{"step", 0.1}, {"energy", {{"turned_over", nullptr}}}});
  EXPECT_EQ(whole_story(run).find("The method itself"), std::string::npos) << whole_story(run);
}

}  // namespace
}  // namespace alembert::report
