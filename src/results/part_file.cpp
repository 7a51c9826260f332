#include "results/part_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <utility>

namespace alembert::results {

namespace fs = std::filesystem;

PartFile::PartFile(fs::path target) : target_(std::move(target)), part_(part_name(target_)) {
  descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("write", part_, errno);
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  try {
    flush();
  } catch (const std::exception&) {  // a destructor cannot report it, and the failure was reported by whoever ended us
  }
  ::close(descriptor_);
}

void PartFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = count < 0 ? errno : ENOSPC;
      // Take back the half that was written. If even that fails the file ends with part of a line.
      if (::ftruncate(descriptor_, written_) == 0) ::lseek(descriptor_, written_, SEEK_SET);
      fail("write", part_, reason);
    }
    done += static_cast<std::size_t>(count);
  }
  written_ += static_cast<long long>(done);
  buffer_.clear();
}

void PartFile::rewrite() {
  const fs::path fresh = target_.string() + ".tmp";
  const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail("write", fresh, errno);
  ::close(std::exchange(descriptor_, descriptor));
  written_ = 0;
  flush();
  if (::rename(fresh.c_str(), part_.c_str()) != 0) fail("write", part_, errno);
}

void PartFile::commit() {
  flush();
  const int result = ::close(std::exchange(descriptor_, -1));
  if (result != 0) fail("write", part_, errno);
  publish(part_, target_);
}

}  // namespace alembert::results
