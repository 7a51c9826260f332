#include "results/hdf5_file.h"

#include <hdf5.h>

#include <algorithm>

#include "results/hdf5_image.h"
#include "results/seal.h"

namespace alembert::results {
namespace {

static_assert(sizeof(long long) >= sizeof(hid_t));

// Variable-length UTF-8.
Handle string_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  check(H5Tset_size(type, H5T_VARIABLE), "string size");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "string encoding");
  return type;
}

Handle enumeration_type(const std::vector<const char*>& names) {
  Handle type(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose, "enumeration type");
  std::int8_t value = 0;
  for (const char* name : names) {
    check(H5Tenum_insert(type, name, &value), name);
    ++value;
  }
  return type;
}

Handle simple_space(const Hdf5File::Shape& shape) {
  const std::vector<hsize_t> sizes(shape.begin(), shape.end());
  return {H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose, "data space"};
}

// Sizes of the chunks an array is compressed in: about 128 KiB (16384 doubles), which fits the library's chunk cache
// of 1 MiB and deflates well, and at least 64 times deep, so that both "one time, all bodies" and "one body, all
// times" touch few chunks.
std::vector<hsize_t> chunk_shape(const Hdf5File::Shape& shape) {
  constexpr hsize_t numbers = 16384, depth = 64;
  std::vector<hsize_t> chunk(shape.begin(), shape.end());
  const hsize_t width = chunk.size() > 2 ? chunk[2] : 1;
  hsize_t row = width;
  if (chunk.size() > 1) {
    chunk[1] = std::min(chunk[1], std::max<hsize_t>(1, numbers / (depth * width)));
    row *= chunk[1];
  }
  chunk[0] = std::min(chunk[0], std::max<hsize_t>(1, numbers / row));
  return chunk;
}

Handle creation_properties(const Hdf5File::Shape& shape, bool compress) {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "creation properties");
  check(H5Pset_obj_track_times(properties, false), "no time stamps");  // the same run gives the same bytes
  const bool empty = std::find(shape.begin(), shape.end(), 0U) != shape.end();
  if (compress && !empty && !shape.empty()) {
    const std::vector<hsize_t> chunk = chunk_shape(shape);
    check(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "chunks");
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
      check(H5Pset_shuffle(properties), "shuffle");
      check(H5Pset_deflate(properties, 1), "deflate");
    }
  }
  return properties;
}

void write_attribute(hid_t object, const std::string& name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "data space");
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name.c_str());
  check(H5Awrite(attribute, type, value), name.c_str());
}

void write_text_attribute(hid_t object, const std::string& name, const char* value) {
  write_attribute(object, name, string_type(), &value);
}

void write_dataset(hid_t file, const std::string& path, hid_t space, hid_t properties, hid_t type, const void* values,
                   const char* units) {
  const Handle dataset(H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose,
                       path.c_str());
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path.c_str());
  if (units) write_text_attribute(dataset, "units", units);
}

void write_array(hid_t file, const std::string& path, const Hdf5File::Shape& shape, hid_t type, const void* values,
                 const char* units) {
  const QuietErrors quiet;
  write_dataset(file, path, simple_space(shape), creation_properties(shape, true), type, values, units);
}

}  // namespace

Hdf5File::Hdf5File() {
  const QuietErrors quiet;
  constexpr std::size_t growth = std::size_t{1} << 22;  // bytes by which the memory grows at a time
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "access properties");
  check(H5Pset_fapl_core(access, growth, false), "file in memory");
  check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "closing");
  file_ = check(H5Fcreate("results.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access), "file in memory");
}

Hdf5File::~Hdf5File() { H5Fclose(static_cast<hid_t>(file_)); }

void Hdf5File::group(const std::string& path) {
  const QuietErrors quiet;
  const Handle created(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, path.c_str());
}

void Hdf5File::array(const std::string& path, const Shape& shape, std::span<const double> values, const char* units) {
  write_array(file_, path, shape, H5T_NATIVE_DOUBLE, values.data(), units);
}

void Hdf5File::array(const std::string& path, const Shape& shape, std::span<const float> values, const char* units) {
  write_array(file_, path, shape, H5T_NATIVE_FLOAT, values.data(), units);
}

void Hdf5File::array(const std::string& path, const Shape& shape, std::span<const std::int32_t> values,
                     const char* units) {
  write_array(file_, path, shape, H5T_NATIVE_INT32, values.data(), units);
}

void Hdf5File::array(const std::string& path, std::span<const std::int32_t> values, const char* units) {
  array(path, {values.size()}, values, units);
}

void Hdf5File::array(const std::string& path, std::span<const std::int8_t> values, const char* units) {
  write_array(file_, path, {values.size()}, H5T_NATIVE_INT8, values.data(), units);
}

void Hdf5File::truths(const std::string& path, std::span<const std::int8_t> values) {
  enumeration(path, values, {"FALSE", "TRUE"});
}

void Hdf5File::enumeration(const std::string& path, std::span<const std::int8_t> values,
                           const std::vector<const char*>& names) {
  write_array(file_, path, {values.size()}, enumeration_type(names), values.data(), "1");
}

void Hdf5File::text(const std::string& path, const std::string& value) {
  const QuietErrors quiet;
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "data space");
  const char* pointer = value.c_str();
  write_dataset(file_, path, space, creation_properties({}, false), string_type(), &pointer, nullptr);
}

void Hdf5File::texts(const std::string& path, const std::vector<std::string>& values) {
  const QuietErrors quiet;
  std::vector<const char*> pointers;
  pointers.reserve(values.size());
  for (const std::string& value : values) pointers.push_back(value.c_str());
  const Shape shape = {values.size()};
  write_dataset(file_, path, simple_space(shape), creation_properties(shape, false), string_type(), pointers.data(),
                nullptr);
}

void Hdf5File::attribute(const std::string& path, const std::string& name, const std::string& value) {
  const QuietErrors quiet;
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path.c_str());
  write_text_attribute(object, name, value.c_str());
}

void Hdf5File::attribute(const std::string& path, const std::string& name, std::int32_t value) {
  const QuietErrors quiet;
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path.c_str());
  write_attribute(object, name, H5T_NATIVE_INT32, &value);
}

void Hdf5File::copy(const std::filesystem::path& from, std::span<const char* const> names, const std::string& to) {
  std::vector<unsigned char> bytes = bytes_of(from);
  if (!unseal(bytes, from))
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: its checksum is missing", from.string()));
  const QuietErrors quiet;
  const Handle source = open_image(bytes);
  for (const char* name : names) {
    if (check(H5Lexists(source, name, H5P_DEFAULT), name) == 0) continue;
    check(H5Ocopy(source, name, static_cast<hid_t>(file_), (to + "/" + name).c_str(), H5P_DEFAULT, H5P_DEFAULT), name);
  }
}

std::vector<unsigned char> Hdf5File::image() {
  const QuietErrors quiet;
  check(H5Fflush(file_, H5F_SCOPE_LOCAL), "flush");
  const auto size = static_cast<std::size_t>(check(H5Fget_file_image(file_, nullptr, 0), "size of the file"));
  std::vector<unsigned char> bytes(size);
  check(H5Fget_file_image(file_, bytes.data(), bytes.size()), "copy of the file");
  seal(bytes);
  return bytes;
}

}  // namespace alembert::results
