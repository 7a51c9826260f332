#include "results/results_folder.h"

#include <cerrno>
#include <string>
#include <system_error>

#include "base/files.h"

namespace alembert::results {

namespace fs = std::filesystem;

namespace {
// Ours, and those that `alembert plot`, `report`, `stress` and `export` make of them.
constexpr const char* file_names[] = {"outputs.csv",    "results.h5",         "steps.jsonl",      "summary.json",
                                      "plot.svg",       "results.csv",        "report.html",      "vtk/motion.pvd",
                                      "vtk/forces.pvd", "vtk/flexible.pvd",   "modes.json",       "linear.json",
                                      "linear.m",       "linear.mat",         "actuators.csv",    "step_limit.csv",
                                      "stress.csv",     "stress_history.csv", "stress_cycles.csv"};
}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) files::fail("make the folder", folder, error ? error.value() : ENOTDIR);
}

void remove_results(const fs::path& folder, std::string_view kept) {
  std::error_code error;
  for (const char* name : file_names) {
    for (const char* ending : {"", ".part", ".tmp"}) {
      const fs::path file = folder / (std::string(name) + ending);
      if (file.filename() == kept) continue;
      fs::remove(file, error);
      if (error && error != std::errc::not_a_directory) files::fail("remove the older", file, error.value());
    }
  }
}

}  // namespace alembert::results
