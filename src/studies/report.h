// What `alembert reproduce` leaves in its folder: a CSV file per table and figure, a picture per figure,
// reproduce.json, reproduce.md and, where the viewer is built in, the page reproduce.html.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studies/papers.h"

namespace alembert::studies {

struct PaperFindings {
  const Paper* paper = nullptr;
  Findings findings;
};

// Tables and figures of one paper.
void write_files(const std::filesystem::path& folder, const Findings& findings);
// reproduce.json, reproduce.md and reproduce.html. `files` says where those of a paper are, seen from the folder: "" or
// "NUMBER/".
struct Reported {
  const PaperFindings* of = nullptr;
  std::string files;
};
void write_summary(const std::filesystem::path& folder, const std::vector<Reported>& papers);

// "12 reproduced, 1 NOT reproduced, 2 not attempted"
std::string count_text(const std::vector<const PaperFindings*>& papers);

}  // namespace alembert::studies
