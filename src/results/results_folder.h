// The folder that results are written to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::results {

// Makes the folder if needed. Throws Error(ExitCode::bad_usage), naming the path, if that cannot be.
void make_folder(const std::filesystem::path& folder);

// Every name that results, and what is made of them, may have there.
std::vector<std::filesystem::path> result_files(const std::filesystem::path& folder);

// A report page of this program.
bool is_own_page(const std::filesystem::path& file);

// Removes what an older run or analysis left there under our names, but for the file called `kept` and pages that are
// not ours.
void remove_results(const std::filesystem::path& folder, std::string_view kept = "");

// The name of the folder of an analysis of a list: "1_statics" for the first.
std::string analysis_folder(std::size_t place, std::string_view analysis);
// Removes the results of analyses that are in folders of their own, and these folders if nothing else is in them.
void remove_analyses(const std::filesystem::path& folder);

}  // namespace alembert::results
