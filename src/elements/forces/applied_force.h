// force, torque, general_force: components F, T, constant or formulas, in the axes of a frame k (which they follow),
// acting on marker i at its origin; with a reaction marker j the opposite acts on j's body, at the same point.
//   on i: R_k F, R_k T;   on j: -R_k F, -R_k T - (p_i - p_j) x R_k F
#pragma once

#include <string_view>

#include "elements/forces/force_kernel.h"

namespace alembert {

struct AppliedForceKernel {
  static constexpr int kMarkers = 3;  // i (on), j (reaction), k (frame)
  static constexpr std::string_view kName = "general_force";
  static constexpr std::string_view kSummary = "force and torque, constants or formulas, in the axes of a frame";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = false;

  struct Parameters {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  // where constant
    bool has_reaction = false;
    bool dissipates = false;                              // friction: its work is heat
    std::array<int, 6> formulas{-1, -1, -1, -1, -1, -1};  // of force and torque; -1: constant
  };

  template <class S>
  static void wrench(const Markers<S, 3>& m, const Parameters& par, const ForceContext& context, WrenchOf<S, 3>& w) {
    const Vec3T<S> F = m[2]->R * context.force.cast<S>();
    const Vec3T<S> T = m[2]->R * context.torque.cast<S>();
    w.setZero();
    w.template segment<3>(0) = -F;
    w.template segment<3>(3) = -T;
    if (par.has_reaction) {
      w.template segment<3>(6) = F;
      w.template segment<3>(9) = T + (m[0]->p - m[1]->p).cross(F);
    }
  }

  template <class S>
  static void derivatives(const Markers<S, 3>& m, const Parameters& par, const ForceContext& context,
                          StiffnessOf<S, 3>& K, StiffnessOf<S, 3>& D) {
    const Vec3T<S> F = m[2]->R * context.force;
    const Mat3T<S> Fx = so3::hat(F), Tx = so3::hat(m[2]->R * context.torque);  // d(R_k F) = -F^ dtheta_k
    constexpr int kThetaK = 15;
    K.setZero();
    D.setZero();
    K.template block<3, 3>(0, kThetaK) = Fx;
    K.template block<3, 3>(3, kThetaK) = Tx;
    if (par.has_reaction) {
      K.template block<3, 3>(6, kThetaK) = -Fx;
      K.template block<3, 3>(9, kThetaK) = -Tx - so3::hat(m[0]->p - m[1]->p) * Fx;
      K.template block<3, 3>(9, 0) = -Fx;
      K.template block<3, 3>(9, 6) = Fx;
    }
  }

  template <class S>
  static S potential(const Markers<S, 3>&, const Parameters&, const ForceContext&) {
    return 0.0;
  }
  template <class S>
  static S power_dissipated(const Markers<S, 3>& m, const Parameters& par, const ForceContext& context) {
    return par.dissipates ? S(-power<S>(m, par, context)) : S(0.0);
  }
  template <class S>
  static S power_supplied(const Markers<S, 3>& m, const Parameters& par, const ForceContext& context) {
    return par.dissipates ? S(0.0) : power<S>(m, par, context);
  }
  template <class S>
  static S power(const Markers<S, 3>& m, const Parameters& par, const ForceContext& context) {
    WrenchOf<S, 3> w;
    wrench<S>(m, par, context, w);
    S sum = 0.0;
    for (int k = 0; k < 2; ++k)
      sum -= w.template segment<3>(6 * k).dot(m[k]->v) + w.template segment<3>(6 * k + 3).dot(m[k]->w);
    return sum;
  }
  static bool is_conservative(const Parameters&) { return false; }
};

}  // namespace alembert
