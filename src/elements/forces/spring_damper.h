// spring_damper: along the line between two points, d = p_j - p_i, l = |d|, u = d/l, ldot = u . (v_j - v_i).
//   tension T = k (l - l0) + c ldot + F0,   force on i: +T u,   on j: -T u
// With l0 = 0 and F0 = 0 the force k d is smooth through l = 0; otherwise l = 0 has no direction and gives NaN, which
// stops the run by name.
#pragma once

#include <cmath>
#include <string_view>

#include "elements/forces/force_kernel.h"

namespace alembert {

struct SpringDamperForce {
  static constexpr int kMarkers = 2;
  static constexpr std::string_view kName = "spring_damper";
  static constexpr std::string_view kSummary = "spring and damper along the line between two points";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = true;

  struct Parameters {
    double stiffness = 0.0, damping = 0.0, length = 0.0, preload = 0.0;
  };

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, WrenchOf<S, 2>& w) {
    const Vec3T<S> d = m[1]->p - m[0]->p;
    const Vec3T<S> ddot = m[1]->v - m[0]->v;
    Vec3T<S> f = par.stiffness * d;
    const S l2 = d.squaredNorm();
    if (!(isotropic(par) && value_is_zero(l2))) {
      using std::sqrt;
      const S l = sqrt(l2);
      f += d * ((par.preload - par.stiffness * par.length) / l + par.damping * d.dot(ddot) / l2);
    }
    w.setZero();
    w.template segment<3>(kForceI) = -f;
    w.template segment<3>(kForceJ) = f;
  }

  template <class S>
  static void derivatives(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, StiffnessOf<S, 2>& K,
                          StiffnessOf<S, 2>& D) {
    const Vec3T<S> d = m[1]->p - m[0]->p;
    const Vec3T<S> ddot = m[1]->v - m[0]->v;
    const S l = d.norm();
    Mat3T<S> k = par.stiffness * Mat3T<S>::Identity(), c = Mat3T<S>::Zero();
    if (!(isotropic(par) && l == 0.0)) {
      const Vec3T<S> u = d / l;
      const S ldot = u.dot(ddot);
      const S tension = par.stiffness * (l - par.length) + par.damping * ldot + par.preload;
      const Mat3T<S> uu = u * u.transpose();
      k = par.stiffness * uu + par.damping / l * u * (ddot - ldot * u).transpose() +
          tension / l * (Mat3T<S>::Identity() - uu);
      c = par.damping * uu;
    }
    K.setZero();
    D.setZero();
    for (int a : {0, 6})
      for (int b : {0, 6}) {
        K.template block<3, 3>(a, b) = a == b ? k : Mat3T<S>(-k);
        D.template block<3, 3>(a, b) = a == b ? c : Mat3T<S>(-c);
      }
  }

  template <class S>
  static S potential(const Markers<S, 2>& m, const Parameters& par, const ForceContext&) {
    const S stretch = (m[1]->p - m[0]->p).norm() - par.length;
    return (0.5 * par.stiffness * stretch + par.preload) * stretch;
  }
  template <class S>
  static S power_dissipated(const Markers<S, 2>& m, const Parameters& par, const ForceContext&) {
    const Vec3T<S> d = m[1]->p - m[0]->p;
    const S l = d.norm();
    if (par.damping == 0.0 || l == 0.0) return 0.0;
    const S ldot = d.dot(m[1]->v - m[0]->v) / l;
    return par.damping * ldot * ldot;
  }
  template <class S>
  static S power_supplied(const Markers<S, 2>&, const Parameters&, const ForceContext&) {
    return 0.0;
  }
  static bool is_conservative(const Parameters& par) { return par.damping == 0.0; }

 private:
  // No preferred length: the force is smooth where the two points meet.
  static bool isotropic(const Parameters& par) { return par.length == 0.0 && par.preload == 0.0; }
  template <class S>
  static bool value_is_zero(const S& x) {
    return x == S(0.0);
  }
};

}  // namespace alembert
