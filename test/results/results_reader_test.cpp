#include "results/results_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.h"
#include "results/hdf5_file.h"
#include "results/hdf5_writer.h"
#include "results/recorded_run.h"

namespace alembert::test {
namespace {

namespace fs = std::filesystem;
using results::Group;
using results::Hdf5File;
using results::History;
using results::read_results;
using results::RunData;

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void write_file(const fs::path& path, Hdf5File& file) {
  const std::vector<unsigned char> bytes = file.image();
  write_bytes(path, {bytes.begin(), bytes.end()});
}

// The message with which a folder is refused; nothing must reach the terminal besides.
std::string refusal(const fs::path& folder) {
  testing::internal::CaptureStderr();
  std::string message;
  try {
    read_results(folder);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage);
    message = error.what();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  return message;
}

bool says(const std::string& message, const std::string& words) { return message.find(words) != std::string::npos; }

TEST(ResultsReader, ReadsBackWhatTheRecorderWrote) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  const RunData run = read_results(folder.path());
  const ResultsLayout layout = small_layout();
  EXPECT_EQ(run.file, folder / "results.h5");
  EXPECT_TRUE(run.complete());
  EXPECT_EQ(run.layout.title, layout.title);
  EXPECT_EQ(run.message, "");
  EXPECT_EQ(run.layout.model_text, layout.model_text);
  EXPECT_EQ(run.layout.program_version, layout.program_version);
  EXPECT_EQ(run.names(Group::bodies), layout.names[Group::bodies]);
  EXPECT_EQ(run.names(Group::joints), layout.names[Group::joints]);
  EXPECT_EQ(run.names(Group::forces), layout.names[Group::forces]);
  EXPECT_EQ(run.names(Group::outputs), layout.names[Group::outputs]);
  EXPECT_EQ(run.layout.row_names, layout.row_names);
  EXPECT_EQ(run.layout.joint_reaction_unique, layout.joint_reaction_unique);
  ASSERT_TRUE(run.summary);
  EXPECT_EQ((*run.summary)["method"]["name"], "hht");

  History expected;
  for (int i = 0; i < 3; ++i) expected.add(small_sample(i), layout);
  EXPECT_EQ(run.history.time, expected.time);
  for (std::size_t k = 0; k < expected.values.size(); ++k)  // byte by byte: NaN is not equal to itself
    EXPECT_TRUE(std::equal(expected.values[k].begin(), expected.values[k].end(), run.history.values[k].begin(),
                           run.history.values[k].end(),
                           [](double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }))
        << results::channels[k].name;
  EXPECT_EQ(run.history.step_h, (std::vector<double>{0.2, 0.1}));
  EXPECT_TRUE(std::isnan(run.history.step_error_ratio[0]));
  EXPECT_EQ(run.history.step_error_ratio[1], 0.5);
  EXPECT_EQ(run.history.step_newton_iterations, (std::vector<std::int32_t>{4, 1}));
  EXPECT_EQ(run.history.step_worst_row, (std::vector<std::int32_t>{1, -1}));
  EXPECT_EQ(run.history.step_predictor_degree, (std::vector<std::int8_t>{1, 1}));
  EXPECT_EQ(run.history.step_outcome, (std::vector<std::int8_t>{2, 0}));
  EXPECT_EQ(run.history.step_new_jacobian, (std::vector<std::int8_t>{1, 0}));
}

TEST(ResultsReader, TakesUnitsOfOutputsFromASceneItCanRead) {
  for (const auto& [scene, units] :
       {std::pair<std::string, std::vector<std::string>>{R"({"output_units": ["rad", 3]})", {"rad", ""}},
        {"", {}},
        {"{", {}},
        {"[]", {}},
        {"{}", {}}}) {
    const TemporaryFolder folder;
    ResultsLayout layout = small_layout();
    layout.scene = scene;
    Recorder(folder.path(), layout).finish(small_summary());
    EXPECT_EQ(results::read_results(folder.path()).layout.output_units, units) << scene;
  }
}

TEST(ResultsReader, ReadsARunWithNothingInIt) {
  const TemporaryFolder folder;
  Recorder recorder(folder.path(), ResultsLayout{});
  recorder.finish(RunSummary{});
  const RunData run = read_results(folder.path());
  EXPECT_TRUE(run.history.time.empty());
  EXPECT_TRUE(run.history.step_time.empty());
  EXPECT_EQ(run.names(Group::bodies), std::vector<std::string>{});
}

TEST(ResultsReader, ReadsThePartFileOfAKilledRun) {
  const TemporaryFolder folder;
  {
    Recorder recorder(folder.path(), small_layout());
    recorder.sample(small_sample(0));
  }
  write_bytes(folder / "summary.json.part", "{\"half");
  const RunData run = read_results(folder.path());
  EXPECT_EQ(run.file, folder / "results.h5.part");
  EXPECT_FALSE(run.complete());
  EXPECT_EQ(run.history.time.size(), 1U);
  EXPECT_FALSE(run.summary);
}

TEST(ResultsReader, CaresForNoOtherFileOfThatName) {
  const TemporaryFolder folder;
  record_small_run(folder / "run");
  write_bytes(folder / "results.h5", "not the one");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  EXPECT_NO_THROW(read_results("run"));
  fs::current_path(before);
}

TEST(ResultsReader, NamesWhatIsMissing) {
  const TemporaryFolder folder;
  EXPECT_TRUE(says(refusal(folder / "nowhere"), "nowhere: No such file"));
  EXPECT_TRUE(says(refusal(folder.path()), "holds no results.h5"));
  write_bytes(folder / "file", "");
  EXPECT_TRUE(says(refusal(folder / "file"), "file: Not a directory"));
}

TEST(ResultsReader, NamesASummaryThatIsNoJson) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  write_bytes(folder / "summary.json", "[1, 2");
  EXPECT_TRUE(says(refusal(folder.path()), "summary.json: it is not a JSON object"));
}

