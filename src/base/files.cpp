#include "base/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/read_log.h"

namespace alembert::files {
namespace {

namespace fs = std::filesystem;

// fsync of a file or folder by name. A folder on a file system that cannot do that is no failure.
void sync_path(const fs::path& path, bool folder) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail("open", path, errno);
  const int result = ::fsync(descriptor);
  const int reason = errno;
  ::close(descriptor);
  if (result != 0 && !folder) fail("write", path, reason);
}

}  // namespace

fs::path part_name(const fs::path& target) { return target.string() + ".part"; }

void fail(const char* action, const fs::path& path, int errno_value) {
  throw Error(ExitCode::bad_usage, std::string("cannot ") + action + " " + path.string() + ": " +
                                       std::generic_category().message(errno_value));
}

void publish(const fs::path& from, const fs::path& to) {
  sync_path(from, false);
  if (std::rename(from.c_str(), to.c_str()) != 0) fail("write", to, errno);
  sync_path(to.has_parent_path() ? to.parent_path() : fs::path("."), true);
}

std::string reading_problem(const fs::path& path) {
  const std::string name = path.string();
  if (name.empty()) return "there is no such file: its name is empty";
  if (name.find('\0') != std::string::npos) return "no file has this name: it holds a NUL character";
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "there is no such file";
  if (!fs::exists(status)) return "cannot be read: " + error.message();
  if (fs::is_directory(status)) return "this is a folder, not a file";
  const bool handed_over = name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/");
  if (!fs::is_regular_file(status) && !handed_over) return "this is a pipe or a device, not a file";
  if (::access(path.c_str(), R_OK) != 0) return "cannot be read: " + std::generic_category().message(errno);
  note_read(path);
  return {};
}

void write_bytes(const fs::path& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail("write", path, errno);
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = count < 0 ? errno : ENOSPC;
      ::close(descriptor);
      fail("write", path, reason);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::close(descriptor) != 0) fail("write", path, errno);
}

void write_file(const fs::path& target, std::string_view bytes) {
  const fs::path part = part_name(target);
  try {
    write_bytes(part, bytes);
    publish(part, target);
  } catch (...) {
    std::error_code ignored;  // the first failure is the one to report
    fs::remove(part, ignored);
    throw;
  }
}

std::string content_hash(const fs::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail("read", path, errno);
  std::uint64_t hash = 0xcbf29ce484222325U;  // offset and prime of FNV-1a
  std::vector<unsigned char> buffer(std::size_t{1} << 16);
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file))
    for (std::size_t k = 0; k < count; ++k) hash = (hash ^ buffer[k]) * 0x100000001b3U;
  const bool broken = std::ferror(file) != 0;
  const int reason = errno;
  std::fclose(file);
  if (broken) fail("read", path, reason);
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

}  // namespace alembert::files
