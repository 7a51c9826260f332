// torsion_spring_damper: about the first marker's z axis, angle phi of the second relative to the first, counted over
// whole turns; phidot = z_i . (w_j - w_i).
//   tau = k (phi - phi0) + c phidot + T0,   torque on i: +tau z_i,   on j: -tau z_i
#pragma once

#include <string_view>

#include "elements/angle.h"
#include "elements/forces/force_kernel.h"
#include "math/dual.h"

namespace alembert {

struct TorsionSpringDamperForce {
  static constexpr int kMarkers = 2;
  static constexpr std::string_view kName = "torsion_spring_damper";
  static constexpr std::string_view kSummary = "torsion spring and damper about the first marker's z axis";
  static constexpr bool kTracksAngle = true;
  static constexpr bool kHasDamping = true;

  struct Parameters {
    double stiffness = 0.0, damping = 0.0, angle = 0.0, preload = 0.0;
  };

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext& context, WrenchOf<S, 2>& w) {
    const Vec3T<S> z = m[0]->axis(Axis::z);
    const S rate = z.dot(m[1]->w - m[0]->w);
    const Vec3T<S> t = z * (par.stiffness * (angle(m, context) - par.angle) + par.damping * rate + par.preload);
    w.setZero();
    w.template segment<3>(kTorqueI) = -t;
    w.template segment<3>(kTorqueJ) = t;
  }

  template <class S>
  static void derivatives(const Markers<S, 2>& m, const Parameters& par, const ForceContext& context,
                          StiffnessOf<S, 2>& K, StiffnessOf<S, 2>& D) {
    const Vec3T<S> z = m[0]->axis(Axis::z);
    const Vec3T<S> dw = m[1]->w - m[0]->w;
    const S tau = par.stiffness * (angle(m, context) - par.angle) + par.damping * z.dot(dw) + par.preload;
    const Mat3T<S> spring = par.stiffness * z * angle_gradient(*m[0], *m[1]).transpose();
    // d(tau z)/dtheta_i and /dtheta_j; z turns with the first marker.
    const Mat3T<S> by_i = -spring + par.damping * z * z.cross(dw).transpose() - tau * so3::hat(z);
    const Mat3T<S> damping = par.damping * z * z.transpose();
    K.setZero();
    D.setZero();
    K.template block<3, 3>(kTorqueJ, kTorqueI) = by_i;
    K.template block<3, 3>(kTorqueJ, kTorqueJ) = spring;
    K.template block<3, 3>(kTorqueI, kTorqueI) = -by_i;
    K.template block<3, 3>(kTorqueI, kTorqueJ) = -spring;
    D.template block<3, 3>(kTorqueJ, kTorqueJ) = damping;
    D.template block<3, 3>(kTorqueJ, kTorqueI) = -damping;
    D.template block<3, 3>(kTorqueI, kTorqueI) = damping;
    D.template block<3, 3>(kTorqueI, kTorqueJ) = -damping;
  }

  template <class S>
  static S potential(const Markers<S, 2>& m, const Parameters& par, const ForceContext& context) {
    const S twist = angle(m, context) - par.angle;
    return (0.5 * par.stiffness * twist + par.preload) * twist;
  }
  template <class S>
  static S power_dissipated(const Markers<S, 2>& m, const Parameters& par, const ForceContext&) {
    const S rate = m[0]->axis(Axis::z).dot(m[1]->w - m[0]->w);
    return par.damping * rate * rate;
  }
  template <class S>
  static S power_supplied(const Markers<S, 2>&, const Parameters&, const ForceContext&) {
    return 0.0;
  }
  static bool is_conservative(const Parameters& par) { return par.damping == 0.0; }

  template <class S>
  static S angle(const Markers<S, 2>& m, const ForceContext& context) {
    const S wrapped = angle_about_z(*m[0], *m[1]);
    return wrapped + (unwrap(value_of(wrapped), context.reference_angle) - value_of(wrapped));
  }
};

}  // namespace alembert
