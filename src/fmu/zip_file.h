// A zip archive, made in memory: local headers with deflated bytes, the directory, its end (PKWARE's APPNOTE 4.3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::fmu {

class ZipFile {
 public:
  // `name`: a path with `/`. Throws Error if that makes more than the format holds, 4 GB.
  void add(std::string_view name, std::string_view bytes);
  // The whole archive.
  std::string bytes() const;

 private:
  struct Entry {
    std::string name;
    std::uint32_t crc = 0, size = 0, packed = 0, offset = 0;
  };
  std::vector<Entry> entries_;
  std::string data_;
};

}  // namespace alembert::fmu
