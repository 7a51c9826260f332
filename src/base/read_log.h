// Which files are read.
#pragma once

#include <filesystem>
#include <vector>

namespace alembert::files {

// The files that are read in this thread as long as it lives: those that `reading_problem` has found nothing wrong
// with, and those of `note_read`, each once. One inside another takes over until it ends.
class ReadLog {
 public:
  ReadLog();
  ~ReadLog();
  ReadLog(const ReadLog&) = delete;
  ReadLog& operator=(const ReadLog&) = delete;
  const std::vector<std::filesystem::path>& paths() const { return paths_; }

 private:
  friend void note_read(const std::filesystem::path& path);
  ReadLog* outer_;
  std::vector<std::filesystem::path> paths_;
};
void note_read(const std::filesystem::path& path);

}  // namespace alembert::files
