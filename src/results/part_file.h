// A text file that has its own name only once it is complete.
#pragma once

#include <fmt/format.h>

#include <filesystem>

#include "base/files.h"

namespace alembert::results {

using files::fail;
using files::part_name;
using files::publish;

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
  // Puts what is in the buffer in place of all that was written, at once: whoever reads sees the old or the new.
  void rewrite();
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
