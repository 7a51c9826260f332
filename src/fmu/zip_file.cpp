#include "fmu/zip_file.h"

#include <zlib.h>

#include <limits>

#include "base/error.h"

namespace alembert::fmu {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kDirectoryHeader = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint16_t kVersion = 20, kUnix = 3 << 8, kDeflated = 8, kUtf8 = 1 << 11;
constexpr std::uint16_t kMidnight = 0, kFirstDay = (0 << 9) | (1 << 5) | 1;  // the first of 1980: no clock in the bytes
constexpr std::uint32_t kReadable = 0100644U << 16;                          // a plain file, for those who unpack it

void put(std::string& out, std::uint64_t value, int count) {
  for (int k = 0; k < count; ++k) out += static_cast<char>((value >> (8 * k)) & 0xff);
}

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error(ExitCode::internal_error, "zlib cannot be started");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw Error(ExitCode::internal_error, "zlib has not packed all bytes");
  return out;
}

// What a local header and an entry of the directory have in common.
void put_facts(std::string& out, std::uint32_t crc, std::uint32_t packed, std::uint32_t size, std::size_t name) {
  put(out, kVersion, 2);
  put(out, kUtf8, 2);
  put(out, kDeflated, 2);
  put(out, kMidnight, 2);
  put(out, kFirstDay, 2);
  put(out, crc, 4);
  put(out, packed, 4);
  put(out, size, 4);
  put(out, name, 2);
  put(out, 0, 2);  // nothing extra
}

}  // namespace

void ZipFile::add(std::string_view name, std::string_view bytes) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (bytes.size() > most / 2 || data_.size() + bytes.size() > most / 2 || entries_.size() > 60'000)
    throw Error(ExitCode::bad_usage, "more than 2 GB, or more than 60000 files, do not fit into an archive");
  const std::string packed = deflated(bytes);
  Entry entry;
  entry.name = name;
  entry.crc = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
  entry.size = static_cast<std::uint32_t>(bytes.size());
  entry.packed = static_cast<std::uint32_t>(packed.size());
  entry.offset = static_cast<std::uint32_t>(data_.size());
  put(data_, kLocalHeader, 4);
  put_facts(data_, entry.crc, entry.packed, entry.size, entry.name.size());
  data_ += entry.name + packed;
  entries_.push_back(std::move(entry));
}

std::string ZipFile::bytes() const {
  std::string out = data_;
  for (const Entry& e : entries_) {
    put(out, kDirectoryHeader, 4);
    put(out, kUnix | kVersion, 2);
    put_facts(out, e.crc, e.packed, e.size, e.name.size());
    put(out, 0, 2);  // no comment
    put(out, 0, 2);  // the first disk
    put(out, 0, 2);
    put(out, kReadable, 4);
    put(out, e.offset, 4);
    out += e.name;
  }
  const std::size_t directory = out.size() - data_.size();
  put(out, kEnd, 4);
  put(out, 0, 4);  // disks
  put(out, entries_.size(), 2);
  put(out, entries_.size(), 2);
  put(out, directory, 4);
  put(out, data_.size(), 4);
  put(out, 0, 2);
  return out;
}

}  // namespace alembert::fmu
