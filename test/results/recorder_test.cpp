#include "results/recorder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "results/recorded_run.h"

namespace alembert::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The file that read_h5.py looks at; elsewhere when no folder is given.
TEST(Recorder, WritesTheRunThatPythonReads) {
  const TemporaryFolder temporary;
  const char* folder = std::getenv("ALEMBERT_READ_H5_FOLDER");
  record_small_run(folder ? fs::path(folder) : temporary.path());
}

TEST(Recorder, LeavesExactlyTheFourFiles) {
  const TemporaryFolder folder;
  record_small_run(folder / "new/run.out");
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / "new/run.out")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"outputs.csv", "results.h5", "steps.jsonl", "summary.json"}));
}

TEST(Recorder, WritesCsvWithQuotedNamesAndTimeInModelUnits) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  EXPECT_EQ(read_text(folder / "outputs.csv"),
            "time,angle,\"force, \"\"peak\"\"\"\n"
            "0,0.3333333333333333,1e-300\n"
            "100,1.3333333333333333,1e-300\n"
            "200,2.3333333333333335,1e-300\n");
}

TEST(Recorder, CsvNumbersReadBackToTheSameDouble) {
  const TemporaryFolder folder;
  ResultsLayout layout;
  layout.names[results::Group::outputs] = {"value"};
  const std::vector<double> values = {0.1,     1.0 / 3.0, 5e-324, 1.7976931348623157e308, -123456789.123456789, 1e16,
                                      4503.25, 1e22,      -0.0,   2.2250738585072014e-308};
  {
    Recorder recorder(folder.path(), layout);
    for (const double value : values) {
      Sample sample(layout.names);
      sample.put(results::channel(results::Group::outputs, "values"), 0, value);
      recorder.sample(sample);
    }
    recorder.finish(RunSummary{});
  }
  std::istringstream lines(read_text(folder / "outputs.csv"));
  std::string line;
  std::getline(lines, line);
  for (const double value : values) {
    ASSERT_TRUE(std::getline(lines, line));
    const std::string digits = line.substr(line.find(',') + 1);
    double read = std::numeric_limits<double>::quiet_NaN();
    std::from_chars(digits.data(), digits.data() + digits.size(), read);
    EXPECT_EQ(read, value) << digits;
    EXPECT_EQ(std::signbit(read), std::signbit(value)) << digits;
  }
}

TEST(Recorder, WritesOneJsonLinePerAttemptedStep) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  std::istringstream lines(read_text(folder / "steps.jsonl"));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line), json({{"number", 0},
                                     {"time", 0},
                                     {"h", 0.2},
                                     {"order", 1},
                                     {"newton", 4},
                                     {"error", nullptr},
                                     {"outcome", "newton_diverged"},
                                     {"worst", "joint \"wrist\": point x"},
                                     {"jacobian", true}}));
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line), json({{"number", 1},
                                     {"time", 0},
                                     {"h", 0.1},
                                     {"order", 1},
                                     {"newton", 1},
                                     {"error", 0.5},
                                     {"outcome", "accepted"},
                                     {"worst", nullptr},
                                     {"jacobian", false}}));
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(Recorder, StepsStayValidJsonWhateverHappens) {
  const TemporaryFolder folder;
  ResultsLayout layout;
  layout.row_names = {"bad \xff byte\n"};
  {
    Recorder recorder(folder.path(), layout);
    StepRecord step;
    step.h = std::numeric_limits<double>::infinity();
    step.error_ratio = std::numeric_limits<double>::quiet_NaN();
    step.outcome = StepOutcome::not_finite;
    step.worst_row = 0;
    recorder.step(step);
    step.worst_row = 99;
    recorder.step(step);
    recorder.finish(RunSummary{});
  }
  std::istringstream lines(read_text(folder / "steps.jsonl"));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(json::parse(line)["h"].is_null());
  EXPECT_TRUE(json::parse(line)["worst"].is_string());
  std::getline(lines, line);
  EXPECT_TRUE(json::parse(line)["worst"].is_null());
}

