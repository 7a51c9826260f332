// What an HDF5 file holds under given names, read so that no file can crash the program.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace alembert::results {

struct Hdf5Array {
  std::vector<std::size_t> shape;  // empty: a single value
  std::vector<double> numbers;     // row-major; truth values and enumerations too
  std::vector<std::string> texts;  // instead of numbers
  bool is_text = false;
  std::string problem;  // not empty: why it could not be read, "is damaged"
};

// By name; what the file does not hold is not there.
struct Hdf5Contents {
  std::map<std::string, Hdf5Array> attributes;  // of the root
  std::map<std::string, Hdf5Array> arrays;
  bool sealed = false;  // it has a checksum, which fits
};

// Reads the wanted attributes of the root and the wanted datasets ("/time"). Throws Error(ExitCode::bad_usage) naming
// the path if there is no such file, it is no HDF5 file or its checksum does not fit; a single dataset that cannot be
// read has a `problem`.
Hdf5Contents read_hdf5(const std::filesystem::path& path, const std::vector<std::string>& attributes,
                       const std::vector<std::string>& arrays);

}  // namespace alembert::results
