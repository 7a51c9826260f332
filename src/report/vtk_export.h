// `alembert export DIR --vtk`: the motion of a run as a time series for ParaView (docs/results.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "report/deforming_body.h"
#include "results/results_reader.h"

namespace alembert::report {

struct VtkOptions {
  std::size_t every = 1;                      // write every so many-th output time, the last one too
  std::uintmax_t most_bytes = 5'000'000'000;  // more is refused
};

// Writes motion.pvd (shapes and springs) and, where there are joints or forces, forces.pvd into the folder, which is
// made, each with one .vtp file a time; flexible.pvd with a .vtu file a time for each flexible body. A collection is
// written last: where it is, all its files are. What an older export left is removed first, and after a failure what
// was written. Throws Error(ExitCode::bad_usage) naming the path. Returns what could not be drawn, and why.
std::vector<std::string> write_vtk(const std::filesystem::path& folder, const results::RunData& run,
                                   const VtkOptions& options = {}, const DeformingBodies& flexible = {});

}  // namespace alembert::report
