#include "report/analysis_story.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace alembert::report {
namespace {

using nlohmann::json;
using results::RunData;

constexpr const char* kScene = R"({"units": {
  "length": {"factor": 0.001, "name": "mm"}, "mass": {"factor": 1, "name": "kg"},
  "time": {"factor": 0.001, "name": "ms"},
  "angle": {"factor": 1, "name": "rad"}, "force": {"factor": 1, "name": "N"}}})";

RunData run_of(const char* analysis, const json& equilibria = json::array()) {
  RunData run;
  run.status = "done";
  run.layout.scene = kScene;
  run.summary = results::Summary(json{{"analysis", analysis}, {"equilibria", equilibria}});
  return run;
}

std::string told(const RunData& run, const std::optional<json>& modes = {}) {
  std::string out;
  for (const std::string& line : analysis_story(run, modes)) out += line + "\n";
  return out;
}

#define EXPECT_TOLD(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(AnalysisStory, SaysWhetherAnEquilibriumIsStable) {
  json one = {{"time", 0}, {"iterations", 7}, {"stability", "stable"}, {"smallest_eigenvalue", 39.4784176}};
  EXPECT_TOLD(told(run_of("statics", json::array({one}))), "found in 7 steps. It is stable");
  EXPECT_TOLD(told(run_of("statics", json::array({one}))), "39.4784 1/s^2 (1 Hz undamped)");
  one["stability"] = "unstable";
  one["smallest_eigenvalue"] = -3.0;
  EXPECT_TOLD(told(run_of("statics", json::array({one}))),
              "unstable: the smallest eigenvalue of the stiffness against the masses is -3");
  one["stability"] = "neutral";
  one["neutral"] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  EXPECT_TOLD(told(run_of("statics", json::array({one}))),
              "neutral in 8 directions, which no force holds: a; b; c; d; e; f; and 2 more");
  EXPECT_TOLD(told(run_of("statics", json::array({json{{"stability", "no freedom"}}}))), "Nothing is free to move");
}

TEST(AnalysisStory, CountsTheEquilibriaOfASweep) {
  const auto at = [](double time, const char* kind, double eigenvalue) {
    return json{{"time", time}, {"stability", kind}, {"smallest_eigenvalue", eigenvalue}};
  };
  const std::string text =
      told(run_of("quasi_statics", json::array({at(0, "stable", 4), at(5, "stable", 2), at(10, "unstable", -1)})));
  EXPECT_TOLD(text, "3 equilibria from time 0 to 10 ms: 2 stable, 1 unstable.");
  EXPECT_TOLD(text, "is -1 1/s^2, at time 10 ms");
}

TEST(AnalysisStory, SortsModesByWhatTheyDo) {
  const auto mode = [](double re, double im) { return json{{"eigenvalue", {re, im}}}; };
  const json modes = {{"about", "the equilibrium"},
                      {"modes", {mode(0, 0), mode(-1, 0), mode(-1, 6.283185307), mode(2, 12.56637061)}}};
  EXPECT_EQ(told(run_of("modes"), modes),
            "4 modes about the equilibrium. 2 oscillate, with 1 to 2 Hz (damped). 1 is free: no force holds such a "
            "motion, and "
            "it neither grows nor dies down. 1 grows: the state is unstable.\n");
  EXPECT_TOLD(told(run_of("linearise"), modes), "linear.mat");
}

TEST(AnalysisStory, CountsTheRowsInTheModelsUnits) {
  RunData run = run_of("kinematics");
  run.history.time = {0.0, 0.5, 1.0};
  EXPECT_TOLD(told(run), "at 3 times from 0 to 1000 ms");
  run = run_of("inverse_dynamics");
  run.history.time = {0.0, 1.0};
  EXPECT_TOLD(told(run), "actuators.csv");
}

TEST(AnalysisStory, IsEmptyWhereNothingWasFound) {
  RunData run = run_of("statics");
  run.status = "failed";
  run.message = "nothing comes to rest";
  EXPECT_EQ(told(run), "");
}

}  // namespace
}  // namespace alembert::report
