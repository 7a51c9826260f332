// The few things this program does with HDF5: a file built in memory from groups, arrays, texts and attributes.
// The only place that calls the library, together with hdf5_file.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace alembert::results {

// Built in memory, because the library cannot be trusted to survive a full disk; `image` gives the bytes to write.
// Whatever the library refuses throws Error(ExitCode::internal_error).
class Hdf5File {
 public:
  using Shape = std::vector<std::size_t>;

  Hdf5File();
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  void group(const std::string& path);
  // Arrays in row-major order; the product of the shape is the number of values.
  void array(const std::string& path, const Shape& shape, std::span<const double> values, const char* units);
  void array(const std::string& path, const Shape& shape, std::span<const float> values, const char* units);
  void array(const std::string& path, const Shape& shape, std::span<const std::int32_t> values, const char* units);
  void array(const std::string& path, std::span<const std::int32_t> values, const char* units);
  void array(const std::string& path, std::span<const std::int8_t> values, const char* units);
  // Truth values, which h5py reads as numpy bools.
  void truths(const std::string& path, std::span<const std::int8_t> values);
  // Numbers with names: an HDF5 enumeration whose member i is called names[i].
  void enumeration(const std::string& path, std::span<const std::int8_t> values, const std::vector<const char*>& names);
  void text(const std::string& path, const std::string& value);
  void texts(const std::string& path, const std::vector<std::string>& values);
  void attribute(const std::string& path, const std::string& name, const std::string& value);
  void attribute(const std::string& path, const std::string& name, std::int32_t value);

  // Objects of the root of a file with a checksum, those of these names that it has, with all that is in them.
  void copy(const std::filesystem::path& from, std::span<const char* const> names, const std::string& to);

  // The file, with its checksum behind it (seal.h), which the library does not mind.
  std::vector<unsigned char> image();

 private:
  long long file_;  // the library's hid_t
};

}  // namespace alembert::results
