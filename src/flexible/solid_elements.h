// Stiffness, mass and stress of one solid element, isotropic and linear:
//
//   K = int B^T C B dV,   mu_ab = int rho N_a N_b dV,   sigma = C B u
//
// with strains and stresses (xx, yy, zz, xy, yz, zx), shear strains doubled. C3D8 takes the mean dilatation of the
// element at every point (B-bar; Hughes, The Finite Element Method, sec. 4.5), which keeps it from locking:
//
//   B_a = B_a + 1/3 (1 1 1 0 0 0)^T (int dN_a/dx dV / V - dN_a/dx)^T
//
// C3D4, C3D6 and C3D8 have their masses at the nodes (row sums of mu), the others consistent ones. These choices give
// the matrices of Abaqus to rounding (wedges were compared with CalculiX alone).
#pragma once

#include "flexible/mesh.h"

namespace alembert::flexible {

struct SolidMatrices {
  Eigen::MatrixXd K;   // 3 nodes x 3 nodes, node by node
  Eigen::MatrixXd mu;  // nodes x nodes
  bool distorted =
      false;  // folded between the points of the stiffness rule, as second-order meshes of curved bodies may be
};

// Throws ModelError with the file, line and label of the element when its volume is not positive at the
// points of the stiffness rule.
SolidMatrices solid_matrices(const Mesh& mesh, const SolidElement& element);

// C B at the points of the stress rule: 6 points x 3 nodes.
Eigen::MatrixXd stress_matrix(const Mesh& mesh, const SolidElement& element);

// Volume, integrated as masses are.
double volume_of(const Mesh& mesh, const SolidElement& element);

}  // namespace alembert::flexible
