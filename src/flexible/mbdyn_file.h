// Modal data files of MBDyn (.fem, text): nodes, shapes of nodes with six components, modal stiffness, masses.
//
//   RECORD GROUP 1 header   2 labels of nodes   3, 4 initial values (passed over)   5, 6, 7 coordinates   8 shapes
//   9 modal mass   10 modal stiffness   11 diagonal of the lumped mass matrix, six a node   12 mass, centre and moments
//   of inertia about it   13 modal damping (passed over)   14, 15, 16, 18 invariants 3, 4, 8, 9 (given_inertia.h);
//   17 and 19 are not needed
//
// Groups come in any order. Lines with ** are comments; MBDyn reads no more than 8191 characters of one. Where masses
// are not all at nodes (beams, solids with middle nodes), group 11 is an approximation; comments then hold what is
// exact: `** EXACT GROUP 14` and so on, with rows that begin with `**:`. A file has groups 14 to 18 or 11, as MBDyn
// adds the one to the other.
#pragma once

#include <filesystem>
#include <optional>

#include "flexible/given_inertia.h"

namespace alembert::flexible {

// What such a file describes: masses of nodes (in `discrete`, group 11), or numbers of the whole (groups 12, 14 to 16
// and 18, or their exact versions). Throws ModelError with file and line.
struct MbdynData {
  DiscretePart discrete;      // without K
  Eigen::MatrixXd shapes;     // columns of coordinates
  Eigen::MatrixXd stiffness;  // between shapes
  std::optional<GivenInertia> inertia;
};
MbdynData read_mbdyn(const std::filesystem::path& path);
Part part_of(const MbdynData& data, const std::vector<Interface>& frames);

// Written with 17 digits; positions are those of the part's own file. Returns what there is to say of the masses.
std::string write_mbdyn(const Part& part, const std::filesystem::path& path);

}  // namespace alembert::flexible
