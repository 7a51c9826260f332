// Triangles of a mesh file, for pictures: STL (text and binary) and Wavefront OBJ.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace alembert::report {

struct Mesh {
  std::vector<float> vertices;          // x y z of each
  std::vector<std::int32_t> triangles;  // three vertices each
};

// Throws Error(ExitCode::bad_usage) naming the file if it is missing, damaged, empty or of another kind.
Mesh read_mesh(const std::filesystem::path& file);

}  // namespace alembert::report
