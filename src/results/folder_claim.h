// A results folder is written to by one process at a time, and by this program alone.
//
// The process that writes holds a lock (flock) on the file alembert.lock in it, which says who that is. The system
// takes the lock from a process that ends, however that is, so what a killed one leaves behind stops nobody.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace alembert::results {

class FolderClaim {
 public:
  // Makes the folder if needed and claims it. Throws Error(ExitCode::bad_usage) if another process writes to it, or if
  // a run would replace files there that are not of this program. Claims of one process on one folder are shared.
  explicit FolderClaim(const std::filesystem::path& folder);

 private:
  class Lock;
  std::shared_ptr<Lock> lock_;
};

// Has this program written its results there?
bool holds_results(const std::filesystem::path& folder);

// What is written without a claim, all at its end: throws Error(ExitCode::bad_usage) if it would replace one of `names`
// in a folder that is not its own, which is known by how one of its files begins.
struct FolderSign {
  const char* file;
  std::string_view begins;
};
void refuse_files_of_others(const std::filesystem::path& folder, std::span<const char* const> names,
                            const FolderSign& sign);

}  // namespace alembert::results
