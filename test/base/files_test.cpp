// Files have their own name only when they are whole; what cannot be written is named with its reason.
#include "base/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::bad_usage);
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Files, AreWrittenWholeAndReplaced) {
  const test::TemporaryFolder folder;
  const fs::path file = folder / "results.csv";
  const std::string bytes("time\0x\n\xff", 8);
  files::write_file(file, bytes);
  EXPECT_EQ(content(file), bytes);
  files::write_file(file, "");
  EXPECT_EQ(content(file), "");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Files, InTheWorkAreCalledPart) { EXPECT_EQ(files::part_name("a/summary.json"), "a/summary.json.part"); }

TEST(Files, ThatArePublishedReplaceOlderOnes) {
  const test::TemporaryFolder folder;
  files::write_bytes(folder / "x", "old");
  files::write_bytes(folder / "x.part", "new");
  files::publish(folder / "x.part", folder / "x");
  EXPECT_EQ(content(folder / "x"), "new");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Files, ThatCannotBeWrittenAreNamedAndLeaveNothing) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(refusal([&] { files::write_file(folder / "none/x", "1"); }),
            "cannot write " + (folder / "none/x.part").string() + ": No such file or directory");
  fs::create_directory(folder / "taken");
  EXPECT_EQ(refusal([&] { files::write_file(folder / "taken", "1"); }),
            "cannot write " + (folder / "taken").string() + ": Is a directory");
  EXPECT_EQ(files_in(folder.path()), 1u);
  EXPECT_EQ(refusal([&] { files::publish(folder / "missing", folder / "x"); }),
            "cannot open " + (folder / "missing").string() + ": No such file or directory");
}

TEST(Files, OnAFullDiskAreRefused) {
  EXPECT_EQ(refusal([] { files::write_bytes("/dev/full", "1"); }), "cannot write /dev/full: No space left on device");
}

}  // namespace
}  // namespace alembert
