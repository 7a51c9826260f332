// Meshes in the input files of Abaqus and CalculiX, as those programs, FreeCAD, PrePoMax, Gmsh and Salome write them.
//
// Read: *NODE, *ELEMENT (C3D4, C3D6, C3D8, C3D10, C3D15, C3D20, C3D20R), *NSET and *ELSET (GENERATE), *SURFACE,
// *MATERIAL with *ELASTIC and *DENSITY, *SOLID SECTION, *INCLUDE; *RIGID BODY, *COUPLING with *KINEMATIC or
// *DISTRIBUTING and *MPC with BEAM as patches with a reference point, for interfaces; one *INSTANCE of one *PART, moved
// and turned. Elements of other types that have no section, such as the skins that mesh generators write, serve as sets
// alone. What would change the part and is not understood is refused by name; what does not (steps, loads, output) is
// passed over with a note.
#pragma once

#include <filesystem>

#include "flexible/mesh.h"

namespace alembert::flexible {

// Nodes of no solid element are still there. Throws ModelError with file and line.
// With `nodes_only`, nodes and sets are taken and everything else is left unread, whatever the elements are.
Mesh read_inp(const std::filesystem::path& path, bool nodes_only = false);

}  // namespace alembert::flexible
