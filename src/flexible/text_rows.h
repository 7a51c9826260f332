// Lines of a text file as cells, with the place each stands at.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace alembert::flexible {

struct TextRow {
  std::string line;
  std::vector<std::string> cells;
  SourcePosition where;
};

// Every line but empty ones; cells are separated by any of `separators`. Throws ModelError if there is no such file.
std::vector<TextRow> read_rows(const std::filesystem::path& path, const char* separators = " \t,;\r");

std::vector<std::string> split_cells(const std::string& line, const char* separators);

// Throw ModelError unless the whole cell is such a number. Exponents may be written with D, or as Nastran does (1.5-3).
double real_in(const TextRow& row, std::size_t cell, const char* what);
int whole_in(const TextRow& row, std::size_t cell, const char* what);

// The whole text as a finite number, with e before the exponent, or as a whole number; `shown` is what messages have.
double finite_of(const std::string& text, const std::string& shown, const SourcePosition& where, const char* what);
int whole_of(const std::string& text, const SourcePosition& where, const char* what);

}  // namespace alembert::flexible