TEST(Recorder, FixedStepsHaveNoError) {
  const TemporaryFolder folder;
  ResultsLayout layout;
  layout.fixed_step = true;
  Recorder recorder(folder.path(), layout);
  recorder.step(StepRecord{});
  recorder.finish(RunSummary{});
  EXPECT_TRUE(json::parse(read_text(folder / "steps.jsonl"))["error"].is_null());
}

TEST(Recorder, WritesTheSummary) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  const json summary = json::parse(read_text(folder / "summary.json"));
  EXPECT_EQ(summary["title"], "Prüfstand \"A\"");
  EXPECT_EQ(summary["version"], "0.1.0");
  EXPECT_EQ(summary["status"], "done");
  EXPECT_FALSE(summary.contains("message"));
  EXPECT_EQ(summary["method"], json({{"name", "hht"}, {"parameters", {{"alpha", -0.05}}}}));
  EXPECT_EQ(summary["tolerance"], 1e-5);
  EXPECT_FALSE(summary.contains("step"));
  EXPECT_EQ(summary["end_time"], 0.2);
  EXPECT_EQ(summary["steps"], 1);
  EXPECT_EQ(summary["rejected_steps"], 1);
  EXPECT_EQ(summary["newton_iterations"], 5);
  EXPECT_EQ(summary["jacobian_evaluations"], 0);
  EXPECT_EQ(summary["factorizations"], 0);
  EXPECT_EQ(summary["equations"], 14);
  EXPECT_EQ(summary["cpu_seconds"], 0.25);
  EXPECT_EQ(summary["max_energy_drift"], 1e-9);
  EXPECT_EQ(summary["energy"].size(), 6U);
  EXPECT_EQ(summary["max_violation"]["position"], 1e-12);
  EXPECT_EQ(summary["reactions_not_unique"], json({"hinge, outer"}));
  EXPECT_EQ(summary["warnings"].size(), 1U);
}

TEST(Recorder, SummaryOfAFailureIsValidJson) {
  const TemporaryFolder folder;
  RunSummary summary = small_summary();
  summary.status = "failed";
  summary.message = "not finite at \xff";
  summary.energy_end = std::numeric_limits<double>::quiet_NaN();
  summary.statistics.max_velocity_violation = std::numeric_limits<double>::infinity();
  summary.max_energy_drift.reset();
  summary.method_parameters = {{"alpha", std::numeric_limits<double>::quiet_NaN()}};
  Recorder recorder(folder.path(), small_layout());
  recorder.finish(summary);
  const json read = json::parse(read_text(folder / "summary.json"));
  EXPECT_EQ(read["status"], "failed");
  EXPECT_TRUE(read["message"].is_string());
  EXPECT_TRUE(read["energy"]["end"].is_null());
  EXPECT_TRUE(read["max_violation"]["velocity"].is_null());
  EXPECT_TRUE(read["max_energy_drift"].is_null());
  EXPECT_TRUE(read["method"]["parameters"]["alpha"].is_null());
}

TEST(Recorder, ANewRunRemovesTheOldResults) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  std::ofstream(folder / "mine.txt") << "not the recorder's";
  for (const char* name : {"plot.svg", "results.csv"}) std::ofstream(folder / name) << "drawn from the old results";
  const Recorder recorder(folder.path(), small_layout());
  for (const char* name : {"outputs.csv", "results.h5", "steps.jsonl", "summary.json", "plot.svg", "results.csv"}) {
    EXPECT_FALSE(fs::exists(folder / name)) << name;
  }
  EXPECT_TRUE(fs::exists(folder / "mine.txt"));
}

