// The library (1.10) is known to crash on damaged files, so it reads them in a process of its own, which hands the
// numbers over through a pipe. It reads from memory, because the file of a running simulation may be replaced
// meanwhile.
#include "results/hdf5_contents.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "results/hdf5_image.h"
#include "results/isolated.h"
#include "results/seal.h"

namespace alembert::results {
namespace {

namespace fs = std::filesystem;

constexpr int max_rank = 3;
constexpr std::size_t deflate_ratio = 1032;              // deflate never compresses better (zlib's documentation)
constexpr std::size_t max_chunk = std::size_t{1} << 30;  // bytes; this program writes chunks of 128 KiB
constexpr std::size_t numbers_piece = std::size_t{1} << 16;

struct Problem {
  const char* what;
};

std::vector<std::size_t> shape_of(hid_t space) {
  if (H5Sget_simple_extent_type(space) == H5S_SCALAR) return {};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0 || rank > max_rank) throw Problem{"has a shape that no results have"};
  hsize_t sizes[max_rank] = {};
  check(H5Sget_simple_extent_dims(space, sizes, nullptr), "shape");
  return {sizes, sizes + rank};
}

// How many values the shape calls for, at most `limit`.
std::size_t count_of(const std::vector<std::size_t>& shape, std::size_t limit) {
  if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return 0;
  std::size_t count = 1;
  for (const std::size_t size : shape) {
    if (size > limit / count) throw Problem{"has a shape that its data cannot fill"};
    count *= size;
  }
  return count;
}

// `read(memory_type, target)` fills the target with all values; `limit`: how many there may be.
template <class Read>
Hdf5Array values_of(hid_t type, hid_t space, std::size_t limit, Read read) {
  Hdf5Array out;
  out.shape = shape_of(space);
  const std::size_t count = count_of(out.shape, limit);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_STRING && H5Tis_variable_str(type) > 0) {
    out.is_text = true;
    if (count == 0) return out;
    const Handle memory(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
    check(H5Tset_size(memory, H5T_VARIABLE), "string size");
    check(H5Tset_cset(memory, H5Tget_cset(type)), "string encoding");
    std::vector<char*> pointers(count, nullptr);
    if (read(memory, pointers.data()) < 0) throw Problem{"is damaged"};
    for (const char* text : pointers) out.texts.emplace_back(text ? text : "");
    H5Dvlen_reclaim(memory, space, H5P_DEFAULT, pointers.data());
  } else if (kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM) {
    if (count == 0) return out;
    out.numbers.resize(count);
    if (read(H5T_NATIVE_DOUBLE, out.numbers.data()) < 0) throw Problem{"is damaged"};
  } else {
    throw Problem{"holds neither numbers nor texts"};
  }
  return out;
}

// How many values a dataset may claim: what its stored bytes can be inflated to.
std::size_t credible_count(hid_t dataset, hid_t type) {
  const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "creation properties");
  const H5D_layout_t layout = H5Pget_layout(properties);
  if (layout == H5D_VIRTUAL || H5Pget_external_count(properties) > 0) throw Problem{"lies in another file"};
  const std::size_t size = std::max<std::size_t>(1, H5Tget_size(type));
  if (layout == H5D_CHUNKED) {
    hsize_t chunk[max_rank] = {};
    const int rank = H5Pget_chunk(properties, max_rank, chunk);
    if (rank < 0 || rank > max_rank) throw Problem{"has a shape that no results have"};
    count_of({chunk, chunk + rank}, max_chunk / size);
  }
  const hsize_t stored = H5Dget_storage_size(dataset);
  return std::min<std::size_t>(stored, std::numeric_limits<std::size_t>::max() / deflate_ratio) * deflate_ratio / size;
}

bool exists(hid_t file, const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (check(H5Lexists(file, path.substr(0, slash).c_str(), H5P_DEFAULT), "link") == 0) return false;
  return check(H5Lexists(file, path.c_str(), H5P_DEFAULT), "link") > 0;
}

