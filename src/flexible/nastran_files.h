// What Nastran writes: matrices as DMIG entries in a punch file or as ASCII OUTPUT4, grid points in a bulk data file.
#pragma once

#include <filesystem>
#include <string>

#include "flexible/matrix_files.h"

namespace alembert::flexible {

// All throw ModelError with file and line. `name` empty: the only matrix of the file.
MatrixFile read_dmig(const std::filesystem::path& path, const std::string& name);
// Rows are the six coordinates of each grid point in the order of their numbers: `coordinates` is empty.
MatrixFile read_op4(const std::filesystem::path& path, const std::string& name);
// GRID entries in the basic coordinate system.
NodeFile read_grids(const std::filesystem::path& path);

}  // namespace alembert::flexible
