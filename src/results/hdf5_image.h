// HDF5 files as bytes in memory.
#pragma once

#include <filesystem>
#include <vector>

#include "results/hdf5_handle.h"

namespace alembert::results {

// A whole file. Throws Error(ExitCode::bad_usage) naming the path.
std::vector<unsigned char> bytes_of(const std::filesystem::path& path);

// Opened for reading; the bytes must stay.
Handle open_image(std::vector<unsigned char>& bytes);

}  // namespace alembert::results
