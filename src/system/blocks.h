// Small dense blocks on their way from markers to the Newton matrix (assembly.cpp).
#pragma once

#include "dae/problem.h"
#include "math/so3.h"
#include "system/body_kinematics.h"

namespace alembert {

using Mat6 = Eigen::Matrix<double, 6, 6>;

// Adds a block given in (dr, dtheta) of ground axes to the slots of a pair of bodies.
inline void add_block(Mat6& block, const BodyEntry& a, const Mat3& Ra, const BodyEntry& b, const Mat3& Rb,
                      const BlockSlots& slots, double* values) {
  if (a.nv == 0 || b.nv == 0) return;
  if (a.kind == BodyKind::rigid) {
    const Eigen::Matrix<double, 3, 6> rows = block.bottomRows<3>();
    block.bottomRows<3>().noalias() = Ra.transpose() * rows;
  }
  if (b.kind == BodyKind::rigid) {
    const Eigen::Matrix<double, 6, 3> columns = block.rightCols<3>();
    block.rightCols<3>().noalias() = columns * Rb;
  }
  const auto rows = tangent_axes(a.kind), columns = tangent_axes(b.kind);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    double* out = values + slots[c];
    for (std::size_t r = 0; r < rows.size(); ++r) out[r] += block(rows[r], columns[c]);
  }
}

// S_m^T K S_n for arms cm, cn.
inline Mat6 to_centre_of_mass(const Mat6& K, const Mat3& cm, const Mat3& cn) {
  Mat6 out = K;
  out.rightCols<3>().noalias() -= K.leftCols<3>() * cn;
  const Eigen::Matrix<double, 3, 6> top = out.topRows<3>();
  out.bottomRows<3>().noalias() += cm * top;
  return out;
}

// The share of one pair of markers in the matrix, stiffness K + damping D T^-1, at the centres of mass and in ground
// axes; ca is the arm of the first, the rest is the second's. At fixed body velocities the twist turns with the body:
// dw = dtheta x w, dv = dtheta x (w x c).
template <bool damped>
Mat6 block_at_centres(const dae::Weights& weights, const Mat6& K, const Mat6& D, const Mat3& ca, const BodyEntry& body,
                      const Mat3& R, const Vec3& omega, const Vec3& arm, const Vector& d) {
  const Mat3 cb = so3::hat(arm);
  Mat6 k = weights.stiffness * K;
  if constexpr (!damped) return to_centre_of_mass(k, ca, cb);
  k.template rightCols<3>() -= weights.stiffness * (D.template leftCols<3>() * so3::hat(omega.cross(arm)) +
                                                    D.template rightCols<3>() * so3::hat(omega));
  k = to_centre_of_mass(k, ca, cb);
  Mat6 c = to_centre_of_mass(weights.damping * D, ca, cb);
  if (body.kind == BodyKind::rigid) {
    // Columns of velocities: y -> T^-1 y in body axes; written as R T^-1 R^T so that add_block's R finishes it.
    const Vec3 phi = d.segment<3>(body.v + 3);
    const Eigen::Matrix<double, 6, 3> columns = c.template rightCols<3>();
    c.template rightCols<3>() = columns * (R * so3::inverse_tangent(phi) * R.transpose());
  }
  return k + c;
}

}  // namespace alembert
