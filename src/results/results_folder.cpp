#include "results/results_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "results/folder_claim.h"

namespace alembert::results {

namespace fs = std::filesystem;

namespace {
// Ours, and those that `alembert plot`, `report`, `stress` and `export` make of them.
constexpr const char* file_names[] = {"outputs.csv",    "results.h5",         "steps.jsonl",      "summary.json",
                                      "plot.svg",       "results.csv",        "report.html",      "vtk/motion.pvd",
                                      "vtk/forces.pvd", "vtk/flexible.pvd",   "modes.json",       "linear.json",
                                      "linear.m",       "linear.mat",         "actuators.csv",    "step_limit.csv",
                                      "stress.csv",     "stress_history.csv", "stress_cycles.csv"};

// Analyses that may be in a list with a folder of their own.
constexpr std::string_view folder_names[] = {"statics", "quasi_statics", "modes", "linearise"};
}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) files::fail("make the folder", folder, error ? error.value() : ENOTDIR);
}

std::vector<fs::path> result_files(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const char* name : file_names)
    for (const char* ending : {"", ".part", ".tmp"}) out.push_back(folder / (std::string(name) + ending));
  return out;
}

bool is_own_page(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  constexpr std::size_t beginning = std::size_t{1} << 22;  // bytes: the viewer itself has less
  std::string text(beginning, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text.find("id=\"alembert-data\"") != std::string::npos;
}

void remove_results(const fs::path& folder, std::string_view kept) {
  std::error_code error;
  for (const fs::path& file : result_files(folder)) {
    if (file.filename() == kept) continue;
    if (file.extension() == ".html" && fs::exists(file, error) && !is_own_page(file)) continue;
    fs::remove(file, error);
    if (error && error != std::errc::not_a_directory) files::fail("remove the older", file, error.value());
  }
}

std::string analysis_folder(std::size_t place, std::string_view analysis) {
  return fmt::format("{}_{}", place + 1, analysis);
}

void remove_analyses(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const std::size_t digits = name.find_first_not_of("0123456789");
    const bool ours = digits > 0 && digits < name.size() && name[digits] == '_' && entry.is_directory(error) &&
                      std::ranges::find(folder_names, name.substr(digits + 1)) != std::end(folder_names);
    if (ours) found.push_back(entry.path());
  }
  for (const fs::path& one : found) {
    if (!holds_results(one)) continue;
    remove_results(one);
    for (const fs::directory_entry& part : fs::directory_iterator(one / "parts", error))
      if (part.path().string().ends_with(".flex.h5")) fs::remove(part.path(), error);
    for (const fs::path& emptied : {one / "parts", one / "vtk", one}) fs::remove(emptied, error);
  }
}

}  // namespace alembert::results