TEST(Recorder, WithoutFinishThePartFilesHoldEverything) {
  const TemporaryFolder folder;
  {
    Recorder recorder(folder.path(), small_layout());
    recorder.sample(small_sample(0));
    recorder.step(StepRecord{});
  }
  EXPECT_EQ(read_text(folder / "outputs.csv.part"),
            "time,angle,\"force, \"\"peak\"\"\"\n0,0.3333333333333333,1e-300\n");
  EXPECT_EQ(json::parse(read_text(folder / "steps.jsonl.part"))["outcome"], "accepted");
  EXPECT_EQ(json::parse(read_text(folder / "summary.json.part"))["status"], "running");
  EXPECT_TRUE(fs::exists(folder / "results.h5.part"));
  EXPECT_FALSE(fs::exists(folder / "results.h5"));
  EXPECT_FALSE(fs::exists(folder / "summary.json"));
}

TEST(Recorder, AKilledRunLeavesWholeLines) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Recorder recorder(folder.path(), small_layout());
    for (int i = 0; i < 1500; ++i) {
      recorder.sample(small_sample(i));
      ::usleep(1000);
    }
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::string text = read_text(folder / "outputs.csv.part");
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_EQ(text.back(), '\n');
}

std::string message_of(ExitCode expected, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), expected);
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Recorder, NamesTheFolderItCannotMake) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  for (const char* name : {"file", "file/below"}) {
    const fs::path path = folder / name;
    const std::string message = message_of(ExitCode::bad_usage, [&] { Recorder recorder(path, small_layout()); });
    EXPECT_NE(message.find(path.string()), std::string::npos) << message;
  }
}

// The kernel's limit on the size of a file stands in for a full disk.
TEST(Recorder, SaysWhichFileTheDiskRefuses) {
  const TemporaryFolder folder;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limited = before;
  limited.rlim_cur = 10000;

  ResultsLayout layout;
  layout.names[results::Group::outputs] = {"value"};
  Sample sample(layout.names);
  sample.put(results::channel(results::Group::outputs, "values"), 0, 1.0 / 3.0);
  std::string message;
  {
    Recorder recorder(folder.path(), layout);
    ::setrlimit(RLIMIT_FSIZE, &limited);
    message = message_of(ExitCode::bad_usage, [&] {
      for (int i = 0; i < 100000; ++i) recorder.sample(sample);
    });
  }  // the destructor meets the limit too and must survive it
  std::string finish_message;
  {
    layout.model_text.assign(20000, 'x');
    Recorder recorder(folder / "second", layout);
    finish_message = message_of(ExitCode::bad_usage, [&] { recorder.finish(RunSummary{}); });
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);

  EXPECT_NE(message.find((folder / "outputs.csv.part").string()), std::string::npos) << message;
  EXPECT_NE(finish_message.find((folder / "second/results.h5").string()), std::string::npos) << finish_message;
  EXPECT_FALSE(fs::exists(folder / "second/results.h5"));
  const std::string text = read_text(folder / "outputs.csv.part");
  EXPECT_EQ(text.back(), '\n');
}

TEST(Recorder, RefusesASampleOfTheWrongSize) {
  const TemporaryFolder folder;
  Recorder recorder(folder.path(), small_layout());
  ResultsLayout other = small_layout();
  other.names[results::Group::joints].pop_back();
  const Sample sample(other.names);
  const std::string message = message_of(ExitCode::internal_error, [&] { recorder.sample(sample); });
  EXPECT_NE(message.find("joints/force"), std::string::npos) << message;
  recorder.sample(small_sample(0));
  recorder.finish(small_summary());
  message_of(ExitCode::internal_error, [&] { recorder.sample(small_sample(1)); });
}

TEST(Recorder, TheSameRunGivesTheSameBytes) {
  const TemporaryFolder folder;
  record_small_run(folder / "one");
  record_small_run(folder / "two");
  for (const char* name : {"outputs.csv", "results.h5", "steps.jsonl", "summary.json"}) {
    EXPECT_EQ(read_text(folder / "one" / name), read_text(folder / "two" / name)) << name;
  }
}

}  // namespace
}  // namespace alembert::test
