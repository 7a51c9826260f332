// A folder for the files of one study, which goes when the study is over.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/error.h"

namespace alembert::studies {

class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / fmt::format("{}_{}", name, ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, std::string_view text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream out(path_ / file, std::ios::binary);
    out << text;
    if (!out.flush()) throw Error(ExitCode::bad_usage, "cannot write " + (path_ / file).string());
  }

 private:
  std::filesystem::path path_;
};

}  // namespace alembert::studies
