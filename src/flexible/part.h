// A part that deforms, reduced to modes: what a file part.flex.h5 holds, and all that a flexible body of a model is
// made of.
//
// Displacements of its points, in the axes of the part, are u_i = sum_k Phi_ik xi_k, with mean axes: modes are
// M-orthogonal to the six rigid motions and to each other, and scaled so that the largest displacement of a point is 1
// m. Positions are those from the centre of mass of the undeformed part. With the scalar masses mu_ij of its points:
//
//   J0 = tr(P0) 1 - P0,   P0 = sum mu_ij X_i X_j^T
//   P1_k = sum mu_ij Phi_ik X_j^T,   P2_kl = sum mu_ij Phi_ik Phi_jl^T,   tr P2_kl = mu_k delta_kl
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "math/types.h"

namespace alembert::flexible {

// Where markers can be: a node, or a patch of nodes. Its motion is u = Phi xi, its rotation theta = Theta xi.
struct PartFrame {
  std::string name;
  Vec3 at = Vec3::Zero();       // X, from the centre of mass
  Eigen::Matrix3Xd Phi, Theta;  // one column a mode
  bool interface = false;       // loads on it are in the modes
  std::optional<int> node;      // its label, where it is a single node
};

// A load on the part: p_k, the modal force for a factor of 1.
struct LoadCase {
  std::string name;
  Eigen::VectorXd p;
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  // its resultant about the centre of mass
};

// What is drawn: triangles of the surface, or lines with a radius (tubes).
struct Surface {
  std::vector<std::array<int, 3>> triangles;  // indices of nodes
  std::vector<std::array<int, 2>> lines;
  std::vector<double> radii;  // of the lines
};

// Six components (xx, yy, zz, xy, yz, zx) at points, per unit of each mode.
struct StressShapes {
  std::vector<int> node;           // index of the node each point belongs to
  std::vector<std::string> place;  // which side of a tube, say; empty for solids
  Eigen::MatrixXf shapes;          // 6 points x modes
};

struct Part {
  std::string name, source;
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();  // of mass, in the axes of the part's own file
  Mat3 P0 = Mat3::Zero(), J0 = Mat3::Zero();
  Mat3 rotary = Mat3::Zero();  // moments of inertia of nodes themselves, in J0 already
  Eigen::VectorXd omega, mu;   // of the modes, ascending: rad/s, kg
  std::vector<Mat3> P1;        // one a mode
  std::vector<Mat3> P2;        // mode k, l at k modes + l
  Eigen::Matrix3Xd N_rotary;   // what rotary inertia adds to N: one column a mode

  std::vector<int> labels;    // of the nodes, as in the part's own file
  Eigen::Matrix3Xd nodes;     // X
  Eigen::MatrixXd shapes;     // 3 nodes x modes: Phi
  Eigen::MatrixXd rotations;  // 3 nodes x modes: Theta
  Eigen::Matrix4Xd lumped;    // 4 x nodes, or empty: masses and moments of inertia if all mass is put at the nodes
  std::vector<PartFrame> frames;
  std::vector<LoadCase> loads;
  Surface surface;
  StressShapes stress;
  std::vector<std::string> notes;  // what was checked when it was made: one line each

  int modes() const { return static_cast<int>(omega.size()); }
};

// The same part with some of its modes, by their places.
Part with_modes(const Part& part, const std::vector<int>& modes);
// A node as a frame, by its place among the nodes; the place of a label, -1 where there is none.
PartFrame frame_of_node(const Part& part, int index);
int index_of_node(const Part& part, int label);

}  // namespace alembert::flexible
