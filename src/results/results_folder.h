// The folder that results are written to.
#pragma once

#include <filesystem>
#include <string_view>

namespace alembert::results {

// Makes the folder if needed. Throws Error(ExitCode::bad_usage), naming the path, if that cannot be.
void make_folder(const std::filesystem::path& folder);

// Removes what an older run or analysis left there under our names, but for the file called `kept`.
void remove_results(const std::filesystem::path& folder, std::string_view kept = "");

}  // namespace alembert::results
