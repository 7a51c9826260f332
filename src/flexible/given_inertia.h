// A part whose shapes and inertia are given by numbers of the whole, not by masses at points: the invariants that modal
// data files of MBDyn hold. With masses m_i at places u_i, shapes Phi_ik, rotations Theta_ik and rotary inertias J_i:
//
//   I3_k = sum m_i Phi_ik     I4_k = sum m_i u_i x Phi_ik + J_i Theta_ik     I8_k = -sum m_i u_i^ Phi_ik^
//   I9_kl = sum m_i Phi_ik^ Phi_il^     M_kl = sum m_i Phi_ik . Phi_il + Theta_ik . J_i Theta_il
//
// About the centre of mass c (X_i = u_i - c), with a^ b^ = b a^T - (a . b) 1:
//
//   P1_k = 1/2 tr(A) 1 - A,  A = I8_k + c^ I3_k^       P2_kl = (I9_kl - 1/2 tr(I9_kl) 1)^T
//
// and in mean axes (Phi_i - t - r x X_i,  t = I3 / m,  r = J0^-1 (I4 - c x I3)):
//
//   P1_k <- P1_k - r_k^ P0     P2_kl <- P2_kl - I3_k t_l^T - t_k I3_l^T + m t_k t_l^T
//                                      + P1_k r_l^ - r_k^ P1_l^T - r_k^ P0 r_l^
//   M_kl <- M_kl - m t_k . t_l - r_k . J0 r_l
#pragma once

#include "flexible/reduction.h"

namespace alembert::flexible {

struct GivenInertia {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();
  Mat3 J0 = Mat3::Zero();  // about the centre
  Eigen::MatrixXd M;       // between shapes
  Eigen::Matrix3Xd I3, I4;
  std::vector<Mat3> I8, I9;  // I9 of shapes k, l at k shapes + l
  bool in_modes = false;     // shapes are modes in mean axes already, as part.h has them, and stay as they are
};

// Shapes: columns of six coordinates a node. The discrete part has nodes and coordinates alone. Throws
// Error(ExitCode::bad_model) where the numbers contradict each other.
Part part_of_inertia(const DiscretePart& discrete, const Eigen::MatrixXd& shapes, const Eigen::MatrixXd& stiffness,
                     const GivenInertia& given, const std::vector<Interface>& frames);

// The same numbers of a part in mean axes, about the origin of its own file.
GivenInertia inertia_of(const Part& part);

}  // namespace alembert::flexible
