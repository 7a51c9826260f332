// Where a part meets the rest of a machine: nodes and patches of nodes, as conditions on its coordinates.
//
//   rigid:    u_i = u + theta x d_i                  the patch moves as a rigid body and has six coordinates of its own
//   average:  u = sum u_i / n,   theta = I^-1 sum d_i x u_i,   I = sum (|d_i|^2 1 - d_i d_i^T)
//
// with d_i = X_i - X from the middle X of the patch; u at another point is u + theta x (at - X). Nodes that have
// rotations of their own add these: a single one is moved by them alone, a rigid patch turns them, an average is
// theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flexible/discrete_part.h"

namespace alembert::flexible {

struct Interface {
  enum class Kind { rigid, average };
  std::string name;
  std::vector<int> nodes;  // indices
  Kind kind = Kind::rigid;
  std::optional<Vec3> at = {};  // where its frame is; the middle of its nodes unless given
};

Vec3 place_of(const DiscretePart& part, const Interface& interface);

// Six rows (u, theta) over the part's coordinates: how the frame of these nodes moves. Where nodes lie in a line, or a
// single one has no rotations, theta about what they do not show is 0.
Sparse frame_motion(const DiscretePart& part, const Interface& interface);

// theta of nodes by their displacements (3 nodes x columns), as an average has it: three rows.
Eigen::Matrix3Xd turn_of(const DiscretePart& part, const std::vector<int>& nodes, const Eigen::MatrixXd& displacements);

// Coordinates z of the part with rigid patches: q = T z. Those of patches come last, from `inner` on.
struct RigidPatches {
  Sparse T;
  int inner = 0;
  // Of each interface of kind rigid, where its coordinates begin and how many it has (3 or 6).
  std::vector<std::pair<int, int>> coordinates;
};
// Throws Error(ExitCode::bad_model) when a node is in two of them.
RigidPatches rigid_patches(const DiscretePart& part, const std::vector<Interface>& interfaces);

}  // namespace alembert::flexible
