#include "base/read_log.h"

#include <algorithm>

namespace alembert::files {

namespace {
thread_local ReadLog* read_log = nullptr;
}

ReadLog::ReadLog() : outer_(read_log) { read_log = this; }
ReadLog::~ReadLog() { read_log = outer_; }

void note_read(const std::filesystem::path& path) {
  if (read_log == nullptr) return;
  std::vector<std::filesystem::path>& paths = read_log->paths_;
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
}

}  // namespace alembert::files
