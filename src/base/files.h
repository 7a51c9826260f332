// Files that have their own name only once they are complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace alembert::files {

// "TARGET.part": the name of a file that is still being written.
std::filesystem::path part_name(const std::filesystem::path& target);

// Throws Error(ExitCode::bad_usage): "cannot ACTION PATH: REASON OF errno_value".
[[noreturn]] void fail(const char* action, const std::filesystem::path& path, int errno_value);

// Makes the content of `from` safe on the disk and then gives it the name `to`, replacing what had it.
void publish(const std::filesystem::path& from, const std::filesystem::path& to);

// Why `path` cannot be read as a file: "there is no such file", "this is a folder", ...; empty if it can. Pipes and
// devices are refused, which may never end; those that a shell has opened for the program (/dev/fd/63) are not.
std::string reading_problem(const std::filesystem::path& path);

// Writes a whole file, replacing what is there; when this fails the file is incomplete.
void write_bytes(const std::filesystem::path& path, std::string_view bytes);

// The same, as TARGET.part first, which is then published, or removed if it cannot be written.
void write_file(const std::filesystem::path& target, std::string_view bytes);

// What a file holds, as 16 hexadecimal digits (FNV-1a, 64 bits): tells whether it is still the same, no more than that.
std::string content_hash(const std::filesystem::path& path);

}  // namespace alembert::files
