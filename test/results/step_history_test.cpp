// Attempted steps that are more than there is room for: what is kept of them, and what the files say.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "results/history.h"
#include "results/recorded_run.h"
#include "results/results_reader.h"

namespace alembert::test {
namespace {

using results::History;

// Step k of size 1 begins at k; every `each`-th attempt is rejected.
StepRecord attempt(std::size_t k, std::size_t each) {
  StepRecord out;
  out.time = static_cast<double>(k);
  out.h = 1.0;
  out.outcome = k % each == each - 1 ? StepOutcome::error_test : StepOutcome::accepted;
  return out;
}

History history_of(std::size_t attempts, std::size_t most, std::size_t each = 5) {
  History out;
  out.most_steps = most;
  for (std::size_t k = 0; k < attempts; ++k) out.add(attempt(k, each), false);
  return out;
}

TEST(StepHistory, KeepsAllWhereThereIsRoom) {
  const History h = history_of(75, 100);
  EXPECT_EQ(h.step_time.size(), 75U);
  EXPECT_FALSE(h.thinned());
}

TEST(StepHistory, IsThinnedEvenlyAndNeverLargerThanItsRoom) {
  History h;
  h.most_steps = 100;
  for (std::size_t k = 0; k < 10'000; ++k) {
    h.add(attempt(k, 5), false);
    ASSERT_LE(h.step_time.size(), 100U);
  }
  EXPECT_EQ(h.attempted, (StepCounts{8000, 2000}));
  // 8000 / 128 fit into 75, 2000 / 128 into 25.
  EXPECT_EQ(h.one_in, (StepCounts{128, 128}));
  EXPECT_EQ(h.step_time.size(), 63U + 16U);
  std::size_t accepted = 0, rejected = 0;
  for (std::size_t k = 0; k < h.step_time.size(); ++k) {
    EXPECT_EQ(h.step_number[k], h.step_time[k]);
    const auto number = static_cast<std::size_t>(h.step_number[k]);
    if (h.step_outcome[k] == 0)
      EXPECT_EQ(number / 5 * 4 + number % 5, 128 * accepted++);  // its place among the accepted
    else
      EXPECT_EQ(number / 5, 128 * rejected++);
  }
}

TEST(StepHistory, KeepsAcceptedStepsHoweverAttemptsAlternate) {
  const History h = history_of(10'000, 100, 2);
  EXPECT_GE(std::count(h.step_outcome.begin(), h.step_outcome.end(), 0), 38);
  EXPECT_GE(std::count(h.step_outcome.begin(), h.step_outcome.end(), 1), 13);
}

TEST(StepHistory, OfNoRoomCountsOnly) {
  const History h = history_of(1000, 0);
  EXPECT_TRUE(h.step_time.empty());
  EXPECT_EQ(h.attempted, (StepCounts{800, 200}));
  EXPECT_EQ(h.recorded_one_in(), (StepCounts{0, 0}));
  EXPECT_TRUE(h.thinned());
}

TEST(StepHistory, CutAndGoneOnWithIsThatOfOneRun) {
  for (const std::size_t cut : {10U, 100U, 500U, 999U}) {
    History h = history_of(cut, 100);
    const RecordMark mark = h.mark();
    for (std::size_t k = cut; k < 1000; ++k) h.add(attempt(k + 1, 5), false);  // other steps, to be forgotten
    h.cut(mark);
    for (std::size_t k = cut; k < 1000; ++k) h.add(attempt(k, 5), false);
    const History whole = history_of(1000, 100);
    EXPECT_EQ(h.step_number, whole.step_number) << cut;
    EXPECT_EQ(h.step_time, whole.step_time) << cut;
    EXPECT_EQ(h.step_outcome, whole.step_outcome) << cut;
    EXPECT_EQ(h.attempted, whole.attempted) << cut;
    EXPECT_EQ(h.one_in, whole.one_in) << cut;
  }
}

TEST(StepHistory, FilesSayThatTheyAreThinned) {
  const TemporaryFolder folder;
  ResultsLayout layout;
  layout.most_steps = 100;
  Recorder recorder(folder.path(), layout);
  for (std::size_t k = 0; k < 10'000; ++k) recorder.step(attempt(k, 5));
  RunSummary summary;
  summary.status = "done";
  summary.thinned_steps = recorder.thinned_steps();
  recorder.finish(summary);

  std::istringstream lines(read_text(folder / "steps.jsonl"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, R"({"thinned":{"accepted_one_in":128,"rejected_one_in":128}})");
  std::vector<double> numbers;
  while (std::getline(lines, line)) numbers.push_back(nlohmann::json::parse(line).at("number"));
  const results::RunData run = results::read_results(folder.path());
  EXPECT_EQ(run.history.step_number, numbers);
  EXPECT_EQ(run.history.step_number, history_of(10'000, 100).step_number);
  EXPECT_EQ(run.history.attempted, (StepCounts{8000, 2000}));
  EXPECT_EQ(run.history.one_in, (StepCounts{128, 128}));
  const auto said = run.summary->at("step_history");
  EXPECT_EQ(said.at("attempted"), 10'000);
  EXPECT_EQ(said.at("recorded"), numbers.size());
}

TEST(StepHistory, EventsAreKeptUpToALimitAndCounted) {
  History h;
  for (int k = 0; k < 12'000; ++k) h.add(EventRecord{0.1 * k, "sensor", {"stops the run", "sets k"}, {}});
  EXPECT_EQ(h.event_count, 12'000U);
  EXPECT_EQ(h.event_time.size(), kMostKeptEvents);
  EXPECT_EQ(h.event_action.front(), "stops the run, sets k");
}

}  // namespace
}  // namespace alembert::test
