// Meshes in the input files of Abaqus and CalculiX, as those programs, FreeCAD, PrePoMax, Gmsh and Salome write them.
//
// Read: *NODE, *ELEMENT (C3D4, C3D8, C3D10, C3D20, C3D20R), *NSET and *ELSET (GENERATE), *SURFACE, *MATERIAL with
// *ELASTIC and *DENSITY, *SOLID SECTION, *RIGID BODY (where its reference node is), *INCLUDE; one part with one
// instance that is not moved. Elements of other types that have no section, such as the skins that mesh generators
// write, serve as sets alone. What would change the part and is not understood is refused by name; what does not
// (steps, loads, output) is passed over with a note.
#pragma once

#include <filesystem>

#include "flexible/mesh.h"

namespace alembert::flexible {

// Nodes of no solid element are still there. Throws ModelError with file and line.
Mesh read_inp(const std::filesystem::path& path);

}  // namespace alembert::flexible