Hdf5Array dataset_of(hid_t file, const std::string& path) {
  const Handle dataset(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose, "open");
  const Handle type(H5Dget_type(dataset), H5Tclose, "type");
  const Handle space(H5Dget_space(dataset), H5Sclose, "data space");
  return values_of(type, space, credible_count(dataset, type), [&](hid_t memory, void* target) {
    return H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, target);
  });
}

Hdf5Array attribute_of(hid_t file, const std::string& name) {
  const Handle attribute(H5Aopen(file, name.c_str(), H5P_DEFAULT), H5Aclose, "open");
  const Handle type(H5Aget_type(attribute), H5Tclose, "type");
  const Handle space(H5Aget_space(attribute), H5Sclose, "data space");
  constexpr std::size_t most = 1 << 16;  // bytes of an attribute in this format
  return values_of(type, space, most, [&](hid_t memory, void* target) { return H5Aread(attribute, memory, target); });
}

void send(Sink& sink, const Hdf5Array& array) {
  sink.number(1);
  sink.text(array.problem);
  sink.number(array.shape.size());
  for (const std::size_t size : array.shape) sink.number(size);
  sink.number(array.is_text ? 1 : 0);
  sink.number(array.is_text ? array.texts.size() : array.numbers.size());
  if (array.is_text)
    for (const std::string& text : array.texts) sink.text(text);
  else
    sink.bytes(array.numbers.data(), array.numbers.size() * sizeof(double));
}

// Sends what `read` gives, or that there is no such thing, or what is wrong with it.
template <class Exists, class Read>
void send_item(Sink& sink, Exists exists, Read read) {
  Hdf5Array array;
  try {
    if (!exists()) return sink.number(0);
    array = read();
  } catch (const Problem& problem) {
    array.problem = problem.what;
  } catch (const std::exception&) {
    array.problem = "is damaged";
  }
  send(sink, array);
}

// Gives false when there is no such array.
bool receive(Source& source, Hdf5Array& array) {
  if (source.number() == 0) return false;
  array.problem = source.text();
  std::size_t rank = source.number();
  for (; rank > 0; --rank) array.shape.push_back(source.number());
  array.is_text = source.number() != 0;
  std::size_t left = source.number();
  if (array.is_text) {
    for (; left > 0; --left) array.texts.push_back(source.text());
    return true;
  }
  while (left > 0) {
    const std::size_t piece = std::min(left, numbers_piece), old = array.numbers.size();
    array.numbers.resize(old + piece);
    source.bytes(array.numbers.data() + old, piece * sizeof(double));
    left -= piece;
  }
  return true;
}

}  // namespace

Hdf5Contents read_hdf5(const fs::path& path, const std::vector<std::string>& attributes,
                       const std::vector<std::string>& arrays) {
  std::vector<unsigned char> bytes = bytes_of(path);
  Hdf5Contents contents;
  contents.sealed = unseal(bytes, path);
  const auto work = [&](Sink& sink) {
    const QuietErrors quiet;
    unsigned int no_plugins = 0;
    H5PLset_loading_state(no_plugins);
    const Handle file = open_image(bytes);
    sink.number(1);
    for (const std::string& name : attributes)
      send_item(
          sink, [&] { return check(H5Aexists(file, name.c_str()), "attribute") > 0; },
          [&] { return attribute_of(file, name); });
    for (const std::string& name : arrays)
      send_item(
          sink, [&] { return exists(file, name); }, [&] { return dataset_of(file, name); });
  };
  bool opened = false;
  const auto take = [&](Source& source) {
    opened = source.number() == 1;
    for (const std::string& name : attributes)
      if (Hdf5Array array; receive(source, array)) contents.attributes.emplace(name, std::move(array));
    for (const std::string& name : arrays)
      if (Hdf5Array array; receive(source, array)) contents.arrays.emplace(name, std::move(array));
  };
  // Damaged files can keep the library busy for ever. A megabyte, even if it inflates to a thousand, takes about 2 s.
  const std::size_t cpu_seconds = 2 + bytes.size() / 200000;
  if (!run_isolated(work, take, cpu_seconds))
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", path.string(),
                                                 opened ? "the file is damaged" : "it is no HDF5 file, or incomplete"));
  return contents;
}

}  // namespace alembert::results
