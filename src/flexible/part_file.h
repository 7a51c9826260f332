// Files of reduced parts, part.flex.h5: HDF5, readable with h5py. A file has its name only once it is complete.
//
//   attributes of the root: format "alembert flexible part", version 2, name, source; kept: of those beside results
//   /mass /centre /P0 /J0 /rotary
//   /modes/omega /modes/mu (m)   /modes/P1 (m, 3, 3)   /modes/P2 (m, m, 9): 3x3 row by row   /modes/N_rotary (m, 3)
//   /nodes/labels (n)   /nodes/positions (n, 3)   /nodes/shapes /nodes/rotations (m, n, 3)
//   /nodes/lumped (n, 4): mass and moments of inertia of each node, if they take all of the mass
//   /frames/names (f)   /frames/at (f, 3)   /frames/interface (f)   /frames/Phi /frames/Theta (f, 3, m)
//   /loads/names (l)   /loads/p (l, m)   /loads/force /loads/torque (l, 3)
//   /surface/triangles (t, 3)   /surface/lines (s, 2)   /surface/radii (s)
//   /stress/node /stress/place (p; place may be empty)   /stress/shapes (m, p, 6), float32
//   /notes
//
// Behind it is its checksum (results/seal.h); files of version 1, which have none, are read, too.
//
// m modes, n nodes. Symbols and units are those of part.h; nodes are counted from 0.
#pragma once

#include <filesystem>
#include <string>

#include "flexible/part.h"

namespace alembert::flexible {

// What is wrong with a part (sizes that do not fit together, numbers that are not finite, masses that are not
// positive...), or nothing.
std::string problem_of(const Part& part);

// Both throw Error(ExitCode::bad_usage) naming the file. A part with a problem is neither written nor read.
// `kept`: by a run, beside its results, whose successor may remove it.
void write_part_file(const Part& part, const std::filesystem::path& path, bool kept = false);
Part read_part_file(const std::filesystem::path& path);

bool is_kept_part(const std::filesystem::path& path);

}  // namespace alembert::flexible
