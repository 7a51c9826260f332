// Stiffness and mass matrices as other programs write them: entries between coordinates, and which coordinate of which
// node each is.
//
//   abaqus         *MATRIX GENERATE: `row column value` (FORMAT=COORDINATE), or `node, dof, node, dof, value`
//   calculix       .sti and .mas of *FREQUENCY, SOLVER=MATRIXSTORAGE: `row column value`, one triangle, with .dof: `node.dof`
//   matrix_market  coordinate, real, symmetric or general; with ANSYS's mapping: the nodes in order
//   dmig, op4      Nastran (nastran_files.h)
//
// A matrix of which only one triangle is given is made whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "flexible/discrete_part.h"

namespace alembert::flexible {

enum class MatrixFormat { abaqus, calculix, matrix_market, dmig, op4 };

// A coordinate: direction 0 to 5 of a node, by label.
struct NodeDirection {
  int node = 0, direction = 0;
  auto operator<=>(const NodeDirection&) const = default;
};

struct MatrixFile {
  Sparse matrix;                           // both triangles
  std::vector<NodeDirection> coordinates;  // of its rows; empty: the file does not say
};

// Throws ModelError with file and line. `name` is that of the matrix in a Nastran file.
MatrixFile read_matrix(const std::filesystem::path& path, MatrixFormat format, const std::string& name);

// The order of coordinates from a file of its own, for a matrix of `size`: CalculiX's .dof, a Matrix Market array of
// nodes, or ANSYS's table `equation node UX`.
std::vector<NodeDirection> read_coordinates(const std::filesystem::path& path, int size);

// What the matrices of a file are made of, for the readers: entries of one triangle are doubled when none has a
// partner.
Sparse whole_matrix(int size, const std::vector<Eigen::Triplet<double>>& entries, bool one_triangle);

// Nodes of a file: .inp (with its sets), .bdf, .dat or .nas (GRID), or columns `node x y z` separated by commas,
// semicolons, tabs or spaces.
struct NodeFile {
  std::vector<int> labels;
  Eigen::Matrix3Xd positions;
  std::map<std::string, std::vector<int>> sets;  // by index
};
NodeFile read_nodes(const std::filesystem::path& path);

}  // namespace alembert::flexible
