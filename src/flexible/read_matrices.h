// A part from the stiffness and mass that another program made: K, M, nodes and the order of coordinates.
//
// Masses of such a part are scalars between its nodes (discrete_part.h). An M that is mu (x) 1 is taken as it is,
// singular or not. Any other, as of beams and shells, is lumped: each node gets the sum of its row, averaged over x, y
// and z, and its own block of rotations; what that changes is noted. Rows without stiffness and mass are left out.
#pragma once

#include <optional>

#include "flexible/matrix_files.h"

namespace alembert::flexible {

struct MatricesRequest {
  std::filesystem::path stiffness, mass, nodes;
  std::optional<std::filesystem::path> coordinates;
  MatrixFormat format = MatrixFormat::abaqus;
  std::string stiffness_name, mass_name;  // in a Nastran file
  double stiffness_factor = 1.0, mass_factor = 1.0;
  double length = 1.0, force = 1.0, kilogram = 1.0;  // units of the files, in SI
};

struct MatricesPart {
  DiscretePart discrete;
  std::map<std::string, std::vector<int>> sets;  // of the nodes' file
};

// Throws ModelError or Error(ExitCode::bad_model).
MatricesPart read_matrices(const MatricesRequest& request);

// The masses of M between coordinates of the part, whose K and dofs are set. Notes say what was lumped.
void set_masses(DiscretePart& part, const Sparse& M);

}  // namespace alembert::flexible
