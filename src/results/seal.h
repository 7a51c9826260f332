// Checksums of what is read back: a file that was damaged is refused, not read as something else.
//
//   binary: the bytes, then the 24 letters "alembert crc32 xxxxxxxx\n"
//   JSON:   the object, its last entry "checksum": "crc32 xxxxxxxx"
//
// The number is the CRC-32 of all bytes before it (zlib's). It tells every damage within 32 bits in a row, and any
// other but for one of 2^32.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::results {

// Eight hexadecimal digits.
std::string checksum(std::string_view bytes);

void seal(std::vector<unsigned char>& bytes);

// Takes the seal away; false: there is none, as in files of older programs and in those that another program changed.
// Throws Error(ExitCode::bad_usage), naming the path, if it does not fit.
bool unseal(std::vector<unsigned char>& bytes, const std::filesystem::path& path);

// The text of a JSON file, sealed.
std::string sealed_text(nlohmann::ordered_json object, int indent);

// What is in a JSON file, sealed or of an older program; nothing if it is no JSON object or its checksum does not fit,
// and `problem` says which.
std::optional<nlohmann::json> read_sealed_json(const std::filesystem::path& path, std::string& problem);

}  // namespace alembert::results