TEST(ResultsReader, RefusesForeignFiles) {
  const TemporaryFolder folder;
  const fs::path path = folder / "results.h5";
  for (const std::string& bytes : {std::string(), std::string("time,angle\n"), std::string(5000, '\0')}) {
    write_bytes(path, bytes);
    EXPECT_TRUE(says(refusal(folder.path()), "results.h5: it is no HDF5 file"));
  }
  {
    Hdf5File file;
    write_file(path, file);
  }
  EXPECT_TRUE(says(refusal(folder.path()), "not one with results of this program"));
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_TRUE(says(refusal(folder.path()), "results.h5: Is a directory"));
}

TEST(ResultsReader, RefusesANewerFormatAndSaysWhoWroteIt) {
  const TemporaryFolder folder;
  {
    Hdf5File file;
    file.attribute("/", "format", std::string(results::results_format));
    file.attribute("/", "format_version", results::results_format_version + 1);
    file.attribute("/", "program_version", "99.1");
    file.text("/time", "no longer numbers");
    write_file(folder / "results.h5", file);
  }
  const std::string message = refusal(folder.path());
  EXPECT_TRUE(says(message, "is newer than")) << message;
  EXPECT_TRUE(says(message, "99.1")) << message;
}

// A file of the right format in which `change` may write before everything else does: the first writer wins.
struct Variant {
  const char* what;
  std::function<void(Hdf5File&)> change;
  const char* words;
};

void write_variant(const fs::path& target, const Variant& variant) {
  Hdf5File file;
  file.attribute("/", "format", std::string(results::results_format));
  file.attribute("/", "format_version", results::results_format_version);
  for (const char* name : {"program_version", "title", "status", "message"}) file.attribute("/", name, "x");
  for (const char* group : {"/model", "/bodies", "/joints", "/forces", "/energy", "/outputs", "/steps"})
    file.group(group);
  variant.change(file);
  const auto unless_there = [](const auto& write) {
    try {
      write();
    } catch (const Error&) {  // the variant has written it
    }
  };
  unless_there([&] { file.text("/model/text", "alembert: 1\n"); });
  for (const char* path : {"/bodies/names", "/joints/names", "/forces/names", "/outputs/names", "/row_names"})
    unless_there([&] { file.texts(path, {"a"}); });
  const std::vector<double> numbers(8, 1.0);
  const auto array = [&](const std::string& path, const Hdf5File::Shape& shape, std::size_t count) {
    unless_there([&] { file.array(path, shape, std::span(numbers).first(count), "1"); });
  };
  array("/time", {2}, 2);
  for (const results::Channel& c : results::channels)
    if (const auto width = static_cast<std::size_t>(c.width); results::info(c.group).rank == 3)
      array(path_of(c), {2, 1, width}, 2 * width);
  for (const char* name : {"/energy/kinetic", "/energy/potential", "/energy/total"}) array(name, {2}, 2);
  array("/outputs/values", {2, 1}, 2);
  array("/joints/unique", {1}, 1);
  array("/steps/worst_row", {0}, 0);
  for (const char* name :
       {"time", "h", "error_ratio", "predictor_degree", "newton_iterations", "new_jacobian", "outcome"})
    array(std::string("/steps/") + name, {0}, 0);
  write_file(target, file);
}

TEST(ResultsReader, IgnoresArraysItDoesNotKnow) {
  const TemporaryFolder folder;
  write_variant(folder / "results.h5", {"",
                                        [](Hdf5File& file) {
                                          file.group("/news");
                                          file.text("/news/scene", "{}");
                                          file.texts("/bodies/colours", {"red", "blue"});
                                        },
                                        ""});
  EXPECT_EQ(read_results(folder.path()).history.time.size(), 2U);
}

