// A text file that has its own name only once it is complete.
#pragma once

#include <fmt/format.h>

#include <filesystem>

namespace alembert::results {

// "TARGET.part": the name of a file that is still being written.
std::filesystem::path part_name(const std::filesystem::path& target);

// Throws Error(ExitCode::bad_usage): "cannot ACTION PATH: REASON OF errno_value".
[[noreturn]] void fail(const char* action, const std::filesystem::path& path, int errno_value);

// Makes the content of `from` safe on the disk and then gives it the name `to`, replacing what had it.
void publish(const std::filesystem::path& from, const std::filesystem::path& to);

// Text collects in `buffer()`, whole lines at a time, and reaches the disk with `flush`. Every failure throws.
class PartFile {
 public:
  // Creates TARGET.part, empty.
  explicit PartFile(std::filesystem::path target);
  // Flushes as far as the disk allows and leaves the .part file.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  fmt::memory_buffer& buffer() { return buffer_; }
  // What cannot be written whole is not written at all, so the file always ends with a whole line.
  void flush();
  void flush_if_large() {
    if (buffer_.size() >= large) flush();
  }
  // Flushes, makes the file safe on the disk and gives it its own name. Nothing may be written afterwards.
  void commit();

 private:
  static constexpr std::size_t large = 1 << 16;  // bytes; a write of this size costs about as much as its copying

  std::filesystem::path target_;
  std::filesystem::path part_;
  int descriptor_ = -1;
  long long written_ = 0;
  fmt::memory_buffer buffer_;
};

}  // namespace alembert::results
