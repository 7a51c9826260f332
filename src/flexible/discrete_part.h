// A part as finite elements describe it, before it is reduced: nodes with degrees of freedom, stiffness, masses.
//
//   strain energy = 1/2 q^T K q,    kinetic energy = 1/2 sum mu_ij xdot_i . xdot_j + 1/2 sum thetadot_i . J_i thetadot_i
//
// Masses are scalars mu_ij between points, whose displacements S q are linear in the coordinates: then, and only then,
// a body made of them keeps momentum and angular momentum exactly. Points are nodes (solids), or stand round the axis
// of beams. J_i, the rotary inertia of nodes, is what imported matrices of beams and shells need beside.
#pragma once

#include <Eigen/SparseCore>
#include <functional>
#include <string>
#include <vector>

#include "flexible/part.h"

namespace alembert::flexible {

using Sparse = Eigen::SparseMatrix<double>;

struct Masses {
  Eigen::Matrix3Xd points;   // where, in the part's own axes
  Sparse mu;                 // points x points
  Sparse S;                  // 3 points x coordinates; empty: points are nodes
  std::vector<Mat3> rotary;  // J_i of the nodes; empty: none
};

struct DiscretePart {
  std::string name, source;
  std::vector<int> labels;
  Eigen::Matrix3Xd nodes;                      // in the part's own axes
  Eigen::Matrix<int, 6, Eigen::Dynamic> dofs;  // coordinate of each displacement and rotation of a node, -1: none
  Sparse K;                                    // both triangles
  Masses masses;
  Surface surface;
  std::function<StressShapes(const Eigen::MatrixXd& q)> stress;  // of columns of coordinates; may be empty
  std::vector<std::string> notes;                                // what its reader or assembler has to say

  int node_count() const { return static_cast<int>(nodes.cols()); }
  int coordinates() const { return static_cast<int>(K.rows()); }
  bool has_rotations(int node) const { return dofs.col(node).tail<3>().minCoeff() >= 0; }
};

// Places three (six) coordinates at every node, in order.
void number_dofs(DiscretePart& part, int per_node);

// M = S^T (mu (x) 1) S + rotary
Sparse mass_matrix(const DiscretePart& part);

struct MassProperties {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();
  Mat3 P0 = Mat3::Zero(), rotary = Mat3::Zero(), J0 = Mat3::Zero();  // about the centre
};
MassProperties mass_properties(const DiscretePart& part);

// All of the mass at the nodes, four rows: sums of the rows of M, or where one is negative, as of solids with middle
// nodes, its diagonal scaled to the whole mass; and the diagonal of M between rotations.
Eigen::Matrix4Xd lumped_masses(const DiscretePart& part, const Sparse& M);

// The six motions of the undeformed part: columns are unit displacements along x, y, z and unit rotations about these
// through `centre`.
Eigen::MatrixXd rigid_shapes(const DiscretePart& part, const Vec3& centre);

// Nodes that hang together through K: for each node the number of its piece.
std::vector<int> connected_pieces(const DiscretePart& part);

// Which node each coordinate belongs to.
std::vector<int> nodes_of_coordinates(const DiscretePart& part);

}  // namespace alembert::flexible
