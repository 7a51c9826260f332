// What model files and part files begin with.
#pragma once

#include <filesystem>
#include <string>

#include "model/context.h"

namespace alembert {

// Throws ModelError if there is no such file or it cannot be read.
std::string read_whole_file(const std::filesystem::path& path);

// The key `alembert`: the version of the file format.
void check_format_version(const Fields& fields);

// The key `units`; SI unless given.
Units read_units(const Fields& fields);

}  // namespace alembert
