// The lines of an Abaqus or CalculiX input file as keywords with parameters and rows of data; *INCLUDE is followed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace alembert::flexible {

struct InpRow {
  std::vector<std::string> cells;  // spaces removed; an empty last one, after a comma, is there
  SourcePosition where;
};

// One keyword (upper case, single spaces) with its parameters (names in upper case) and the rows below it.
struct InpCard {
  std::string keyword;
  std::map<std::string, std::string> parameters;  // the value may be empty
  std::vector<InpRow> rows;
  SourcePosition where;

  bool has(const std::string& parameter) const { return parameters.count(parameter) > 0; }
  // Throws ModelError where it is missing or empty.
  const std::string& need(const std::string& parameter) const;
};

// Throws ModelError with file and line for what cannot be read.
std::vector<InpCard> read_inp_cards(const std::filesystem::path& path);

// Files that a text of such cards names by INPUT=, as they are written.
std::vector<std::string> included_files(const std::string& text);

std::string upper_case(std::string text);
// Throw ModelError naming the cell unless the whole of it is such a number. Numbers may be written 1.5D+3.
double number_in(const InpRow& row, std::size_t cell, const char* what);
int integer_in(const InpRow& row, std::size_t cell, const char* what);

}  // namespace alembert::flexible
