#include "results/folder_claim.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "results/hdf5_writer.h"
#include "results/results_folder.h"

namespace alembert::results {
namespace {

namespace fs = std::filesystem;

constexpr const char* lock_name = "alembert.lock";
constexpr std::string_view lock_text = "alembert: ";  // then "process 12 on host"

std::string first_bytes(const fs::path& path, std::size_t count) {
  std::ifstream stream(path, std::ios::binary);
  std::string text(count, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(count));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

bool is_our_summary(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const nlohmann::json value = nlohmann::json::parse(stream, nullptr, false);
  return value.is_object() && value.contains("analysis") && value.contains("status");
}

// Attributes of the root are near its beginning.
bool is_our_hdf5(const fs::path& path) {
  constexpr std::size_t far_enough = 1 << 20;  // bytes
  const std::string text = first_bytes(path, far_enough);
  return text.starts_with("\x89HDF") && text.find(results_format) != std::string::npos;
}

bool is_our_lock(const fs::path& path) { return first_bytes(path, lock_text.size()) == lock_text; }

bool is_a_loss(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) && !(fs::is_regular_file(file, error) && fs::file_size(file, error) == 0);
}

// A file that results would replace, in a folder that holds none of ours. An empty one is no loss.
std::optional<fs::path> file_in_the_way(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / lock_name, error) && !is_our_lock(folder / lock_name)) return folder / lock_name;
  if (holds_results(folder)) return std::nullopt;
  for (const fs::path& file : result_files(folder))
    if (is_a_loss(file)) return file;
  return std::nullopt;
}

void refuse_foreign(const fs::path& folder, const std::optional<fs::path>& file) {
  if (!file) return;
  throw Error(ExitCode::bad_usage,
              fmt::format("{} is not a results folder of this program, and the results would replace {} in it: give "
                          "another folder with -o, or remove that file",
                          folder.string(), file->lexically_relative(folder).string()));
}

std::string our_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("{}process {} on {}\n", lock_text, ::getpid(), host.data());
}

[[noreturn]] void refuse_second(const fs::path& folder, const fs::path& file) {
  constexpr std::size_t most = 400;  // bytes of a name
  std::string other = first_bytes(file, most);
  other = other.starts_with(lock_text) ? other.substr(lock_text.size(), other.find('\n') - lock_text.size())
                                       : "which does not say its name";
  throw Error(ExitCode::bad_usage,
              fmt::format("{} is being written to by another run, {}: wait for it, end it, or give another folder with "
                          "-o",
                          folder.string(), other));
}

bool same_file(int descriptor, const fs::path& path) {
  struct stat held = {}, named = {};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

}  // namespace

class FolderClaim::Lock {
 public:
  explicit Lock(const fs::path& folder) : file_(folder / lock_name) {
    // Whoever held the lock before us removes the file; then ours must be made anew.
    do {
      if (descriptor_ >= 0) ::close(descriptor_);
      descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
      if (descriptor_ < 0) files::fail("write", file_, errno);
      // A file system that cannot lock is no reason not to write.
      if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(descriptor_);
        refuse_second(folder, file_);
      }
    } while (!same_file(descriptor_, file_));
    const std::string name = our_name();
    if (::ftruncate(descriptor_, 0) != 0 || ::write(descriptor_, name.data(), name.size()) < 0) {
      const int reason = errno;
      release();
      files::fail("write", file_, reason);
    }
  }
  ~Lock() { release(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  void release() {
    ::unlink(file_.c_str());
    ::close(descriptor_);
  }

  fs::path file_;
  int descriptor_ = -1;
};

FolderClaim::FolderClaim(const fs::path& folder) {
  static std::mutex mutex;
  static std::map<fs::path, std::weak_ptr<Lock>> held;
  make_folder(folder);
  std::error_code error;
  const fs::path place = fs::canonical(folder, error);
  const std::lock_guard guard(mutex);
  lock_ = held[place].lock();
  if (lock_) return;
  refuse_foreign(folder, file_in_the_way(folder));
  lock_ = std::make_shared<Lock>(folder);
  std::erase_if(held, [](const auto& entry) { return entry.second.expired(); });
  held[place] = lock_;
}

bool holds_results(const fs::path& folder) {
  return is_our_lock(folder / lock_name) || is_our_summary(folder / "summary.json") ||
         is_our_summary(folder / "summary.json.part") || is_our_hdf5(folder / "results.h5") ||
         is_our_hdf5(folder / "results.h5.part");
}

void refuse_files_of_others(const fs::path& folder, std::span<const char* const> names, const FolderSign& sign) {
  if (first_bytes(folder / sign.file, sign.begins.size()) == sign.begins) return;
  for (const char* name : names)
    if (is_a_loss(folder / name)) refuse_foreign(folder, folder / name);
}

}  // namespace alembert::results
