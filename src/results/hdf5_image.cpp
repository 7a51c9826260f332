#include "results/hdf5_image.h"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/files.h"

namespace alembert::results {

namespace fs = std::filesystem;

std::vector<unsigned char> bytes_of(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) files::fail("read", path, error.value());
  std::ifstream stream(path, std::ios::binary);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
  errno = 0;
  if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    files::fail("read", path, errno ? errno : EIO);
  return bytes;
}

Handle open_image(std::vector<unsigned char>& bytes) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "access properties");
  check(H5Pset_fapl_core(access, 1 << 20, false), "file in memory");
  check(H5Pset_file_image(access, bytes.data(), bytes.size()), "file image");
  // The library refuses an image under the name of a file that exists; below /dev/null none can.
  return {H5Fopen("/dev/null/results.h5", H5F_ACC_RDONLY, access), H5Fclose, "open"};
}

}  // namespace alembert::results
