#include "results/seal.h"

#include <fmt/format.h>
#include <zlib.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace alembert::results {
namespace {

constexpr std::string_view mark = "alembert crc32 ";
constexpr std::string_view json_mark = "\"checksum\": \"crc32 ";
constexpr std::size_t digits = 8;
constexpr std::size_t length = mark.size() + digits + 1;

std::string_view text_of(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string checksum(std::string_view bytes) {
  const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return fmt::format("{:08x}", crc);
}

void seal(std::vector<unsigned char>& bytes) {
  const std::string text = fmt::format("{}{}\n", mark, checksum(text_of(bytes)));
  bytes.insert(bytes.end(), text.begin(), text.end());
}

bool unseal(std::vector<unsigned char>& bytes, const std::filesystem::path& path) {
  if (bytes.size() < length) return false;
  const std::size_t size = bytes.size() - length;
  const std::string_view all = text_of(bytes), said = all.substr(size);
  if (!said.starts_with(mark)) return false;
  if (said.substr(mark.size()) != checksum(all.substr(0, size)) + "\n")
    throw Error(ExitCode::bad_usage,
                fmt::format("cannot read {}: the file is damaged: its checksum does not fit", path.string()));
  bytes.resize(size);
  return true;
}

std::string sealed_text(nlohmann::ordered_json object, int indent) {
  object.erase("checksum");
  object["checksum"] = "crc32 00000000";
  std::string text = object.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  const std::size_t place = text.rfind(json_mark);
  text.replace(place + json_mark.size(), digits, checksum(std::string_view(text).substr(0, place)));
  return text;
}

std::optional<nlohmann::json> read_sealed_json(const std::filesystem::path& path, std::string& problem) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (!value.is_object()) {
    problem = "it is not a JSON object";
    return std::nullopt;
  }
  if (const std::size_t place = text.rfind(json_mark); place != std::string::npos) {
    const std::string_view all = text;
    if (all.substr(place + json_mark.size(), digits) != checksum(all.substr(0, place))) {
      problem = "the file is damaged, or was changed: its checksum does not fit";
      return std::nullopt;
    }
    value.erase("checksum");
  }
  return value;
}

}  // namespace alembert::results
