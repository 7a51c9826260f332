// Meshes of Gmsh: .msh files in ASCII, version 2.2 and 4.1. Tetrahedra and hexahedra of first and second order become
// C3D4, C3D8, C3D10 and C3D20; physical groups become sets, those of surfaces also surfaces. Materials are not in them.
#pragma once

#include <filesystem>

#include "flexible/mesh.h"

namespace alembert::flexible {

// Nodes of no solid element are still there. Throws ModelError with file and line.
Mesh read_msh(const std::filesystem::path& path);

}  // namespace alembert::flexible
