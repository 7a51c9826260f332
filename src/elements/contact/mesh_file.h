// Triangles of a mesh file: STL (text and binary) and Wavefront OBJ.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "math/types.h"

namespace alembert::contact {

using Triangle = std::array<int, 3>;

struct TriangleMesh {
  std::vector<Vec3> vertices;  // of STL: equal ones once
  std::vector<Triangle> triangles;
};

// Throws Error(ExitCode::bad_usage) naming the file if it is missing, damaged, empty or of another kind.
TriangleMesh read_mesh(const std::filesystem::path& file);

}  // namespace alembert::contact
