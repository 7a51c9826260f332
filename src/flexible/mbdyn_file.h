// Modal data files of MBDyn (.fem, text): nodes, shapes of nodes with six components, modal stiffness, lumped masses.
//
// RECORD GROUP 1 header; 2 labels; 3, 4 initial values (passed over); 5, 6, 7 coordinates; 8 shapes; 9 modal mass; 10
// modal stiffness; 11 diagonal of the lumped mass matrix, six a node; 12 mass, centre and inertia of the whole.
#pragma once

#include <filesystem>

#include "flexible/reduction.h"

namespace alembert::flexible {

// The part that such a file describes, with frames at the given nodes. Masses are those of group 11, which must be
// there: without masses of nodes nothing is known of how shapes couple with rotation. Throws ModelError with file and
// line.
struct MbdynData {
  DiscretePart discrete;      // without K
  Eigen::MatrixXd shapes;     // columns of coordinates
  Eigen::MatrixXd stiffness;  // between shapes
};
MbdynData read_mbdyn(const std::filesystem::path& path);

// Written with 17 digits, groups 1, 2, 5 to 10 and 12; a part does not know the masses of its nodes. Positions are
// those of the part's own file.
void write_mbdyn(const Part& part, const std::filesystem::path& path);

}  // namespace alembert::flexible
