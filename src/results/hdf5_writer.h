// results.h5: everything a run recorded (docs/results.md describes the arrays).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/run_data.h"

namespace alembert::results {

inline constexpr const char* results_format = "alembert results";
inline constexpr std::int32_t results_format_version = 2;  // raised when an array changes its name, shape or meaning
inline constexpr std::int32_t first_sealed_format = 2;     // from here on files have a checksum (seal.h)

// An analysis of a list that has a folder of its own, with a results.h5.
struct AttachedAnalysis {
  std::string name;
  std::filesystem::path folder;
};

// Writes a whole file, replacing what is there. Throws Error(ExitCode::bad_usage) if the disk refuses it; `path` is
// then incomplete, so give the name of a temporary file and `publish` it afterwards.
void write_hdf5(const std::filesystem::path& path, const RunData& run,
                const std::vector<AttachedAnalysis>& attached = {});

}  // namespace alembert::results