TEST(ResultsReader, NamesTheArrayThatIsWrong) {
  const TemporaryFolder folder;
  const std::vector<double> ones(6, 1.0);
  const std::vector<std::int32_t> whole = {0, 7};
  const auto steps = [&](const char* name, std::vector<double> values) {
    return [=](Hdf5File& file) {
      for (const char* other : {"time", "h", "error_ratio", "predictor_degree", "newton_iterations", "new_jacobian",
                                "outcome", "worst_row"}) {
        const std::vector<double> zeros(values.size(), 0.0);
        file.array(std::string("/steps/") + other, {values.size()}, std::string(other) == name ? values : zeros, "1");
      }
    };
  };
  for (const Variant& variant : std::vector<Variant>{
           {"flat", [&](Hdf5File& f) { f.array("/bodies/position", {6}, ones, "m"); },
            "/bodies/position has the shape (6), not (2, 1, 3)"},
           {"short",
            [&](Hdf5File& f) {
              f.array("/bodies/position", {1, 2, 3}, ones, "m");
            },
            "/bodies/position has the shape (1, 2, 3), not (2, 1, 3)"},
           {"text",
            [](Hdf5File& f) {
              f.texts("/energy/kinetic", {"a", "b"});
            },
            "/energy/kinetic holds texts"},
           {"times", [](Hdf5File& f) { f.text("/time", "now"); }, "/time is not a list of numbers"},
           {"names", [&](Hdf5File& f) { f.array("/joints/names", whole, "1"); },
            "/joints/names is not a list of texts"},
           {"model", [&](Hdf5File& f) { f.array("/model/text", whole, "1"); }, "/model/text is not a text"},
           {"group", [](Hdf5File& f) { f.group("/bodies/position"); }, "/bodies/position is damaged"},
           {"unique", [&](Hdf5File& f) { f.array("/joints/unique", {1}, std::vector<double>{2.0}, "1"); },
            "/joints/unique holds 2"},
           {"row", steps("worst_row", {0.0, 1.0}), "/steps/worst_row holds 1 of 1 rows"},
           {"outcome", steps("outcome", {0.0, 99.0}), "/steps/outcome holds the unknown 99"},
           {"fraction", steps("newton_iterations", {0.5}), "/steps/newton_iterations holds 0.5"},
           {"not a number", steps("predictor_degree", {std::nan("")}), "/steps/predictor_degree holds nan"},
           {"too large", steps("newton_iterations", {1e300}), "/steps/newton_iterations holds 1e+300"},
       }) {
    write_variant(folder / "results.h5", variant);
    const std::string message = refusal(folder.path());
    EXPECT_TRUE(says(message, variant.words)) << variant.what << ": " << message;
    EXPECT_TRUE(says(message, "results.h5: ")) << message;
  }
}

// Reading must end with a consistent run or with a refusal that names the file.
void expect_survives(const fs::path& folder, const std::string& what) {
  try {
    const RunData run = read_results(folder);
    const std::size_t times = run.history.time.size();
    EXPECT_EQ(run.history[results::channel(Group::outputs, "values")].size(), times * run.names(Group::outputs).size())
        << what;
    EXPECT_EQ(run.history.values[0].size(), times * run.names(Group::bodies).size() * 3) << what;
    EXPECT_EQ(run.history.step_h.size(), run.history.step_time.size()) << what;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage) << what;
    EXPECT_TRUE(says(error.what(), "results.h5")) << what << ": " << error.what();
  }
}

TEST(ResultsReader, SurvivesTruncatedFiles) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  const std::string whole = read_text(folder / "results.h5");
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 60) {
    write_bytes(folder / "results.h5", whole.substr(0, size));
    EXPECT_TRUE(says(refusal(folder.path()), "results.h5: ")) << size;
  }
}

TEST(ResultsReader, SurvivesDamagedFiles) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  const std::string whole = read_text(folder / "results.h5");
  std::mt19937 random(20240611);
  testing::internal::CaptureStderr();
  for (int trial = 0; trial < 300; ++trial) {
    std::string bytes = whole;
    const int flips = 1 << (trial % 6);
    for (int i = 0; i < flips; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    write_bytes(folder / "results.h5", bytes);
    expect_survives(folder.path(), "trial " + std::to_string(trial));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ResultsReader, WhatTheLibraryAllocatesIsBoundedByTheFile) {
  const TemporaryFolder folder;
  record_small_run(folder.path());
  const std::string whole = read_text(folder / "results.h5");
  // The shape (3) of /time and others, as HDF5 stores it: made absurd everywhere at once.
  std::string bytes = whole;
  const std::string three("\3\0\0\0\0\0\0\0", 8), absurd("\0\0\0\0\0\xff\0\0", 8);
  int changed = 0;
  for (std::size_t at = bytes.find(three); at != std::string::npos; at = bytes.find(three, at + 8), ++changed)
    bytes.replace(at, 8, absurd);
  ASSERT_GT(changed, 10);
  write_bytes(folder / "results.h5", bytes);
  EXPECT_TRUE(says(refusal(folder.path()), "results.h5: "));
}

}  // namespace
}  // namespace alembert::test
