// Numbers out of a CSV file: two columns for splines and inputs, all of them for matrices.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace alembert {

struct CsvColumns {
  std::vector<double> first, second;
  std::vector<int> lines;  // where each row stands in the file
};

// Cells are separated by commas, semicolons or tabs; empty lines and those that begin with # are passed over. When the
// first row is not all numbers it is a header with the columns' names. Columns are named by these or by number from 1.
// The second is the one called `preferred` where the header has that name. Throws ModelError with the file's name, line
// and column of text.
CsvColumns read_csv_columns(const std::filesystem::path& path, const std::string& first, const std::string& second,
                            const std::string& preferred = "");

// Every number of the file, row by row, all of the same length. A first row without any number is passed over.
std::vector<std::vector<double>> read_csv_matrix(const std::filesystem::path& path);

}  // namespace alembert
