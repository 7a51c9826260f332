// A comparison as text for a terminal, as CSV files, as a picture and, in page.h, as a page (docs/compare.md).
#pragma once

#include <filesystem>
#include <string>

#include "analysis/compare/compare.h"

namespace alembert::compare {

// Tables of accuracy and cost, orders, a work-precision view in letters, the recommendation.
std::string report_text(const CompareResult& result);

// The recommendation alone, in sentences with their numbers.
std::string recommendation_text(const CompareResult& result);
// Its parts, where there is one: what for, and which.
std::string recommendation_goal(const CompareResult& result);
std::string recommendation_choice(const CompareResult& result);
inline constexpr const char* kNothingClear =
    "none; the errors, or the accuracy asked for, are hidden by the reference's uncertainty";

// "q", ..., "G'lambda" where lambda is not unique, "energy"
const char* order_name(const CompareResult& result, std::size_t quantity);
// What is to be known of a method's orders, and why some have none. The same verdict on several quantities is said
// once, with the numbers of the first.
std::vector<std::string> order_notes(const CompareResult& result, std::size_t method);

// The contents of the files.
std::string runs_csv(const CompareResult& result);
std::string orders_csv(const CompareResult& result);
std::string reference_csv(const CompareResult& result);
std::string work_precision_csv(const CompareResult& result);

// Makes the folder if needed and removes the files of an older comparison, so that old and new never mix. Whatever
// cannot be written throws Error(ExitCode::bad_usage) naming the path.
void prepare_folder(const std::filesystem::path& folder);
// Writes all files, each under its own name only once it is complete.
void write_files(const CompareResult& result, const std::filesystem::path& folder);

}  // namespace alembert::compare
